/** The platforms on which the agency sells ad accounts. */
export const platforms = ['Google', 'Bing', 'Facebook'] as const;
export type Platform = (typeof platforms)[number];

/** `Google ad account 123-456`, inside of a sentence. */
export function adAccountText(of: { readonly platform: Platform | null; readonly adsId?: string | null }): string {
  return `${of.platform ?? ''} ad account${of.adsId ? ` ${of.adsId}` : ''}`;
}
