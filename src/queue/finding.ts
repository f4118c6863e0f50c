/** What is typed into the finder, read: an amount, alone or behind a name, or something to be done for a client. */
import { centsOf, type Cents } from '#kernel/money.ts';
import { words } from './finding.words.ts';

/** `sofia $1,500` is an amount of somebody; undefined where no amount stands at the end. */
export function amountIn(q: string): { who: string; cents: Cents } | undefined {
  const [, who = '', amount = ''] = /^(?:(.*[^\s$])\s+)?\$?\s*(\d[\d,]{0,9}(?:\.\d{1,2})?)\s*\$?$/.exec(q.trim()) ?? [];
  const cents = centsOf(amount.replaceAll(',', ''));
  return cents === undefined ? undefined : { who, cents };
}

type Action = (typeof words.actions)[number];
export type OwnAction = (typeof words.ownActions)[number];

/** `deposit to Summer` is what a client would do with an account, and which; undefined for everything else. */
export function ownActionIn(q: string): { action: OwnAction; what: string } | undefined {
  const typed = q.trim().toLowerCase();
  for (const action of words.ownActions) {
    const said = action.said.find((each) => typed.startsWith(`${each} `));
    if (said !== undefined) return { action, what: q.trim().slice(said.length).trim() };
  }
  return undefined;
}

/** `change price of Sofia` is an action and whom it is for; undefined for everything else. */
export function actionIn(q: string): { action: Action; who: string } | undefined {
  const typed = q.trim().toLowerCase();
  for (const action of words.actions) {
    const said = action.said.find((each) => typed.startsWith(`${each} `));
    if (said !== undefined) return { action, who: q.trim().slice(said.length).trim() };
  }
  return undefined;
}
