/**
 * Characters of other alphabets that look like a hexadecimal digit, from Unicode's list of confusables (TR 39), after
 * NFKC and in lower case. Decimal digits of other scripts are not in it: they are digits and are read as such.
 */
const drawnAs: Readonly<Record<string, string>> = {
  0:
    '\u{1d0f}\u{1d11}\u{ab3d}\u{3bf}\u{3c3}\u{2c9f}\u{43e}\u{10ff}\u{585}\u{5e1}\u{647}\u{6be}\u{6c1}' +
    '\u{6d5}\u{d20}\u{101d}\u{104ea}\u{118c8}\u{118d7}\u{1042c}\u{3007}\u{2d54}\u{12d0}\u{b20}\u{a4f3}' +
    '\u{118d5}\u{10292}\u{102ab}\u{10516}',
  1:
    '\u{2373}\u{131}\u{26a}\u{269}\u{3b9}\u{456}\u{a647}\u{4cf}\u{ab75}\u{118c3}\u{5c0}\u{2223}\u{23fd}' +
    '\u{2502}\u{10320}\u{1e8c7}\u{1c0}\u{2c93}\u{5d5}\u{5df}\u{627}\u{7ca}\u{2d4f}\u{16c1}\u{a4f2}' +
    '\u{16f28}\u{1028a}\u{10309}\u{1d22a}\u{2cd1}\u{abae}\u{14aa}\u{a4e1}\u{16f16}\u{118d2}\u{10443}' +
    '\u{10526}',
  2: '\u{a75b}\u{1a8}\u{3e9}\u{a645}\u{14bf}\u{a6ef}',
  3: '\u{1d206}\u{25c}\u{21d}\u{292}\u{a76b}\u{2ccd}\u{437}\u{4e1}\u{16f3b}\u{118ca}',
  4: '\u{ab9e}\u{118cf}',
  5: '\u{1bd}\u{118db}',
  6: '\u{2cd3}\u{431}\u{abbe}\u{118d5}',
  7: '\u{1d212}\u{104fa}\u{118c6}',
  8: '\u{1e8cb}\u{223}\u{1031a}',
  9: '\u{a76f}\u{2ccb}\u{118cc}\u{118d6}',
  a: '\u{237a}\u{251}\u{3b1}\u{430}\u{ab7a}\u{15c5}\u{a4ee}\u{16f40}\u{102a0}',
  b:
    '\u{185}\u{44c}\u{ab9f}\u{1472}\u{15af}\u{a7b5}\u{3b2}\u{432}\u{13fc}\u{15f7}\u{a4d0}\u{10282}' +
    '\u{102a1}\u{10301}',
  c: '\u{1d04}\u{3c2}\u{2ca5}\u{441}\u{abaf}\u{1043d}\u{1f74c}\u{118f2}\u{3c3}\u{a4da}\u{102a2}\u{10302}' + '\u{1051c}',
  d: '\u{501}\u{abb7}\u{146f}\u{a4d2}\u{ab70}\u{15de}\u{15ea}\u{a4d3}',
  e: '\u{212e}\u{ab32}\u{435}\u{4bd}\u{22ff}\u{3b5}\u{2d39}\u{ab7c}\u{a4f0}\u{118c6}\u{118ce}\u{10286}',
  f: '\u{ab35}\u{a799}\u{1e9d}\u{584}\u{1d213}\u{3dd}\u{15b4}\u{a4dd}\u{118c2}\u{10287}\u{102a5}\u{10525}',
};

const hexDigitOf = new Map(
  Object.entries(drawnAs).flatMap(([digit, signs]) => [...signs].map((sign) => [sign, digit] as const)),
);
// Of ASCII: letters that are taken for the digits zero and one.
for (const [sign, digit] of ['o0', 'l1', 'i1']) hexDigitOf.set(sign!, digit!);

/** The hexadecimal digit that a sign is, or is drawn as; undefined for any other. `sign` is small and NFKC. */
export function hexDigitSeenIn(sign: string): string | undefined {
  return /^[0-9a-f]$/.test(sign) ? sign : hexDigitOf.get(sign);
}
