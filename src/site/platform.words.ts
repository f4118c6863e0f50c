/** The sentences that platform pages share; each platform's own stand in a file of theirs (`platformwords.ts`). */
import type { Question } from './home.words.ts';
import type { PictureName } from './pictures.ts';

export type PlatformWords = {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  /** Of its order form, where `npm run picture` has taken one. */
  readonly picture?: PictureName;
  /** What an account there is, in the platform's own terms. */
  readonly account: string;
  /** By the name of what its order asks for (`asks.ts`), what it is for; of a deposit all say the same. */
  readonly needs: Readonly<Record<string, string>>;
  readonly advantages: readonly { readonly title: string; readonly text: string }[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly promotion?: { readonly figures: string; readonly title: string; readonly text: string };
  readonly questions: readonly Question[];
};

export const words = {
  start: 'Get Start',
  ask: 'Ask support first',
  needsHeading: 'What the order asks for',
  mayBeEmpty: 'optional',
  deposit: '{deposits}. The account opens with it, and you can add more at any time.',
  glanceHeading: (platform: string) => `A ${platform} account at a glance`,
  glance: {
    account: 'What it is',
    adsId: 'Its Ads ID looks like',
    places: 'Where its ads run',
    opening: 'To open',
    openingText: '{opening} per order of one to ten accounts',
    first: 'First deposit',
    firstOfRows: '{deposits} for each account',
    firstOfLicense: 'Any amount from $0. With Monthly VIP there is none.',
    later: 'Later deposits',
    laterText: 'Any amount from {leastLater}, plus {rate} top-up fee',
  },
  advantagesHeading: 'Why through an agency',
  stepsHeading: 'How it works',
  orderPicture: (platform: string) =>
    `The order form for ${platform} in the portal: what was typed, and beside it the deposits, the opening fee, the top-up fee, the total and the wallet after it.`,
  priceLine: '{opening} per order and {rate} of what you deposit. That is the whole price list.',
} as const;

export const turnaround = {
  title: 'Open in {openTimeOnOneLine}',
  text: 'You see in your list where the order stands, and the Ads ID as soon as it is there.',
};
export const unlimited = {
  title: 'No spend limit',
  text: 'We set no limit on spend, and no cap on the number of accounts you hold.',
};
export const panel = {
  title: 'A free panel',
  text: 'You manage your wallet, deposits and refunds yourself, with a statement to the cent.',
};
export const addMoney: Question = {
  question: 'How do I add money to an account?',
  answer:
    'Use the deposit form: choose the Ads ID and enter the amount, in as many rows as you like. The money comes from your wallet. If one row is wrong, nothing is sent.',
};
export const unspent: Question = {
  question: 'How do I get unspent money back?',
  answer: 'Ask for a refund in the portal. {refundArrives}',
};
export const cost: Question = {
  question: 'What does it cost?',
  answer:
    '{opening} opening fee per order and {rate} of what you deposit into the accounts. If we reject the order, all of it returns to your wallet.',
};
