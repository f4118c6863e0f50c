/** Every sentence of the dialog that corrects a wallet. */
export const words = {
  title: (name: string) => `Correct the wallet of ${name}`,
  whose: 'Account',
  kind: 'What is it?',
  penalty: 'Penalty',
  goodwill: 'Goodwill',
  amount: 'Amount',
  reason: 'Reason',
  reasonHint: 'The client reads it in the statement, and is told of it unless they switched that off.',
  now: 'Wallet now',
  after: 'Wallet after',
  taken: (amount: string, name: string) => `Take ${amount} from ${name}`,
  given: (amount: string, name: string) => `Give ${amount} to ${name}`,
  nothing: 'Enter an amount',
  failed: 'Failed to correct the wallet.',
  templates: {
    penalty: ['Violation of the platform’s advertising policies.', 'Chargeback on a platform invoice.'],
    goodwill: ['For the delay of your request.', 'For the outage on our side.'],
  },
} as const;
