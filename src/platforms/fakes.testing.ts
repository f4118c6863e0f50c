/** The fakes of all platforms that have a connection. */
export { fakeMicrosoft, zipOf } from './bing.fake.testing.ts';
export { fakeMeta } from './facebook.fake.testing.ts';
export { fakeSecret, type Fake, type FakeAccount, type Mood } from './fake.testing.ts';
export { fakeGoogleAds } from './google.fake.testing.ts';
