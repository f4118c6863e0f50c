/** The fakes of all platforms that have a connection. */
import { fakeMicrosoft } from './bing.fake.testing.server.ts';
import { fakeMeta } from './facebook.fake.testing.server.ts';
import type { Fake } from './fake.testing.server.ts';
import { fakeGoogleAds } from './google.fake.testing.server.ts';
import type { Platform } from './platforms.ts';

export { fakeMicrosoft, zipOf } from './bing.fake.testing.server.ts';
export { fakeMeta } from './facebook.fake.testing.server.ts';
export { fakeSecret, type Fake, type FakeAccount, type Mood } from './fake.testing.server.ts';
export { fakeGoogleAds } from './google.fake.testing.server.ts';

export const fakes: Partial<Record<Platform, () => Promise<Fake>>> = {
  Google: fakeGoogleAds,
  Bing: fakeMicrosoft,
  Facebook: fakeMeta,
};
