/** What a word of a platform means for an account of ours, and when it is asked again. */
import { expect, test } from 'vitest';
import { specOf } from '#platforms/platforms.ts';
import { meaningOf, pauseSeconds } from './connections.ts';

test('a word moves an account only where it means one thing', () => {
  const said = (state: Parameters<typeof meaningOf>[0], word: string, before?: string) => {
    const meaning = meaningOf(state, { word, before }, specOf('Google'));
    return meaning === 'agrees' ? meaning : 'take' in meaning ? meaning.take.join() : 'differs';
  };
  expect(said('Active', 'SUSPENDED')).toBe('Suspended');
  expect(said('Active', 'ENABLED')).toBe('agrees');
  expect(said('Active', 'CANCELED', 'ENABLED')).toBe('differs');
  expect(said('Suspended', 'ENABLED')).toBe('differs');
  expect(said('Suspended', 'ENABLED', 'ENABLED')).toBe('differs');
  expect(said('Suspended', 'ENABLED', 'SUSPENDED')).toBe('Appealed,Active');
  expect(said('Appealed', 'ENABLED', 'SUSPENDED')).toBe('Active');
  for (const ended of ['Lost', 'Replaced', 'Closed'] as const) {
    expect(said(ended, 'SUSPENDED', 'ENABLED')).toBe('agrees');
    expect(said(ended, 'ENABLED', 'SUSPENDED')).toBe('differs');
  }
});

test('the next run is in an hour, later where the platform asks for it, and never later than in a day', () => {
  const hour = 3_600;
  expect(pauseSeconds(undefined)).toBe(hour);
  expect(pauseSeconds(60)).toBe(hour);
  expect(pauseSeconds(3 * hour)).toBe(3 * hour);
  expect(pauseSeconds(61 * 24 * hour)).toBe(24 * hour);
});
