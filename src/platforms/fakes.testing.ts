/** The fakes of all platforms that have a connection. */
import { fakeMicrosoft } from './bing.fake.testing.ts';
import { fakeMeta } from './facebook.fake.testing.ts';
import type { Fake } from './fake.testing.ts';
import { fakeGoogleAds } from './google.fake.testing.ts';
import type { Platform } from './platforms.ts';

export { fakeMicrosoft, zipOf } from './bing.fake.testing.ts';
export { fakeMeta } from './facebook.fake.testing.ts';
export { fakeSecret, type Fake, type FakeAccount, type Mood } from './fake.testing.ts';
export { fakeGoogleAds } from './google.fake.testing.ts';

export const fakes: Partial<Record<Platform, () => Promise<Fake>>> = {
  Google: fakeGoogleAds,
  Bing: fakeMicrosoft,
  Facebook: fakeMeta,
};
