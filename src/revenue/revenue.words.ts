/** Every sentence of the revenue chart. */
export const words = { chart: 'Revenue of the last 7 days', day: 'Day', dayRevenue: 'Revenue' } as const;
