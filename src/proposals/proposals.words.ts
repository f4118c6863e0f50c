/** How what waits for a second admin is confirmed, refused and taken back; what whoever decides knows all the same. */
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

  paidAllTheSame: 'I know that it was paid all the same.',
  lookedAtPlatform: 'I have looked at the platform: this much is left there.',
} as const;
