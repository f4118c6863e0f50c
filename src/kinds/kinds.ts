/**
 * All kinds of request, for whatever treats them alike: asking, deciding, the queue, the audit, the statement,
 * docs/money.md. Whoever adds a kind writes its file and a line here.
 */
import { application } from './application.ts';
import { deposit } from './deposit.ts';
import { goodwill } from './goodwill.ts';
import type { KindOf } from './kind.ts';
import { stepOf } from './life.ts';
import { penalty } from './penalty.ts';
import { refund } from './refund.ts';
import { topup } from './topup.ts';
import { withdrawal } from './withdrawal.ts';

const all = [topup, application, deposit, refund, withdrawal, penalty, goodwill] as const;

export type KindName = (typeof all)[number]['name'];
export type Kind = KindOf<KindName>;

export const kinds: readonly Kind[] = all;
export const kindNames = kinds.map(({ name }) => name);

export function kindNamed(name: KindName): Kind {
  return kinds.find((kind) => kind.name === name)!;
}

/** Every legal movement as plain rows, for the database and for those who check it. */
export const postings = kinds.flatMap((kind) =>
  kind.postings.map((posting) => ({ kind: kind.name, step: stepOf[posting.event], ...posting })),
);
