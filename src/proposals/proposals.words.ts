/** How what waits for a second admin is confirmed, refused and taken back. */
export const words = {
  confirm: 'Confirm',
  confirmTitle: 'Confirm this as the second admin?',
  holds: (by: string) => `It holds at once, in the name of ${by} and yours.`,
  refuse: 'Refuse',
  refuseTitle: 'Refuse what was proposed?',
  refuseReason: 'Why',
  refuseMissing: 'Please say why. The admin who proposed it reads this.',
  takeBack: 'Take back',
  takeBackTitle: 'Take back what you proposed?',
} as const;
