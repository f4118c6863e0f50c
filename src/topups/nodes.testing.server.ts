/**
 * Races of two nodes of the portal, and of an admin, for the same transfers: each line of a transaction is credited
 * once, and one that pays two clients credits both.
 */
import { lookJob } from '#chain/looks.server.ts';
import { chainInMemory } from '#chain/memory.testing.server.ts';
import { watch } from '#chain/watcher.server.ts';
import { Refused } from '#kernel/refusal.ts';
import { topup } from '#kinds/topup.ts';
import { openPortal } from '#portal.server.ts';
import { decide } from '#requests/deciding.server.ts';
import { newClient } from '#requests/story.testing.server.ts';
import type { TestPortal } from '#portal.testing.server.ts';
import { arrivalsJob } from './arrivals.server.ts';
import { autoCreditJob } from './autocredit.server.ts';
import { declareFor } from './thieves.testing.server.ts';

const together = 20;

/** As many races as asked for, or as fit into the time; answers how many there were. */
export async function raceNodes(portal: TestPortal, count: number, mostMs: number): Promise<number> {
  const second = await openPortal({ config: portal.app.config, databaseUrl: portal.db.url });
  const memory = chainInMemory();
  const { chains } = memory;
  const [network] = chains.networks;
  const stop = new AbortController().signal;
  const nodes = [portal.app, second.app].map((app) => ({
    watch: () => watch(app.db, chains, network!, stop),
    looks: () => lookJob(app, chains)!.run(stop),
    arrivals: () => arrivalsJob(app).run(stop),
    credits: () => autoCreditJob(app, chains).run(stop),
  }));
  const both = (what: keyof (typeof nodes)[number]) => Promise.all(nodes.map((node) => node[what]()));
  const admin = await portal.admin();
  const pending = async () =>
    portal.db.query<{ applyId: string }>(
      't.pending',
      `select apply_id as "applyId" from requests where state = 'Pending' and details ? 'declaration'`,
    );
  const approve = async () => {
    for (const { applyId } of await pending())
      await decide(portal.app.db, { kinds: [topup], applyId, verdict: 'approve', admin: admin.person }).catch(
        (error: unknown) => {
          if (!(error instanceof Refused)) throw error;
        },
      );
  };
  const clients = await Promise.all(Array.from({ length: 2 * together }, () => newClient(portal.db.owner)));
  const ends = Date.now() + mostMs;
  let raced = 0;
  try {
    for (; raced < count && Date.now() < ends; raced += together) {
      const sent = await Promise.all(
        Array.from({ length: together }, async (_each, n) => {
          const own = [clients[2 * n]!, ...(n % 2 === 0 ? [clients[2 * n + 1]!] : [])];
          const declared = await Promise.all(
            own.map((client, place) => declareFor(portal.app.db, client, wanted(n, place))),
          );
          const lines = declared.map((each) => ({ cents: each!.cents }));
          return { hash: memory.send(lines, new Date(Date.now() + 2)), lines: lines.length };
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
      await both('watch');
      await both('arrivals');
      await both('looks');
      await Promise.all([both('credits'), both('arrivals'), raced % (2 * together) === 0 ? approve() : undefined]);
      await insistOnSigns(portal, sent);
      await approve();
      await insistOnOnce(portal, sent);
    }
  } finally {
    await second.close();
  }
  return raced;
}

const wanted = (n: number, place: number) => BigInt(100_00 + n * 100_00 + place * 50_00);

async function insistOnOnce(portal: TestPortal, sent: { hash: string; lines: number }[]): Promise<void> {
  const rows = await portal.db.query<{ hash: string; credited: number; clients: number; right: boolean }>(
    't.once',
    `select r.transaction_id as hash, count(*)::int as credited, count(distinct r.client)::int as clients,
       bool_and(coalesce(r.received_cents, r.amount_cents) = d.cents) as right
     from requests r join declarations d on d.request = r.id and d.client = r.client
     where r.state = 'Approved' and r.transaction_id = any ($1) group by 1`,
    [sent.map(({ hash }) => hash)],
  );
  const found = new Map(rows.map((row) => [row.hash, row]));
  for (const { hash, lines } of sent) {
    const { credited = 0, clients = 0, right = false } = found.get(hash) ?? {};
    if (credited !== lines || clients !== lines || !right)
      throw new Error(`${hash} pays ${lines} lines and was credited ${credited} times`);
  }
}

/**
 * Whom the same sender paid for another client is left to an admin, also in the second in which that was credited.
 */
async function insistOnSigns(portal: TestPortal, sent: { hash: string; lines: number }[]): Promise<void> {
  const rows = await portal.db.query<{ hash: string }>(
    't.signs',
    `select transaction_id as hash from requests r join people p on p.id = r.decided_by and p.admin_role = 'Portal'
     where r.state = 'Approved' and transaction_id = any ($1) group by 1 having count(*) > 1`,
    [sent.map(({ hash }) => hash)],
  );
  if (rows.length > 0) throw new Error(`${rows.length} batches were credited twice without an admin`);
}
