/** Google Ads, as its REST interface is documented. */
import {
  fakeSecret,
  isSignedIn,
  paged,
  serve,
  signedIn,
  spentBetween,
  type Answer,
  type Asked,
  type Fake,
  type FakeAccount,
} from './fake.testing.server.ts';

export function fakeGoogleAds(): Promise<Fake> {
  return serve(
    (url) => ({
      GOOGLE_ADS_DEVELOPER_TOKEN: fakeSecret('developer'),
      GOOGLE_ADS_CLIENT_ID: fakeSecret('client'),
      GOOGLE_ADS_CLIENT_SECRET: fakeSecret('client-secret'),
      GOOGLE_ADS_REFRESH_TOKEN: fakeSecret('refresh'),
      GOOGLE_ADS_LOGIN_CUSTOMER_ID: '999-000-1111',
      GOOGLE_ADS_URL: url,
      GOOGLE_ADS_TOKEN_URL: `${url}/token`,
    }),
    (asked) => (asked.url.pathname === '/token' ? signedIn(asked) : googleSearch(asked)),
  );
}

function googleFailure(status: number, name: string, errorCode: Record<string, string>, details?: object): Answer {
  const type = 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure';
  const error = { errorCode, message: 'as documented', ...(details ? { details } : {}) };
  return { status, json: { error: { code: status, status: name, details: [{ '@type': type, errors: [error] }] } } };
}

function googleSearch(asked: Asked): Answer {
  const { url, headers, body, fake, mood } = asked;
  const customer = /^\/v25\/customers\/(\d+)\/googleAds:search$/.exec(url.pathname)?.[1];
  if (!isSignedIn(asked) || headers['developer-token'] !== fakeSecret('developer'))
    return googleFailure(401, 'UNAUTHENTICATED', { authenticationError: 'OAUTH_TOKEN_EXPIRED' });
  if (customer === undefined || headers['login-customer-id'] !== '9990001111') return { status: 404, json: {} };
  const { query, pageToken } = JSON.parse(body) as { query: string; pageToken?: string };
  if (mood === 'quota' || mood === 'quota of years')
    return googleFailure(
      429,
      'RESOURCE_EXHAUSTED',
      { quotaError: 'RESOURCE_EXHAUSTED' },
      {
        quotaErrorDetails: {
          rateScope: 'DEVELOPER',
          rateName: 'Number of operations',
          retryDelay: mood === 'quota' ? '7200s' : '9999999999.5s',
        },
      },
    );
  if (mood === 'breaks off' && pageToken !== undefined)
    return { status: 503, json: { error: { status: 'UNAVAILABLE' } } };
  const account = fake.accounts.find(({ id }) => id === customer);
  if (account?.closedToUs || mood === 'no rights')
    return googleFailure(403, 'PERMISSION_DENIED', { authorizationError: 'USER_PERMISSION_DENIED' });
  const { some, next } = paged(googleRows(fake, query, account), pageToken, mood);
  return { json: { results: some, fieldMask: '', ...(next === undefined ? {} : { nextPageToken: next }) } };
}

function googleRows(fake: Fake, query: string, account: FakeAccount | undefined): object[] {
  if (query.includes('FROM customer_client')) {
    const manager = { id: '9990001111', status: 'ENABLED', manager: true, descriptiveName: 'Agency' };
    return [
      { customerClient: manager },
      ...fake.accounts.map(({ id, word: status, name = '', currency = 'USD', timeZone = 'America/New_York', odd }) => ({
        customerClient: {
          id,
          manager: false,
          descriptiveName: name,
          currencyCode: currency,
          timeZone,
          ...(odd ? {} : { status }),
        },
      })),
    ];
  }
  if (!account) return [];
  if (query.includes('FROM account_budget')) {
    const served = [...account.spend.values()].reduce((sum, micros) => sum + micros, 0n);
    const limit = { adjustedSpendingLimitMicros: String(account.limit), amountServedMicros: String(served) };
    const over = { approvedStartDateTime: '2026-09-01 00:00:00', approvedEndDateTime: '2026-10-01 00:00:00' };
    const ended = { adjustedSpendingLimitMicros: String(account.ended), amountServedMicros: '0', ...over };
    return [
      ...(account.ended === undefined ? [] : [{ accountBudget: { status: 'APPROVED', ...ended } }]),
      ...(account.limit === undefined ? [] : [{ accountBudget: { status: 'APPROVED', ...limit } }]),
    ];
  }
  const [, from, to] = /BETWEEN '([\d-]+)' AND '([\d-]+)'/.exec(query)!;
  return spentBetween(account, from!, to!).map(([date, micros]) => ({
    customer: {
      id: account.named?.get(date) ?? account.id,
      currencyCode: account.paidIn?.get(date) ?? account.currency ?? 'USD',
    },
    segments: { date },
    metrics: { costMicros: String(micros) },
  }));
}
