/** After a run: compares every answer that somebody got with the book, and audits the book itself. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { auditBook } from '#requests/book.server.ts';
import { toldMoney, toldRequests, type Ask, type Journal } from './journal.ts';
import type { Stage } from './stage.ts';

export type Proof = { acknowledged: number; refused: number; unanswered: number; verdicts: number; findings: string[] };

/** All differences, one sentence each; none when all is well. */
export async function prove(stage: Stage): Promise<Proof> {
  const { journal, world } = stage;
  const findings = await world.asOwner(async (client) => [
    ...(await asksInBook(client, journal)),
    ...(await verdictsInBook(client, journal)),
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
    findings: [...findings, ...(await walletsAsTold(stage))],
  };
}

type Made = { attempt: string; apply_id: string; kind: string; total: string; moved: boolean; balance: string | null };

/** Compares what was asked with the requests in the book, which keeps the digest of each attempt's key. */
async function asksInBook(client: pg.Client, { asks }: Journal): Promise<string[]> {
  const { rows } = await client.query<Made>(
    `select r.attempt, r.apply_id, r.kind, r.total_cents::text as total,
            exists (select from movements m where m.request = r.id and m.step = 0) as moved,
            (select m.src_balance::text from movements m where m.request = r.id and m.step = 0
              and m.src = 'wallet:' || r.client order by m.leg desc limit 1) as balance
     from requests r order by r.attempt, r.n`,
  );
  // A key counts for the person who asks; here each client has one.
  const { rows: members } = await client.query<{ client: string; person: string }>(
    'select client::text as client, person::text as person from members',
  );
  const personOf = new Map(members.map((member) => [member.client, member.person]));
  const byAttempt = Map.groupBy(rows, (row) => row.attempt.replaceAll('-', ''));
  const findings: string[] = [];
  for (const ask of asks) {
    const name = createHash('sha256')
      .update(`${personOf.get(String(ask.client))} ${ask.key}`)
      .digest('hex')
      .slice(0, 32);
    findings.push(...faultsOf(ask, byAttempt.get(name) ?? []));
    byAttempt.delete(name);
  }
  for (const made of byAttempt.values()) {
    if (!made.every((row) => row.kind === 'topup'))
      findings.push(`nobody asked for ${made.map((row) => row.apply_id).join(', ')}`);
  }
  return findings;
}

function faultsOf(ask: Ask, made: readonly Made[]): string[] {
  const name = `${ask.what} ${ask.key} (${ask.tries} tries)`;
  const told = toldRequests(ask);
  const findings: string[] = [];
  if (ask.told?.status === 200 && made.length === 0) findings.push(`${name} was acknowledged and is lost`);
  if (ask.told && ask.told.status !== 200 && made.length > 0)
    findings.push(`${name} was refused with ${ask.told.status} and is in the book`);
  for (const { applyId, totalCents } of told) {
    const row = made.find((one) => one.apply_id === applyId);
    if (!row) findings.push(`${name} was told ${applyId}, which it is not`);
    else if (totalCents !== undefined && Number(row.total) !== totalCents)
      findings.push(`${name}: ${applyId} was told ${totalCents}, the book has ${row.total}`);
  }
  if (ask.what !== 'order' && told.length > 0 && told.length !== made.length)
    findings.push(`${name} was told ${told.length} rows, the book has ${made.length}`);
  // A top-up moves nothing until it is approved.
  if (ask.what !== 'topup' && made.some((row) => !row.moved))
    findings.push(`${name} is half there: a request without its movements`);
  const { walletCents, costCents } = toldMoney(ask);
  if (costCents !== undefined && made.reduce((sum, row) => sum + Number(row.total), 0) !== costCents)
    findings.push(`${name} was told a cost of ${costCents}`);
  if (walletCents !== undefined && made.length > 0 && Number(made.at(-1)!.balance) !== walletCents)
    findings.push(`${name} was told a wallet of ${walletCents}, the book had ${made.at(-1)!.balance}`);
  return findings;
}

async function verdictsInBook(client: pg.Client, { verdicts }: Journal): Promise<string[]> {
  const { rows } = await client.query<{ apply_id: string; state: string; decisions: number; by: string | null }>(
    `select r.apply_id, r.state, count(d.id)::int as decisions, max(d.person_name) as by
     from requests r left join decisions d on d.request = r.id group by r.id`,
  );
  const book = new Map(rows.map((row) => [row.apply_id, row]));
  const twice = rows
    .filter((row) => row.decisions > 1)
    .map((row) => `${row.apply_id} was decided ${row.decisions} times`);
  const untrue = verdicts.flatMap(({ applyId, told, acknowledged, by }) => {
    const row = book.get(applyId);
    if (told === undefined) return [];
    if (row?.state !== told) return [`${by} was told that ${applyId} is ${told}, the book says ${row?.state}`];
    return acknowledged && row.by !== by && row.by !== null
      ? [`${by} was told to have decided ${applyId}, the book says ${row.by}`]
      : [];
  });
  return [...twice, ...untrue];
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
