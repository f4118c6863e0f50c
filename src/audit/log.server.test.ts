/** The audit log as a file: the words and the clocks that people read, and exactly what was asked for. */
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal({ BUSINESS_TZ: 'Asia/Shanghai' });
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

test('the file says who changed what from which browser, before and after, and nothing that was not asked for', async () => {
  const [admin, ana, ben] = [await portal.admin('Finance'), await portal.client(), await portal.client()];
  const change = (as: typeof ana, mobile: string) =>
    portal.call('PUT', '/kimi/update-profile', { as, body: { mobile }, headers: { 'user-agent': chrome } });
  await change(ana, '+49 170 1');
  await change(ana, '+49 170 2');
  await change(ben, '+49 170 3');
  const query = { userId: ana._id, action: 'user.' };
  const { entries } = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query })).body;
  const file = await portal.call('GET', '/kimi/export-audit-log', { as: admin, query });
  const [head, ...rows] = (await readXlsx(new Uint8Array(file.bytes))).sheets[0]!.rows;
  expect(head).toEqual([
    'When (Asia/Shanghai)',
    'Who',
    'From',
    'Browser',
    'What',
    'About',
    'Apply ID',
    'Before',
    'After',
  ]);
  expect(rows).toHaveLength(entries.length);
  const changed = rows.filter((row) => String(row[8]).includes('+49'));
  expect(changed.map((row) => [row[1], row[3], row[7], row[8]])).toEqual([
    [ana.username, 'Chrome on Windows', 'Mobile: +49 170 1', 'Mobile: +49 170 2'],
    [ana.username, 'Chrome on Windows', null, 'Mobile: +49 170 1'],
  ]);
  expect(JSON.stringify(rows)).not.toContain('+49 170 3');
});
