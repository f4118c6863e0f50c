/** The page about Bing. */
import { addMoney, cost, panel, turnaround, unlimited, unspent, type PlatformWords } from './platform.words.ts';

export const bing: PlatformWords = {
  title: 'Bing agency ad accounts',
  description:
    'Bing agency ad accounts in {openTime}: bring a domain and an Outlook address. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Bing agency accounts, one for each domain.',
  lead: 'Give us the domain you advertise and an Outlook address. The account opens in {openTime}, with your deposit already in it.',
  picture: 'bing',
  account: 'A Microsoft Advertising account. Its ads run on Bing and on the search pages of Microsoft’s partners.',
  needs: {
    domain: 'The site that the ads lead to, such as example.com.',
    outlookMail: 'We open the account for this address. Sign in to Microsoft Advertising with it.',
  },
  advantages: [
    turnaround,
    unlimited,
    {
      title: 'Deposits from {leastDeposit}',
      text: 'Choose {deposits} for each account, and add more at any time.',
    },
    {
      title: 'Ten domains in one order',
      text: 'Paste your list. You pay the opening fee of {opening} once for the whole order.',
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
      text: 'Registration is free. Add USDT{overNetwork} to your wallet. We check the payment and credit it.',
    },
    { title: 'Order one to ten accounts', text: 'For each account: a domain, an Outlook address and a deposit.' },
    { title: 'Run your campaigns', text: 'The Ads ID is in your list in {openTime}.' },
  ],
  questions: [
    {
      question: 'Does each account need its own domain?',
      answer: 'Each row of the order has one domain and one address. You can use the same domain in several rows.',
    },
    {
      question: 'Can I bring my Google campaigns?',
      answer:
        'Yes. Microsoft Advertising can import them. Connect your Google Ads account there, and choose what to copy.',
    },
    {
      question: 'Must it be an Outlook address?',
      answer: 'Any e-mail address that you use as a Microsoft account works. The order form takes every valid address.',
    },
    cost,
    addMoney,
    unspent,
  ],
};
