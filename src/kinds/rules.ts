/**
 * What is legal, as rows of the database: platforms, kinds, their postings, the transitions of requests, and the steps
 * of ad accounts. Printed into migrations/functions/rules.sql (`npm run schema`), which runs in every database when it
 * has changed. The function `change` moves what these rows say and nothing else.
 */
import { kinds } from './kinds.ts';
import { accountSteps } from '#ledger/accountlife.ts';
import { sendsMoney } from './facts.ts';
import { life, stepOf, type Verdict } from './life.ts';
import { platforms } from '#platforms/platforms.ts';

const heading =
  '-- What is legal. Printed from src/kinds by `npm run schema`, never edited; held by src/kinds/rules.test.ts.';

export function rulesPage(): string {
  const names = kinds.map((kind) => [
    kind.name,
    kind.opens !== undefined,
    kind.askedBy,
    kind.decidedBy,
    kind.countsAsActive,
    sendsMoney(kind),
    kind.claim?.freedBy,
  ]);
  const postings = kinds.flatMap((kind) =>
    kind.postings.map(({ event, src, dst, amount, rides }, n) => [
      kind.name,
      event,
      n,
      stepOf[event],
      src,
      dst,
      amount,
      rides,
    ]),
  );
  const transitions = (Object.keys(life) as Verdict[]).map((verdict) => {
    const { from, to, event } = life[verdict];
    return [verdict, from, to, event, verdict === 'cancel' ? 'client' : 'admin'];
  });
  return `${[
    heading,
    insert(
      'platforms (name)',
      platforms.map((name) => [name]),
    ).replace(/;$/, '\non conflict do nothing;'),
    'delete from postings;\ndelete from kinds;\ndelete from transitions;\ndelete from account_transitions;',
    insert('kinds (name, opens, asked_by, decided_by, counts_as_active, sends_money, freed_by)', names),
    insert('postings (kind, event, n, step, src, dst, amount, rides)', postings),
    insert('transitions (verdict, from_state, to_state, event, by)', transitions),
    insert(
      'account_transitions (from_state, to_state, by)',
      accountSteps.map(({ from, to, by }) => [from, to, by]),
    ),
  ].join('\n\n')}\n`;
}

function insert(into: string, rows: readonly (readonly (string | number | boolean | undefined)[])[]): string {
  const value = (each: string | number | boolean | undefined) =>
    each === undefined ? 'null' : typeof each === 'string' ? `'${each}'` : String(each);
  return `insert into ${into} values\n${rows.map((row) => `  (${row.map(value).join(', ')})`).join(',\n')};`;
}
