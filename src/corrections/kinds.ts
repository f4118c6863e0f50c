/** All kinds of request, for whatever treats them alike: the queue, cancelling, reversing, the audit, docs/money.md. */
import { application } from '#adaccounts/adaccounts.ts';
import { deposit } from '#deposits/deposits.ts';
import { refund } from '#refunds/refunds.ts';
import type { Kind, KindName } from '#requests/requests.ts';
import { topup } from '#topups/topups.ts';
import { withdrawal } from '#withdrawals/withdrawals.ts';
import { goodwill, penalty } from './corrections.ts';

export const kinds: readonly Kind[] = [topup, application, deposit, refund, withdrawal, penalty, goodwill];

export function kindNamed(name: KindName): Kind {
  return kinds.find((kind) => kind.name === name)!;
}
