/**
 * The three policies: what the portal really does with money, accounts and data, said so that it can be held to it.
 * What stands in braces is the agency's own: `facts.ts`.
 */
type Section = {
  readonly id: string;
  readonly heading: string;
  readonly text: readonly (string | readonly string[])[];
};
export type Policy = {
  readonly title: string;
  readonly description: string;
  readonly summary: string;
  readonly sections: readonly Section[];
};

export const lastUpdate = 'Last update on May 2024';
export const contents = 'On this page';

export const refundPolicy: Policy = {
  title: 'Refund Policy',
  description:
    'What can be refunded, what cannot, and how long it takes: 7 business days for ad accounts, 28 days for a wallet.',
  summary:
    'Unspent money in an ad account returns to your wallet within 7 business days. Your wallet is paid out within 28 days when you stop working with us. The opening fee and penalties are not refundable.',
  sections: [
    {
      id: 'when',
      heading: 'When a refund is possible',
      text: [
        'A refund is given only after the money has been transferred to us, and only for services that are not completed. A service is completed when the ad account has been opened and the money in it has been spent on advertising.',
        'Money of a request that is not decided yet is not a refund: if you take the request back, or we reject it, all of its money is in your wallet again at once.',
      ],
    },
    {
      id: 'accounts',
      heading: 'Unspent money in an ad account',
      text: [
        '{unspentInPolicy} You ask for it in the portal, under AfterSale, with the Ads ID and the amount.',
        'The money is held while we check the balance with the platform and transfer it. It is in your wallet within 7 business days.',
        'When a platform disables an account for good, the remaining balance that the platform releases returns to your wallet in the same way.',
      ],
    },
    {
      id: 'wallet',
      heading: 'Money in your wallet',
      text: [
        'If you stop working with us, you can withdraw the money in your wallet. Ask for it in the portal, with the network and address it should go to; your e-mail address must be confirmed, and we ask for your password again.',
        'Withdrawals are completed within 28 days. We charge no fee. What the payment network charges is borne by the receiver.',
      ],
    },
    {
      id: 'not',
      heading: 'What is not refundable',
      text: [
        [
          'The account opening fee of {opening} per order, once the order is approved.',
          'Penalties that a platform charges because its advertising rules were broken.',
          'Money that was spent on advertising, whatever the result of the campaign.',
          '{feeNotRefundable}',
        ],
      ],
    },
    {
      id: 'errors',
      heading: 'Technical errors',
      text: [
        'If a fault of the portal or of our staff took money that was not owed, such as a payment counted twice or an amount entered wrongly, it is given back in full, fees included. The limits above do not apply to these cases. Tell us as soon as you notice.',
      ],
    },
    {
      id: 'how',
      heading: 'How to ask, and how long it takes',
      text: [
        'Ask for refunds and withdrawals in the portal. Each request has an Apply ID and shows its state. For anything else write to support and name the Apply ID.',
        'A refund takes 7 business days. Business days are the working days of our support, {hours}. If a request is rejected, the reason stands beside it word for word, and you can correct it and send it again.',
      ],
    },
    { id: 'contact', heading: 'Contact', text: ['{agency}, {email}. You get a reply within 24 hours.'] },
  ],
};

export const terms: Policy = {
  title: 'Terms of Service',
  description:
    'The terms for agency ad accounts: registration, prices, orders, the wallet, your duties and ours, changes and the end of the contract.',
  summary:
    'Registration is free. You pay {opening} per order and {rate} of what you deposit. You answer for the ads you run; we answer for the accounts and the money in the portal. Material changes come with 30 days’ notice.',
  sections: [
    {
      id: 'who',
      heading: 'Who we are and what this is',
      text: [
        '{agency} supplies agency ad accounts on {platforms} and runs this portal. These terms are the contract between us and everybody who registers. By registering you accept them, together with the refund policy and the privacy policy.',
        'You act for a business or on your own account as an advertiser, and you are of age where you live.',
      ],
    },
    {
      id: 'registration',
      heading: 'Registration and your access',
      text: [
        'Registration is free, and so is the panel. The details you give must be true and kept current, above all the e-mail address: codes, decisions and notices go there.',
        'Your access is yours. Keep the password to yourself, use two-factor sign-in where you can, and tell us at once if you believe that somebody else got in. What is done with your access counts as done by you until then.',
      ],
    },
    {
      id: 'prices',
      heading: 'Prices',
      text: [
        [
          'Account opening fee: {opening} per order, whether it holds one account or ten.',
          'Top-up fee: {rate} of the money deposited into ad accounts, rounded to the cent.',
          'Adding money to the wallet and withdrawing it: free.',
        ],
        'The portal shows the sum before you send an order or a deposit and charges exactly that sum. If a price is different for you, the portal shows your price. All amounts are US dollars.',
      ],
    },
    {
      id: 'wallet',
      heading: 'The wallet',
      text: [
        'You pay from a wallet in US dollars. You add money by sending USDT{overNetwork} to the address shown and entering the transaction ID. We check the payment and credit what arrived. A transaction counts once. Payoneer, Wise and bank transfer are possible by arrangement with support.',
        'Send only to the address and over the network that the portal shows at that moment. Money sent to another address or over another network may be lost, and we cannot bring it back.',
        'The wallet is prepaid credit for the services of this portal. It is not a bank account and bears no interest.',
      ],
    },
    {
      id: 'orders',
      heading: 'Orders and ad accounts',
      text: [
        'An order holds one to ten accounts. Its money is held when you send it and taken when we approve it. If we reject it or you take it back before, all of it returns to your wallet. Accounts are usually opened within {openTime}. Where a platform takes longer, the order stays open and you may take it back.',
        'We set no limit on what an account spends and none on the number of accounts. Platforms set rules and limits of their own, and these apply.',
        'Ad accounts belong to the agency and are made available to you for your own advertising. You may share them with the functions of the portal, but not sell or lend them.',
      ],
    },
    {
      id: 'duties',
      heading: 'Your advertising',
      text: [
        'You answer for your ads, pages, domains and apps: they must be lawful where they are shown, respect the rights of others and follow the rules of the platform. Do not advertise what a platform forbids, do not hide the real destination of an ad, and do not use payments or identities of others.',
        'If a platform charges a penalty or claims money back because its rules were broken in your account, you bear it.',
      ],
    },
    {
      id: 'disabled',
      heading: 'Disabled accounts',
      text: [
        'If a platform disables an account, we appeal and report the result after a few days. The decision is the platform’s. If the account stays disabled for good, the remaining balance that the platform releases returns to your wallet.',
      ],
    },
    {
      id: 'refunds',
      heading: 'Refunds',
      text: [
        'The refund policy is part of these terms. It says what you get back, how soon, and what you do not get back.',
      ],
    },
    {
      id: 'support',
      heading: 'Support and availability',
      text: [
        'Support is at work {hours} and replies within 24 hours. We keep the portal available and its records complete. Maintenance or the networks of others can interrupt it. Requests that you have sent are not lost.',
      ],
    },
    {
      id: 'liability',
      heading: 'Liability',
      text: [
        'We are liable without limit for intent and gross negligence and where the law demands it. Otherwise we are liable for the money you entrusted to us and the fees you paid in the three months before, and not for the results of campaigns, lost profit, or decisions of a platform.',
      ],
    },
    {
      id: 'end',
      heading: 'Ending',
      text: [
        'You can stop at any time: refund what is left in your ad accounts and withdraw your wallet. We can end the contract with 30 days’ notice, or at once if you break these terms seriously, such as by fraud. In either case money that is yours stays yours and is paid out under the refund policy.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      text: [
        'We announce material changes by e-mail at least 30 days before they take effect. Requests sent before keep the prices and terms they were sent under. If you do not agree, you can end the contract before the change takes effect.',
      ],
    },
    { id: 'contact', heading: 'Contact', text: ['{agency}, {email}.'] },
  ],
};

export const privacy: Policy = {
  title: 'Privacy Policy',
  description:
    'Which data the portal keeps, what for, who sees it, and what you can ask of us. One cookie, no advertising trackers.',
  summary:
    'We keep what is needed to run your wallet and your ad accounts, and nothing for advertising. One cookie keeps you signed in. No tracker and no script of anybody else is on these pages.',
  sections: [
    {
      id: 'controller',
      heading: 'Who is responsible',
      text: ['{agency} is responsible for the data in this portal. For every question and request write to {email}.'],
    },
    {
      id: 'data',
      heading: 'What we collect',
      text: [
        'You give us most of it yourself:',
        [
          'On registration: username, e-mail address, country, phone, PIN code, the way you like to be reached and, if you choose, what you advertise.',
          'Your password, which is stored only as an argon2id hash that nobody can read back.',
          'For orders: Gmail and Outlook addresses, domains, page addresses, app links and names of accounts.',
          'For payments: transaction IDs, amounts, network and address, and a picture of the payment if you add one. We take all metadata, such as the place, out of the picture before we store it.',
          'For a paylink: the name, e-mail address and country of the payer, and the name and website of a company.',
          'What you write to support, and the names you give to your passkeys.',
        ],
        'From the platforms we read the state of your ad accounts, what they spent and what is left in them.',
        'Some of it comes from use: when you signed in and from which network address and browser, which requests you sent, and what was decided about them.',
        'Keys that you enter in the 2FA tool stay in your browser; they are never sent to us.',
      ],
    },
    {
      id: 'purpose',
      heading: 'What for',
      text: [
        [
          'To open, fund, share and refund your ad accounts and to keep your wallet: this is the contract with you.',
          'To protect your money and ours: sign-in limits, codes by e-mail, and a log of every decision and security event.',
          'To answer you when you write to us.',
          'To keep the books that the law demands.',
        ],
        'We do not profile you, do not sell data and send no advertising.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and storage',
      text: [
        'One cookie keeps you signed in: for 12 hours, or for 30 days if you tick “Remember me”. Scripts cannot read it and other sites do not receive it. Your browser remembers how you set up the pages: a light or dark appearance, menus, columns of lists and keys. What you type into a form stays in its tab until you send it or log out; a top-up that you have begun is kept with your account for 7 days, so that you can end it on another device. Pictures of transfers stay with our books.',
        'There are no analytics, no advertising trackers, and no fonts, scripts or pictures loaded from other sites. That is why there is no cookie banner.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Who receives data',
      text: [
        [
          'The platform that an account is opened with ({operators}) receives what the order needs: addresses, domains, pages, apps.',
          'The address that you share an account with learns of the share.',
          'The services that run our server and deliver our e-mails process data on our behalf and for nothing else.',
          'Payments in USDT are recorded on a public network; the amount and addresses are visible to everybody there.',
          'Authorities, where the law obliges us.',
        ],
        'Our staff see what they need for their work. When one of them opens your area to help you, a reason is recorded. It ends after 30 minutes, and nothing can be changed from there.',
      ],
    },
    {
      id: 'time',
      heading: 'How long we keep it',
      text: [
        'Your account’s data as long as you are our client. Entries about money are never edited or deleted while the law demands books to be kept. Codes mailed to you are good for 10 minutes, links for 30 minutes, and both are stored hashed.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      text: [
        'You can see your data in the portal and download it under Settings. You can correct your mobile number and e-mail address yourself. Write to us to have something else corrected, such as the phone number you registered with, to have something deleted or restricted, or to object to a use. We answer within 30 days.',
        'Data that the law obliges us to keep is restricted instead of deleted. You can also complain to the data protection authority where you live.',
      ],
    },
    {
      id: 'security',
      heading: 'How it is protected',
      text: [
        'Connections are encrypted, passwords and codes are hashed, sessions can be seen and ended in your settings, and two-factor sign-in is there for everybody. If something happens that puts your data at risk, we tell you without delay.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      text: ['If this policy changes materially, we tell you by e-mail 30 days before.'],
    },
  ],
};
