/** The platforms on which the agency sells ad accounts. */
export const platforms = ['Google', 'Bing', 'Facebook'] as const;
export type Platform = (typeof platforms)[number];
