import { expect, test } from 'vitest';
import { normalisedAdsId } from './ids.ts';

test('an Ads ID is one however it is written: with dashes, spaces, capitals, or as the API of Meta does', () => {
  for (const written of ['1234567890', '123-456-7890', ' 123 456 7890 ', 'act_1234567890', 'ACT=123-4567890'])
    expect(normalisedAdsId(written)).toBe('1234567890');
  for (const [written, key] of [
    ['ACT_now', 'act_now'],
    ['act_12x', 'act_12x'],
    ['contact_12', 'contact_12'],
  ] as const)
    expect(normalisedAdsId(written)).toBe(key);
});
