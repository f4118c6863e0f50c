/** The page about Meta. */
import { cost, panel, turnaround, unlimited, type PlatformWords } from './platform.words.ts';

export const facebook: PlatformWords = {
  title: 'Meta agency ad accounts',
  description:
    'Meta agency ad accounts in {openTime}, with appeals when one is disabled. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Meta agency accounts, appeals included.',
  lead: 'Tell us your license, pages and domains or app. The accounts open in {openTime}. If Meta disables one, we appeal.',
  picture: 'facebook',
  account:
    'An ad account in Meta Ads Manager, shared with your business manager if you name one. Your pages stay yours.',
  needs: {
    license: 'A new one, or one you have used before, and its name.',
    pages: 'The addresses of the pages you advertise.',
    target: 'Your domains, or no restriction. For an app: its store address and App ID.',
    paymentMode: 'Pay One-by-One with a deposit for each account, or Monthly VIP.',
  },
  advantages: [
    turnaround,
    unlimited,
    {
      title: 'Appeals with the platform',
      text: 'If Meta disables an account, we appeal. You hear the result after a few days.',
    },
    {
      title: 'Your balance is safe',
      text: 'If an account stays disabled for good, what is left in it returns to your wallet.',
    },
    {
      title: 'Two ways to pay',
      text: 'Pay One-by-One for each account, or choose Monthly VIP: open now and deposit later.',
    },
    panel,
  ],
  steps: [
    {
      title: 'Register and add money',
      text: 'Registration is free. Add USDT{overNetwork} to your wallet. We check the payment and credit it.',
    },
    {
      title: 'Send your information',
      text: 'License, pages, domains or app, and one to ten accounts with their names.',
    },
    {
      title: 'Run your campaigns',
      text: 'The Ads IDs are in your list in {openTime}. We share the accounts with the business manager you name in the remarks.',
    },
  ],
  questions: [
    {
      question: 'What happens when a Meta account is disabled?',
      answer: [
        'We appeal with Meta and report the result after a few days.',
        'If it is permanently disabled, the remaining balance returns to your wallet in the portal.',
      ],
    },
    cost,
    {
      question: 'How do I add money to an account?',
      answer:
        'In the portal, from your wallet: choose the Ads ID, enter the amount and send it. The top-up fee is {rate} of the amount.',
    },
    {
      question: 'Can you share the account with my business manager?',
      answer:
        'Yes. Write the ID of your business manager in the remarks of the order, or send it to support from the page of the account when it is open.',
    },
    {
      question: 'What is the difference between Monthly VIP and Pay One-by-One?',
      answer:
        'With Pay One-by-One each account of the order starts with its own deposit. With Monthly VIP the order costs the opening fee only, and you fund the accounts with deposits once they are open.',
    },
  ],
};
