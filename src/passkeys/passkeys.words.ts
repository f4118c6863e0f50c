/** Every sentence about passkeys. */
export const words = {
  title: 'Passkeys',
  text: 'Sign in with your fingerprint, your face or a device PIN, instead of password and code.',
  admin:
    'Once you have one, payouts, the network, settings, reversals and large approvals ask for it. Your password alone no longer signs you in. Keep a second one on another device.',
  failed: 'Your passkeys could not be loaded.',
  none: 'None yet',
  noBrowser: 'This browser cannot use passkeys, or this page was not opened over https.',
  add: 'Add a passkey',
  added: 'Added',
  used: 'last used',
  neverUsed: 'not used yet',

  addTitle: 'Add a passkey',
  addText: 'Your browser asks where to keep it: on this device, on your phone, or on a security key.',
  name: 'Name',
  nameHint: 'So that you recognise it: Laptop, Phone, blue key.',
  password: 'Current password',
  otp: 'Code',
  otpHint: 'A code from your app, or one of your recovery codes.',
  continue: 'Continue',
  addFailed: 'The passkey could not be added. Please try again.',
  notMade: 'Your browser made no passkey. Perhaps this device already has one for you.',

  rename: 'Rename',
  renameThis: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename the passkey',
  renameFailed: 'The passkey could not be renamed. Please try again.',
  save: 'Save',

  remove: 'Remove',
  removeThis: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the passkey ${name}`,
  removeText: 'It will no longer sign you in. Delete it on the device too, so that it is not offered there.',
  removeFailed: 'The passkey could not be removed. Please try again.',
} as const;
