/** An admin who decides whatever waits, now and then at the same moment as a colleague. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from './journal.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import { isForgotten, persist, type Stage } from './stage.ts';
import type { Answer } from './talk.ts';

type Row = { _id: string; applyId: string; adsId: string; adType: string };
type Action = 'approve' | 'reject';
type Queue = {
  list: string;
  rows: (body: Record<string, unknown>) => Row[] | undefined;
  decide: (row: Row, action: Action) => string;
  body: (row: Row, random: Random) => Record<string, unknown>;
};

const byApplyId = (path: string) => (row: Row, action: Action) =>
  `${path}?applyId=${row.applyId}&adsId=${encodeURIComponent(row.adsId)}&adType=${row.adType}&action=${action}`;
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
  decide: (row, action) => `/approve-${platform.toLowerCase()}Ad?id=${row._id}&action=${action}`,
  body: (row, random) => {
    const many = (row as unknown as { adsDetails?: unknown[] }).adsDetails?.length ?? 1;
    return { adsId: Array.from({ length: many }, () => newAdsId(random)).join(', ') };
  },
});

const newAdsId = (random: Random) => `${random.whole(1e11, 9e11)}`;

/** Every address of these clients is new; where payouts wait for that, it has to be said why one does not. */
const letPass = { letPass: 'Known by telephone.' };
/** Now and then the id of another payout, which counts once. */
const payout = (random: Random) => ({
  transactionId: random.chance(0.3) ? `P-${random.whole(1, 40)}` : `P-${random.whole(1e3, 1e9)}`,
});

const withdrawals: Queue = {
  list: '/kimi/get-pending-withdrawals',
  rows: (body) => body['withdrawals'] as Row[],
  decide: (row, action) => `/kimi/approve-withdrawal?applyId=${row.applyId}&action=${action}`,
  body: (_row, random) => ({ ...payout(random), ...(random.chance(0.7) ? letPass : {}) }),
};

const payouts: Queue = {
  list: '/kimi/get-withdrawals-to-pay',
  rows: (body) => body['withdrawals'] as Row[],
  decide: (row, action) =>
    action === 'approve'
      ? `/kimi/pay-withdrawal?applyId=${row.applyId}`
      : `/kimi/approve-withdrawal?applyId=${row.applyId}&action=reject`,
  // Where a reason is given that it may pass, a second admin has to agree once more.
  body: (_row, random) => ({ ...payout(random), ...(random.chance(0.2) ? letPass : {}) }),
};

const queues: readonly Queue[] = [
  applications('Google'),
  applications('Google'),
  applications('Bing'),
  deposits('google'),
  deposits('bing'),
  {
    list: '/get-transaction-details',
    rows: (body) => body['transactions'] as Row[],
    decide: (row, action) => `/approve-transaction?id=${row._id}&action=${action}`,
    body: () => ({}),
  },
  {
    list: '/kimi/refund-Details-for-admin',
    rows: (body) =>
      (body['refundsDetails'] as (Row & { applyState: string })[] | undefined)?.filter(
        (row) => row.applyState === 'Pending',
      ),
    decide: byApplyId('/kimi/approve-refund-by-admin'),
    // Nobody knows what most of these accounts have spent.
    body: (row, random) => ({ ...paid(row, random), acknowledged: true }),
  },
  withdrawals,
  withdrawals,
  payouts,
  payouts,
  {
    list: '/kimi/get-queue?kind=replacement',
    rows: (body) => body['requests'] as Row[],
    decide: () => '/kimi/decide-requests',
    body: (_row, random) => ({ adsId: newAdsId(random), acknowledged: true }),
  },
];

export async function playAdmin(stage: Stage, person: Person, random: Random): Promise<void> {
  while (stage.going) {
    if (random.chance(0.3)) await confirmSome(stage, person, random);
    const queue = random.pick(queues);
    const rows = queue.rows(await read(stage, person, random, queue.list)) ?? [];
    for (const row of random.shuffled(rows).slice(0, 4))
      if (stage.going) await judge(stage, person, random, queue, row);
    await sleep(random.whole(20, 120));
  }
}

async function read(stage: Stage, { token }: Person, random: Random, list: string) {
  const path = `${list}${list.includes('?') ? '&' : '?'}limit=20`;
  const page = await stage.talk
    .call(random.pick(stage.world.nodes).port, 'GET', path, { token })
    .catch(() => undefined);
  if (page && ![200, 503].includes(page.status))
    stage.talk.wrong.push(`GET ${path}: ${page.status} ${JSON.stringify(page.body)}`);
  return page?.status === 200 ? page.body : {};
}

async function judge(stage: Stage, person: Person, random: Random, queue: Queue, row: Row): Promise<void> {
  const { applyId } = row;
  const action = random.chance(0.8) ? 'approve' : 'reject';
  const said = action === 'approve' ? queue.body(row, random) : { remarks: 'Not this one.' };
  const path = queue.decide(row, action);
  // One call decides many; each answers for itself.
  const bodyOf = (one: object) => (path === '/kimi/decide-requests' ? { action, items: [{ applyId, ...one }] } : one);
  const wanted = action === 'approve' ? 'Approved' : 'Rejected';
  const verdict = { applyId, by: person.name, wanted, tries: 0 } as const;
  const paidWith = path.includes('withdrawal') ? (said['transactionId'] as string | undefined) : undefined;
  const code = await decide(stage, person, random, { ...verdict, paidWith }, path, bodyOf(said));
  // Two have to agree before a transfer can be named.
  if (code === 'request.pays_later')
    await decide(stage, person, random, verdict, path, bodyOf({ ...said, transactionId: '' }));
}

type Proposed = { subject: string; kind: string; mayConfirm: boolean; after: { state: 'Approved' | 'To pay' } };

async function confirmSome(stage: Stage, person: Person, random: Random): Promise<void> {
  const { proposals = [] } = await read(stage, person, random, '/kimi/get-proposals');
  const open = (proposals as Proposed[]).filter(({ kind, mayConfirm }) => kind === 'verdict' && mayConfirm);
  for (const { subject: applyId, after } of random.shuffled(open).slice(0, 8)) {
    const verdict = { applyId, by: person.name, wanted: after.state, tries: 0 };
    await decide(stage, person, random, verdict, `/kimi/confirm-action?id=${applyId}`, { acknowledged: true });
  }
}

/** Refusals that leave a request as it was: somebody was quicker with something that it depends on. */
const leftAsItWas =
  /^(request\.(pays_later|not_waiting|own|proposed_anew|not_to_pay)|withdrawal\.(waits|not_paid)|deposit\.inactive|(refund|replacement)\.(short|busy|taken))$/;

/** Says a verdict until an answer decides; answers the code of a refusal. */
async function decide(
  stage: Stage,
  { token, name }: Person,
  random: Random,
  said: Verdict,
  path: string,
  body: object,
): Promise<string | undefined> {
  const verdict = { ...said };
  stage.journal.verdicts.push(verdict);
  const outcome = await persist(
    stage,
    random,
    (talk, port) => talk.call(port, 'PUT', path, { token, body }),
    () => (verdict.tries += 1),
  );
  if (!outcome) return undefined;
  const { status, body: answered } = ofOne(outcome.answer);
  if (status === 202) verdict.proposed = true;
  else if (status === 200) Object.assign(verdict, { told: verdict.wanted, acknowledged: true });
  else if (status === 409 && answered?.state) {
    const state = answered.state === 'Completed' ? 'Approved' : answered.state;
    const acknowledged = outcome.uncertain && state === verdict.wanted && answered.decidedBy === name;
    Object.assign(verdict, { told: state, acknowledged });
  } else if (!isForgotten(stage, { status }) && (status !== 409 || !leftAsItWas.test(answered?.code)))
    stage.talk.wrong.push(`${path}: ${status} ${JSON.stringify(answered)}`);
  return answered?.code;
}

/** The answer for the one request that it was about. */
function ofOne({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  const [result] = body?.results ?? [];
  return result ? { status: result.waits ? 202 : result.done ? 200 : 409, body: result } : { status, body };
}
