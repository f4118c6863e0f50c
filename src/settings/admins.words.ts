/** Every sentence about the admins of the agency. */
export const words = {
  title: 'Admins',
  text: 'Everybody here may decide requests and see every client.',
  name: 'Name',
  email: 'Email',
  invite: 'Invite admin',
  invited: 'Invitation sent. If mail does not reach them, hand over this link; it works once, for 7 days.',
  waiting: 'invited',
  waitsOwn: 'waits for another admin to confirm your invitation',
  waitsOther: (name: string) => `${name} wants to invite them; waits for another admin`,
  confirm: 'Confirm',
  confirmTitle: (name: string) => `Confirm the invitation of ${name}`,
  confirmText: (by: string, email: string) =>
    `${by} wants ${email} to help run the portal, with all the rights of an admin. The link to choose a password is mailed to that address, and shown to nobody.`,
  you: 'you',
  twoFactor: 'two-factor sign-in',
  noTwoFactor: 'no two-factor sign-in',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: 'Every session ends at once. What this admin decided stays in the books under this name.',
  failed: 'Failed to fetch data.',
} as const;
