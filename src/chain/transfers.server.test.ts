/** Which transfers are looked at next, and which can be what somebody declared. */
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { incomingOf } from './transfers.store.server.ts';
import { notFinal } from './watching.store.server.ts';

const portal = await testPortal();
const { db } = portal.app;

type Row = { hash: string; direction: string; cents: number; secondsAgo: number };

/** As the watcher would have kept it so long ago, in block 1. */
const keep = ({ hash, direction, cents, secondsAgo }: Row, times = 1) =>
  portal.db.owner.query(
    't.keep',
    `insert into transfers (public_id, network, hash, line, amount, sender, recipient, direction, block, at,
       confirmations, state, checked_at)
     select 'TR-' || $1 || n, 'BEP20', $1 || n, 0, $3::numeric / 100, repeat('a', 40), repeat('b', 40), $2, 1, now(), 1,
       'Seen', clock_timestamp() - make_interval(secs => $4) from generate_series(1, $5) n`,
    [hash, direction, cents, secondsAgo, times],
  );

test('dust that a slow node holds back keeps nothing else from becoming final', async () => {
  await keep({ hash: 'dust', direction: 'In', cents: 1, secondsAgo: 15 }, 600);
  await keep({ hash: 'money', direction: 'In', cents: 50_000, secondsAgo: 12 });
  const seen = new Set<string>();
  for (let look = 0; look < 7; look += 1) {
    const due = await notFinal(db, 'BEP20', 10);
    expect(due).toHaveLength(100);
    for (const hash of due) seen.add(hash);
    await portal.db.owner.query(
      't.looked',
      'update transfers set checked_at = clock_timestamp() where hash = any ($1)',
      [due],
    );
  }
  // Each was looked at once before any was looked at again.
  expect(seen.size).toBe(601);
});

test('only what came in can be an amount that somebody declared', async () => {
  for (const direction of ['In', 'Out', 'Own'])
    await keep({ hash: `to ${direction} `, direction, cents: 50_037, secondsAgo: 1 });
  expect((await incomingOf(db, [50_037n])).map(({ hash }) => hash)).toEqual(['to In 1']);
});
