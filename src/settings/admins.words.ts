/** Every sentence about the admins of the agency. */
export const words = {
  title: 'Admins',
  text: 'Everybody here may decide requests and see every client.',
  name: 'Name',
  email: 'Email',
  invite: 'Invite admin',
  invited: 'Invitation sent. If mail does not reach them, hand over this link; it works once, for 7 days.',
  waiting: 'invited',
  you: 'you',
  twoFactor: 'two-factor sign-in',
  noTwoFactor: 'no two-factor sign-in',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: 'Every session ends at once. What this admin decided stays in the books under this name.',
  failed: 'Failed to fetch data.',
} as const;
