export const words = {
  role: 'chart',
  hint: (points: number) =>
    `${points} bars. The left and right arrow keys read them one by one. Home and End lead to the first and the last.`,
  asTable: 'As a table',
  most: (amount: string) => `Up to ${amount}`,
  value: (series: string, amount: string) => `${series} ${amount}`,
} as const;
