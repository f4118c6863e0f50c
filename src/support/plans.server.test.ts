/** A client's own threads and alert levels are read by their own indexes, however many others have. */
import { beforeAll, expect, test } from 'vitest';
import { readLevels } from '#runway/alerts.store.server.ts';
import { newClient } from '#requests/story.testing.server.ts';
import type { Database } from '#server/database.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { readBy } from '#server/plans.testing.server.ts';
import { countThreads, listThreads } from './support.store.server.ts';

const db = await testDatabase({ breaks: 'threads written by hand' });
const owner = db.owner.pool;
const clients = [await newClient(db.owner), await newClient(db.owner)];
const own = clients[0]!;
const read = async (work: (on: Database) => Promise<unknown>) => [...(await readBy(owner, db, work))];
const list = { reader: 'agency', up: false, page: 1, limit: 50, after: '' } as const;

beforeAll(async () => {
  for (const client of clients)
    await owner.query(
      `with said as (
         insert into messages (public_id, client, subject, side, text, person, person_name, person_email)
         select 'MS-' || $1::bigint || '-' || n, $1::bigint, 'TU-' || $1::bigint || '-' || n, 'client', 'When?',
           (select min(id) from people), '', '' from generate_series(1, 5000) n returning id, client, subject)
       insert into threads (subject, client, last_message, unanswered_since)
       select subject, client, id, case when id % 500 = 0 then now() end from said`,
      [client],
    );
  await owner.query(
    `alter table alert_levels disable trigger all;
     insert into alert_levels (client, days, cents) select n, 3, 100 from generate_series(1, 10000) n;
     alter table alert_levels enable trigger all`,
  );
  await owner.query('vacuum analyze threads, messages, alert_levels');
});

test("a client's threads, also from one of them on, are read by the client's index alone", async () => {
  const asked = { client: own, unanswered: false, q: '' };
  for (const after of ['', `TU-${own}-9`]) {
    const found = await read((on) => listThreads(on, { ...list, ...asked, after }));
    expect(found).toContain('threads_of_client');
    expect(found).not.toEqual(expect.arrayContaining([expect.stringMatching(/^threads_newest|^all of threads/)]));
  }
  expect(await read((on) => countThreads(on, asked))).toEqual(['threads_of_client']);
});

test('what waits for the agency is read by the index of what waits', async () => {
  const asked = { client: undefined, unanswered: true, q: '' };
  expect(await read((on) => listThreads(on, { ...list, ...asked }))).toContain('threads_unanswered');
  expect(await read((on) => countThreads(on, asked))).toEqual(['threads_unanswered']);
});

test("a client's alert levels are read by their index", async () => {
  expect(await read((on) => readLevels(on, own))).toEqual(['alert_levels_client_ad_account_key']);
});
