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
  readonly needs: readonly { readonly what: string; readonly why: string }[];
  readonly advantages: readonly { readonly title: string; readonly text: string }[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly promotion?: { readonly figures: string; readonly title: string; readonly text: string };
  readonly questions: readonly Question[];
};

export const words = {
  start: 'Get Start',
  ask: 'Ask support first',
  needsHeading: 'What you need at hand',
  advantagesHeading: 'Why through an agency',
  stepsHeading: 'How it works',
  orderPicture: (platform: string) =>
    `The order form for ${platform} in the portal: what was typed, and beside it the deposits, the opening fee, the top-up fee, the total and the wallet after it.`,
  priceLine: '{opening} per order and {rate} of what you deposit. That is the price list.',
} as const;

export const turnaround = {
  // The joiner keeps the two figures on one line.
  title: 'Open in 1–\u20602 working days',
  text: 'You see in your list where the order stands, and get a mail when the Ads ID is there.',
};
export const unlimited = {
  title: 'No spend limit',
  text: 'We set no limit on spend, and no cap on the number of accounts you hold.',
};
export const panel = {
  title: 'A free panel',
  text: 'Wallet, deposits, refunds and a statement to the cent, managed by yourself.',
};
export const cost: Question = {
  question: 'What does it cost?',
  answer:
    '{opening} opening fee per order and {rate} of what you deposit into the accounts. If we reject the order, all of it returns to your wallet.',
};
