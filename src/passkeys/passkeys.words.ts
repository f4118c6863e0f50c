/** Every sentence about passkeys. */
export const words = {
  title: 'Passkeys',
  text: 'Sign in with your finger, your face or the PIN of a device, instead of password and code.',
  admin:
    'Once you have one, payouts, the network, settings, reversals and large approvals ask for it. Your password alone no longer signs you in. Keep a second one on another device.',
  failed: 'Your passkeys could not be fetched.',
  none: 'None yet',
  noBrowser: 'This browser knows no passkeys, or this page did not come over https.',
  add: 'Add a passkey',
  added: 'Added',
  used: 'last used',
  neverUsed: 'not used yet',

  addTitle: 'Add a passkey',
  addText: 'Your browser asks where to keep it: on this device, on your phone, or on a security key.',
  name: 'Name',
  nameHint: 'So that you know it again: Laptop, Phone, blue key.',
  password: 'Current password',
  continue: 'Continue',
  addFailed: 'The passkey could not be added.',
  notMade: 'Your browser made no passkey. It may be that this device has one for you already.',

  rename: 'Rename',
  renameThis: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename the passkey',
  renameFailed: 'The passkey could not be renamed.',
  save: 'Save',

  remove: 'Remove',
  removeThis: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the passkey ${name}`,
  removeText: 'It will no longer sign you in. Delete it on the device, too, so that it is not offered there.',
  removeFailed: 'The passkey could not be removed.',
} as const;
