/** An admin who decides whatever waits, now and then at the same moment as a colleague. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from './journal.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import { persist, type Stage } from './stage.ts';

type Row = { _id: string; applyId: string; adsId: string; adType: string };
type Queue = {
  list: string;
  rows: (body: Record<string, unknown>) => Row[];
  decide: (row: Row) => string;
  body: (row: Row, random: Random) => Record<string, unknown>;
};

const byApplyId = (path: string) => (row: Row) =>
  `${path}?applyId=${row.applyId}&adsId=${encodeURIComponent(row.adsId)}&adType=${row.adType}`;
const paid = (_row: Row, random: Random) => ({ transactionId: `T-${random.whole(1, 1e9)}` });

const deposits = (platform: string): Queue => ({
  list: `/kimi/get-pending-${platform}-adDeposit`,
  rows: (body) => body['deposits'] as Row[],
  decide: byApplyId('/kimi/approve-deposit'),
  body: paid,
});

/**
 * An application names how many ad accounts it wants by its Ads IDs only once they are known, so each row is given one.
 */
const applications = (platform: string): Queue => ({
  list: `/get-pending-${platform.toLowerCase()}-ads`,
  rows: (body) => body['ads'] as Row[],
  decide: (row) => `/approve-${platform.toLowerCase()}Ad?id=${row._id}`,
  body: (row, random) => {
    const many = (row as unknown as { adsDetails?: unknown[] }).adsDetails?.length ?? 1;
    return { adsId: Array.from({ length: many }, () => `${random.whole(1e11, 9e11)}`).join(', ') };
  },
});

const queues: readonly Queue[] = [
  applications('Google'),
  applications('Google'),
  applications('Bing'),
  deposits('google'),
  deposits('bing'),
  {
    list: '/get-transaction-details',
    rows: (body) => body['transactions'] as Row[],
    decide: (row) => `/approve-transaction?id=${row._id}`,
    body: () => ({}),
  },
  {
    list: '/kimi/refund-Details-for-admin',
    rows: (body) =>
      (body['refundsDetails'] as (Row & { applyState: string })[]).filter((row) => row.applyState === 'Pending'),
    decide: byApplyId('/kimi/approve-refund-by-admin'),
    body: paid,
  },
  {
    list: '/kimi/get-pending-withdrawals',
    rows: (body) => body['withdrawals'] as Row[],
    decide: (row) => `/kimi/approve-withdrawal?applyId=${row.applyId}`,
    // Every address of these clients is new.
    body: (row, random) => ({ ...paid(row, random), letPass: 'Known by telephone.' }),
  },
];

export async function playAdmin(stage: Stage, person: Person, random: Random): Promise<void> {
  while (stage.going) {
    const queue = random.pick(queues);
    const port = random.pick(stage.world.nodes).port;
    const page = await stage.talk
      .call(port, 'GET', `${queue.list}?limit=20`, { token: person.token })
      .catch(() => undefined);
    if (page && ![200, 503].includes(page.status))
      stage.talk.wrong.push(`GET ${queue.list}: ${page.status} ${JSON.stringify(page.body)}`);
    const rows = page?.status === 200 ? queue.rows(page.body) : [];
    for (const row of random.shuffled(rows).slice(0, 4))
      if (stage.going) await judge(stage, person, random, queue, row);
    await sleep(random.whole(20, 120));
  }
}

async function judge(stage: Stage, { token, name }: Person, random: Random, queue: Queue, row: Row): Promise<void> {
  const approves = random.chance(0.8);
  const verdict: Verdict = { applyId: row.applyId, by: name, wanted: approves ? 'Approved' : 'Rejected', tries: 0 };
  stage.journal.verdicts.push(verdict);
  const path = `${queue.decide(row)}&action=${approves ? 'approve' : 'reject'}`;
  const body = approves ? queue.body(row, random) : { remarks: 'Not this one.' };
  const outcome = await persist(
    stage,
    random,
    (talk, port) => talk.call(port, 'PUT', path, { token, body }),
    () => (verdict.tries += 1),
  );
  if (!outcome) return;
  const { status, body: said } = outcome.answer;
  if (status === 200) Object.assign(verdict, { told: verdict.wanted, acknowledged: true });
  else if (status === 409 && said?.state)
    Object.assign(verdict, {
      told: said.state === 'Completed' ? 'Approved' : said.state,
      acknowledged: outcome.uncertain && said.state === verdict.wanted && said.decidedBy === name,
    });
  else stage.talk.wrong.push(`${path}: ${status} ${JSON.stringify(said)}`);
}
