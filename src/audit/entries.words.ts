/** The words of what the audit log keeps as names. */
import { kinds } from '#kinds/kinds.ts';

const actions: Record<string, string> = {
  'auth.signed_in': 'Signed in',
  'auth.sign_in_failed': 'Sign-in refused, wrong password',
  'auth.second_factor_failed': 'Sign-in refused, wrong code',
  'auth.sessions_ended': 'Sessions ended',
  'auth.password_changed': 'Password changed',
  'auth.reset_asked': 'Asked for a new password',
  'auth.two_factor_on': 'Two-factor sign-in switched on',
  'auth.two_factor_off': 'Two-factor sign-in switched off',
  'auth.two_factor_reset': 'Two-factor sign-in taken off',
  'auth.recovery_codes_renewed': 'New recovery codes made',
  'auth.login_as': 'Looked as a client',
  'auth.login_as_stopped': 'Stopped looking as a client',
  'admin.first_made': 'First admin made',
  'admin.proposed': 'Invitation of an admin proposed',
  'admin.invited': 'Admin invited',
  'admin.removed': 'Admin removed',
  'network.changed': 'Payment network changed',
  'network.proposed': 'Payment network: change proposed',
  'network.confirmed': 'Payment network: change confirmed',
  'network.dropped': 'Payment network: change dropped',
  'settings.changed': 'Settings changed',
  'settings.proposed': 'Settings proposed',
  'settings.dropped': 'Proposed settings dropped',
  'settings.client_prices_changed': 'Prices of a client changed',
  'read.audit_log': 'Audit log exported',
  'read.clients': 'List of clients exported',
  'read.deposits': 'Deposits of a client exported',
  'read.proof': 'Proof looked at',
  'read.revenue': 'Entries of revenue exported',
  'read.statement': 'Statement of a client read',
  'read.statement_proof': 'Statement of a client downloaded with its seals',
  'share.asked': 'Gmail share asked for',
  'user.registered': 'Client registered',
  'user.closed': 'Account closed',
  'user.disabled': 'Client disabled',
  'user.enabled': 'Client enabled',
  'user.data_exported': 'Own data downloaded',
};

const things: Record<string, string> = {
  ...Object.fromEntries(kinds.map(({ name, words }) => [name, words.title])),
  paylink: 'Pay link',
  user: 'Client',
};

const verbs: Record<string, string> = {
  asked: 'asked for',
  'approve.proposed': 'approval proposed',
  'reject.proposed': 'rejection proposed',
  'reverse.proposed': 'reversal proposed',
  'reverse.dropped': 'reversal dropped',
  'approve.dropped': 'proposed approval dropped',
};

const fields: Record<string, string> = {
  adsId: 'Ads ID',
  transactionId: 'Transaction ID',
  totalCents: 'Total',
  receivedCents: 'Received',
  emailId: 'Email',
  remarks: 'Remarks',
  networkName: 'Network',
  networkAddress: 'Address',
  topupBasisPoints: 'Top-up fee',
  depositOptionsCents: 'Deposits offered',
  refundsReturnFee: 'Fee given back with a refund',
  'secondPair.on': 'Second pair of eyes',
  'secondPair.network': 'Second pair for the network',
  'secondPair.corrections': 'Second pair for corrections',
  'secondPair.refundsAboveCents': 'Second pair for refunds above',
  'secondPair.withdrawalsAboveCents': 'Second pair for withdrawals above',
  adminsNeedTwoFactor: 'Two-factor sign-in of admins',
};

export const words = { actions, things, verbs, fields, yes: 'yes', no: 'no' } as const;
