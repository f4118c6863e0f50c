/** The page about Bing. */
import { addMoney, cost, panel, turnaround, unlimited, unspent, type PlatformWords } from './platform.words.ts';

export const bing: PlatformWords = {
  title: 'Bing agency ad accounts',
  description:
    'Bing agency ad accounts in 1–2 working days: bring a domain and an Outlook mail. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Bing agency accounts, one for each domain.',
  lead: 'Name the domain you advertise and an Outlook mail. The account is open in 1–2 working days, with the deposit you chose already in it.',
  picture: 'bing',
  account: 'A Microsoft Advertising account. Its ads run on Bing and on the search pages of Microsoft’s partners.',
  needs: {
    domain: 'The site that the ads lead to, such as example.com.',
    outlookMail: 'The address that the account is opened for. Sign in to Microsoft Advertising with it.',
  },
  advantages: [
    turnaround,
    unlimited,
    {
      title: 'Deposits from {leastDeposit}',
      text: 'Choose {deposits} for each account and add more whenever you like.',
    },
    {
      title: 'Ten domains in one order',
      text: 'Paste your list; the opening fee of {opening} is taken once for the order.',
    },
    panel,
    {
      title: 'Money back to your wallet',
      text: '{moneyBack}',
    },
  ],
  steps: [
    {
      title: 'Register and add money',
      text: 'Registration is free. Add USDT{overNetwork} to your wallet; we check the payment and credit it.',
    },
    { title: 'Order one to ten accounts', text: 'For each account a domain, an Outlook mail and a deposit.' },
    { title: 'Run your campaigns', text: 'The Ads ID stands in your list in 1–2 working days.' },
  ],
  questions: [
    {
      question: 'Does each account need its own domain?',
      answer: 'Each row of the order names one domain and one mail. The same domain may stand in several rows.',
    },
    {
      question: 'Can I bring my Google campaigns?',
      answer:
        'Yes. Microsoft Advertising has an import for them. Connect your Google Ads account there, and choose what to copy.',
    },
    {
      question: 'Must the mail be an Outlook address?',
      answer: 'Any mail that you use as a Microsoft account works. The order form takes every valid address.',
    },
    cost,
    addMoney,
    unspent,
  ],
};
