/** What is typed into the finder, read: an amount, alone or behind a name, or something to be done for a client. */
import { centsOf, plainAmount, type Cents } from '#kernel/money.ts';
import type { words } from './finding.words.ts';

/** `sofia $1,500` is an amount of somebody; undefined where no amount stands at the end. */
export function amountIn(q: string): { who: string; cents: Cents } | undefined {
  const [, who = '', amount = ''] = /^(?:(.*[^\s$])\s+)?\$?\s*(\d[\d,.]{0,12})\s*\$?$/.exec(q.trim()) ?? [];
  const cents = centsOf(plainAmount(amount));
  return cents === undefined ? undefined : { who, cents };
}

export type OwnAction = (typeof words.ownActions)[number];

/**
 * Which of these is to be done, and with what or for whom: `deposit to Summer`, `change price of Sofia`; undefined for
 * everything else.
 */
export function actionIn<Action extends { said: readonly string[] }>(
  q: string,
  actions: readonly Action[],
): { action: Action; of: string } | undefined {
  const typed = q.trim().toLowerCase();
  for (const action of actions) {
    const said = action.said.find((each) => typed.startsWith(`${each} `));
    if (said !== undefined) return { action, of: q.trim().slice(said.length).trim() };
  }
  return undefined;
}
