/** After a run: compares every answer that somebody got with the book, and audits the book itself. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { auditBook } from '#requests/book.server.ts';
import { toldMoney, toldRequests, type Ask, type Journal, type Verdict } from './journal.ts';
import type { Stage } from './stage.ts';
import { wordsInBook } from './words.ts';

export type Proof = {
  acknowledged: number;
  refused: number;
  unanswered: number;
  verdicts: number;
  /** How often each thing is in the book that a run has to have played. */
  played: Readonly<Record<string, number>>;
  findings: string[];
};

/** All differences, one sentence each; none when all is well. */
export async function prove(stage: Stage): Promise<Proof> {
  const { journal, world } = stage;
  const findings = await world.asOwner(async (client) => [
    ...(await asksInBook(client, journal)),
    ...(await verdictsInBook(client, journal)),
    ...(await wordsInBook(client, journal)),
    ...(await auditBook(client)).flatMap((checked) =>
      checked.shown.map((finding) => `audit, ${checked.check}: ${finding}`),
    ),
  ]);
  const answered = journal.asks.filter((ask) => ask.told);
  return {
    acknowledged: answered.filter((ask) => ask.told!.status === 200).length,
    refused: answered.filter((ask) => ask.told!.status !== 200).length,
    unanswered: journal.asks.length - answered.length,
    verdicts: journal.verdicts.filter((verdict) => verdict.acknowledged).length,
    played: await world.asOwner(playedIn),
    findings: [...findings, ...(await walletsAsTold(stage))],
  };
}

async function playedIn(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*)::int from declarations) as declarations,
       (select count(*)::int from requests where kind = 'replacement') as replacements,
       (select count(*)::int from settled_months) as settlements,
       (select count(*)::int from refills where request is not null) as refills,
       (select count(*)::int from decisions where verdict = 'pay') as "payouts in two steps"`,
  );
  return rows[0]!;
}

/** `3 declarations, 1 refills` */
export function toldOf(played: Proof['played']): string {
  return Object.entries(played)
    .map(([what, many]) => `${many.toLocaleString('en')} ${what}`)
    .join(', ');
}

/** Of several runs together. */
export function sumOf(played: readonly Proof['played'][]): Proof['played'] {
  const sum: Record<string, number> = {};
  for (const each of played) for (const [what, many] of Object.entries(each)) sum[what] = (sum[what] ?? 0) + many;
  return sum;
}

type Made = {
  attempt: string;
  apply_id: string;
  kind: string;
  total: string;
  moved: boolean;
  balance: string | null;
  by_rule: boolean;
  /** The ad account that it is about. */
  account: string | null;
};

/** Compares what was asked with the requests in the book, which keeps the digest of each attempt's key. */
async function asksInBook(client: pg.Client, { asks }: Journal): Promise<string[]> {
  const { rows } = await client.query<Made>(
    `select r.attempt, r.apply_id, r.kind, r.total_cents::text as total,
            exists (select from movements m where m.request = r.id and m.step = 0) as moved,
            (select m.src_balance::text from movements m where m.request = r.id and m.step = 0
              and m.src = 'wallet:' || r.client order by m.leg desc limit 1) as balance,
            exists (select from refills d where d.request = r.id) as by_rule,
            (select min(a.public_id) from request_lines l join ad_accounts a on a.id = l.ad_account
              where l.request = r.id) as account
     from requests r order by r.attempt, r.n`,
  );
  // A key counts for the person who asks; here each client has one.
  const { rows: members } = await client.query<{ client: string; person: string }>(
    'select client::text as client, person::text as person from members',
  );
  const personOf = new Map(members.map((member) => [member.client, member.person]));
  const byAttempt = Map.groupBy(rows, (row) => row.attempt.replaceAll('-', ''));
  const settled = rows.flatMap(({ kind, account }) => (kind === 'settlement' ? [account!] : []));
  const findings: string[] = [];
  for (const ask of asks.filter(({ what }) => what !== 'declaration')) {
    const names = keysOf(ask, settled).map((key) => attemptOf(personOf.get(String(ask.client)) ?? ask.client, key));
    findings.push(
      ...faultsOf(
        ask,
        names.flatMap((name) => byAttempt.get(name) ?? []),
      ),
    );
    for (const name of names) byAttempt.delete(name);
  }
  for (const made of byAttempt.values()) {
    if (!made.every((row) => row.kind === 'topup' || row.by_rule))
      findings.push(`nobody asked for ${made.map((row) => row.apply_id).join(', ')}`);
  }
  return findings;
}

/** A month is settled with a request of each account: the first has the key of the call, every other one its own. */
const keysOf = ({ what, key }: Ask, accounts: readonly string[]): string[] =>
  what === 'settlement' ? [key, ...accounts.map((account) => `${key} ${account}`)] : [key];

const attemptOf = (person: string, key: string) =>
  createHash('sha256').update(`${person} ${key}`).digest('hex').slice(0, 32);

function faultsOf(ask: Ask, made: readonly Made[]): string[] {
  const name = `${ask.what} ${ask.key} (${ask.tries} tries)`;
  const told = toldRequests(ask);
  const findings: string[] = [];
  if (ask.told?.status === 200 && made.length === 0 && ask.what !== 'settlement')
    findings.push(`${name} was acknowledged and is lost`);
  if (ask.told && ask.told.status !== 200 && made.length > 0)
    findings.push(`${name} was refused with ${ask.told.status} and is in the book`);
  for (const { applyId, totalCents } of told) {
    const row = made.find((one) => one.apply_id === applyId);
    if (!row) findings.push(`${name} was told ${applyId}, which it is not`);
    else if (totalCents !== undefined && Number(row.total) !== totalCents)
      findings.push(`${name}: ${applyId} was told ${totalCents}, the book has ${row.total}`);
  }
  if (ask.what === 'settlement' && ask.told?.status === 200 && ask.told.body.count !== made.length)
    findings.push(`${name} was told of ${ask.told.body.count} accounts, the book has ${made.length}`);
  if (ask.what !== 'order' && told.length > 0 && told.length !== made.length)
    findings.push(`${name} was told ${told.length} rows, the book has ${made.length}`);
  // A top-up moves nothing until it is approved, a settlement when it is, and an empty account has nothing to move.
  const moves = ask.what !== 'topup' && ask.what !== 'settlement';
  if (moves && made.some((row) => !row.moved && row.total !== '0'))
    findings.push(`${name} is half there: a request without its movements`);
  const { walletCents, costCents } = toldMoney(ask);
  if (costCents !== undefined && made.reduce((sum, row) => sum + Number(row.total), 0) !== costCents)
    findings.push(`${name} was told a cost of ${costCents}`);
  if (walletCents !== undefined && made.length > 0 && Number(made.at(-1)!.balance) !== walletCents)
    findings.push(`${name} was told a wallet of ${walletCents}, the book had ${made.at(-1)!.balance}`);
  return findings;
}

async function verdictsInBook(client: pg.Client, { verdicts }: Journal): Promise<string[]> {
  const { rows } = await client.query<Decided>(
    `select r.apply_id, r.state, r.transaction_id, r.kind,
       count(d.id) filter (where d.verdict <> 'release')::int as decisions,
       count(d.id) filter (where d.verdict = 'release')::int as releases,
       max(d.person_name) filter (where d.verdict <> 'release') as by,
       max(d.person_name) filter (where d.verdict = 'release') as released_by,
       array(select p.by_name from proposals p where p.subject = r.apply_id) as proposed_by
     from requests r left join decisions d on d.request = r.id group by r.id`,
  );
  const book = new Map(rows.map((row) => [row.apply_id, row]));
  const twice = rows
    .filter((row) => row.decisions > 1 || row.releases > 1)
    .map((row) => `${row.apply_id} was decided ${row.decisions} times, and released ${row.releases} times`);
  const payouts = rows.filter(({ kind, state }) => kind === 'withdrawal' && state === 'Approved');
  const byTransfer = Map.groupBy(payouts, (row) => row.transaction_id);
  const paidTwice = [...byTransfer].flatMap(([id, paid]) =>
    paid.length > 1 ? [`${id} paid ${paid.map((row) => row.apply_id).join(', ')}`] : [],
  );
  return [
    ...twice,
    ...paidTwice,
    ...verdicts.flatMap((verdict) => faultsOfVerdict(verdict, book.get(verdict.applyId))),
  ];
}

type Decided = {
  apply_id: string;
  kind: string;
  state: string;
  transaction_id: string | null;
  decisions: number;
  releases: number;
  by: string | null;
  released_by: string | null;
  proposed_by: string[];
};

function faultsOfVerdict(verdict: Verdict, row: Decided | undefined): string[] {
  const { applyId, told, acknowledged, by, paidWith } = verdict;
  if (verdict.proposed && !row?.proposed_by.includes(by)) return [`${by} was told to have proposed ${applyId}`];
  if (told === undefined) return [];
  // What is to be paid is paid later, or taken back.
  const goesOn = told === 'To pay' && row?.releases === 1 && ['Approved', 'Rejected'].includes(row.state);
  if (row?.state !== told && !goesOn) return [`${by} was told that ${applyId} is ${told}, the book says ${row?.state}`];
  if (!acknowledged) return [];
  const decidedBy = told === 'To pay' ? row!.released_by : row!.by;
  if (decidedBy !== by && decidedBy !== null)
    return [`${by} was told to have decided ${applyId}, the book says ${decidedBy}`];
  return told === 'Approved' && paidWith !== undefined && row!.transaction_id !== paidWith
    ? [`${by} was told to have paid ${applyId} with ${paidWith}, the book says ${row!.transaction_id}`]
    : [];
}

/** Compares every client's wallet, as each node answers it, with the sum of the movements. */
async function walletsAsTold({ world, talk, people }: Stage): Promise<string[]> {
  const findings: string[] = [];
  for (const { id, name, token } of people.clients) {
    const { rows } = await world.asOwner((client) =>
      client.query(
        `select coalesce(sum(case when dst = $1 then amount else -amount end), 0)::text as cents
         from movements where src = $1 or dst = $1`,
        [`wallet:${id}`],
      ),
    );
    for (const node of world.nodes) {
      const answer = await talk
        .call(node.port, 'GET', '/kimi/get-wallet-of-user', { token })
        .catch(() => ({ body: undefined }));
      const told = Math.round((answer.body?.users?.wallet ?? Number.NaN) * 100);
      if (told !== Number(rows[0].cents))
        findings.push(`node ${node.name} tells ${name} a wallet of ${told}, the book adds up to ${rows[0].cents}`);
    }
  }
  return findings;
}
