/** What a list says whose rows wait to be moved. */
export const words = {
  steady: (gone: number, fresh: number) =>
    [gone > 0 ? `${gone} decided, shown until you leave the list` : '', fresh > 0 ? `${fresh} new` : '']
      .filter((part) => part !== '')
      .join(' · '),
  steadyShow: 'Show the list as it is now',
} as const;
