/** The own security log in sentences. */
const events: Record<string, string> = {
  'auth.signed_in': 'Signed in',
  'auth.sign_in_failed': 'A sign-in with a wrong password was refused',
  'auth.second_factor_failed': 'A sign-in with a wrong code was refused',
  'auth.sessions_ended': 'Sessions were ended',
  'auth.password_changed': 'The password was changed',
  'auth.reset_asked': 'A link for a new password was asked for',
  'auth.two_factor_on': 'Two-factor sign-in was switched on',
  'auth.two_factor_off': 'Two-factor sign-in was switched off',
  'auth.recovery_codes_renewed': 'New recovery codes were made',
  'auth.login_as': 'The agency opened this account to look at it',
  'auth.login_as_stopped': 'The agency stopped looking at this account',
  'user.registered': 'The account was made',
  'user.mobile_changed': 'The mobile number was changed',
  'user.email_changed': 'The e-mail address was changed',
  'user.email_verified': 'The e-mail address was confirmed',
  'user.data_exported': 'The data of this account was downloaded',
  'user.closed': 'The account was closed',
  'user.disabled': 'The agency disabled the account',
  'user.enabled': 'The agency enabled the account',
};

export const words = {
  title: 'Security log',
  text: 'What happened to the security of your account. Write to us at once if something was not you.',
  what: 'What',
  when: 'When',
  from: 'From',
  byAgency: 'The agency',
  empty: 'Nothing has happened yet.',
  failed: 'Your security log could not be fetched.',
  event: (action: string) => events[action] ?? action.replace(/^\w+\./, '').replaceAll(/[._]/g, ' '),
} as const;
