/**
 * Point 4 of the ledger's goal: the database killed in the middle of everything loses no order that was acknowledged.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '#server/connection.server.ts';
import { openDatabase } from '#server/database.server.ts';
import { testSecrets } from '#server/setup.testing.server.ts';
import { appRole } from '#server/migrate.server.ts';
import type { Postgres } from '#server/postgres.server.ts';
import { buyer, type Book } from './book.ts';
import { audited, goal, order, say } from './ledger.ts';

/** Kills PostgreSQL `times` times under 64 callers, and looks for every acknowledged order afterwards. */
export async function killed(postgres: Postgres, url: string, book: Book, times: number): Promise<void> {
  const db = openDatabase(url, { max: 8, role: appRole, vouch: testSecrets.vouch });
  const acknowledged: string[] = [];
  let failed = 0;
  let going = true;
  const caller = async () => {
    while (going) {
      const client = book.busiest + BigInt(Math.floor(Math.random() * 100));
      await order(db, buyer(book, client)).then(
        ({ requests }) => acknowledged.push(requests[0]!.applyId),
        () => {
          failed += 1;
          return sleep(50);
        },
      );
    }
  };
  const all = Promise.all(Array.from({ length: 64 }, caller));
  for (let time = 0; time < times; time++) {
    await sleep(1_500);
    const before = postgres.pid!;
    process.kill(before, 'SIGKILL');
    while (postgres.pid === before || postgres.pid === undefined) await sleep(50);
    const recovered = acknowledged.length;
    while (acknowledged.length === recovered) await sleep(50);
  }
  await sleep(500);
  going = false;
  await all;
  await db.close();
  const { rows } = await withConnection(url, (client) =>
    client.query<{ lost: number }>(
      `select count(*)::int as lost from unnest($1::text[]) a (id)
       where not exists (select from requests where apply_id = a.id)`,
      [acknowledged],
    ),
  );
  say(
    `killed ${times} times under 64 callers`,
    `${acknowledged.length.toLocaleString('en')} orders acknowledged, ${failed.toLocaleString('en')} refused meanwhile`,
  );
  goal('acknowledged orders that were lost', rows[0]!.lost, 0, 'at most');
  await audited(url);
}
