/** Every sentence about taking one's data along and closing the account. */
export const words = {
  dataTitle: 'Your data',
  dataText: 'Everything the portal keeps about you, in one file that people and programs can read.',
  download: 'Download my data',
  fileName: 'my-data.json',
  downloaded: 'Your data has been downloaded.',
  downloadFailed: 'Your data could not be downloaded.',

  closeTitle: 'Close the account',
  closeText:
    'Every session ends and nobody can sign in any more. Your bookings are kept, as the law asks of us; your e-mail address stays taken.',
  leftFailed: 'It could not be found out what is left to settle.',
  settle: 'Withdraw your money',
  close: 'Close my account',
  password: 'Password',
  otp: 'Code',
  otpHint: 'A code of your authenticator app, or a recovery code.',
  closeFailed: 'The account could not be closed.',
} as const;
