/** How money is kept safe, in words a client understands: only what the portal really does. */
import type { Policy } from './policy.words.ts';

export const verifier = {
  heading: 'Check a statement yourself',
  text: 'You do not have to trust us for this, and you need no account anywhere else.',
  steps: [
    'Sign in, open Statement and download a sealed copy. It is a small file, offered beside Excel and PDF.',
    'Download the checking program below. It is short, so that anybody can read what it does.',
    'Run both with Node: node verify-statement.mjs statement-sealed-copy.json',
    'It adds up every line. Then it says YES, or NO and what is wrong.',
  ],
  download: 'Download the checking program',
  picture:
    'The statement in the portal: opening balance, change and closing balance, then each movement with its Apply ID, amount and the balance after it.',
} as const;

export const security: Policy = {
  title: 'How your money is kept safe',
  description:
    'A ledger that nobody can edit. Statements that you can check yourself. Two admins for large payments, and sign-in with passkeys.',
  summary: 'Every cent has a line, no line can be changed, and you can check it without us.',
  sections: [
    {
      id: 'ledger',
      heading: 'A ledger that nobody can edit',
      text: [
        'Money moves in one way only: a line is added that says from where, to where and how much. No line is ever changed or removed, by us or by anybody else.',
        'A mistake is corrected by a second line that undoes the first. You see both on your statement.',
        'No wallet, no held amount and no ad account can fall below zero.',
      ],
    },
    {
      id: 'held',
      heading: 'What you ask for is held, not spent',
      text: [
        'The money of an order, a deposit or a withdrawal is held until we decide. If we reject it or you take it back, all of it returns to your wallet.',
        'Press a button twice or load a page again: you still make one request, not two.',
      ],
    },
    {
      id: 'sealed',
      heading: 'Sealed statements',
      text: [
        'The ledger is sealed every hour. A seal is one short number that depends on every line before it.',
        'A sealed copy of your statement fits that seal. If one line were changed later, it would no longer fit.',
      ],
    },
    {
      id: 'two',
      heading: 'A second pair of eyes',
      text: [
        'Where a mistake is costly, the portal can ask for two admins: large payments, our own address, and prices.',
        'Nobody can confirm their own proposal. A log names who took each decision.',
      ],
    },
    {
      id: 'access',
      heading: 'Nobody else gets in',
      text: [
        'You can sign in with a passkey or with a second factor. Withdrawals ask for your password again, and for the second factor where you have one.',
        'The agency can make a new withdrawal address wait before it is paid. Where it does, whoever gets into your account cannot empty it at once.',
        'When your password or address changes, you get an e-mail. When support looks at your account, it can change nothing.',
      ],
    },
    {
      id: 'who',
      heading: 'Who stands behind it',
      text: ['{identity}.', 'Write to {email}. Support answers {hours}.'],
    },
  ],
};
