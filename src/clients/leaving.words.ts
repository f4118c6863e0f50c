/** Every sentence about taking one's data along and closing the account. */
export const words = {
  dataTitle: 'Your data',
  dataText: 'Your profile, requests, money, ad accounts, messages and notices, in one file for people and programs.',
  download: 'Download my data',
  fileName: 'my-data.json',
  downloaded: 'Your data has been downloaded.',
  downloadFailed: 'Your data could not be downloaded. Please try again.',

  closeTitle: 'Close the account',
  closeText:
    'Every session ends and nobody can sign in any more. We keep your records, because the law asks us to. Your e-mail address cannot be registered again.',
  leftFailed: 'We could not check what is left to settle. Please try again.',
  settle: 'Withdraw your money',
  close: 'Close my account',
  password: 'Password',
  otp: 'Code',
  otpHint: 'A code from your authenticator app, or a recovery code.',
  closeFailed: 'The account could not be closed. Please try again.',
} as const;
