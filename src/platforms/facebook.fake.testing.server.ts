/** Meta's Graph API, as it is documented. */
import {
  dollars,
  fakeSecret,
  isSignedIn,
  paged,
  serve,
  spentBetween,
  type Fake,
  type FakeAccount,
} from './fake.testing.server.ts';

export function fakeMeta(): Promise<Fake> {
  return serve(
    (url) => ({
      META_ADS_ACCESS_TOKEN: fakeSecret('access'),
      META_ADS_APP_SECRET: fakeSecret('app'),
      META_ADS_URL: url,
    }),
    (asked) => {
      const { url, fake, mood } = asked;
      const fault = (status: number, code: number) => ({ status, json: { error: { type: 'OAuthException', code } } });
      if (mood === 'expired' || !isSignedIn(asked)) return fault(401, 190);
      if (mood === 'quota') return fault(400, 17);
      if (mood === 'no rights') return fault(403, 200);
      if (!/^[0-9a-f]{64}$/.test(url.searchParams.get('appsecret_proof') ?? '')) return fault(400, 100);
      const after = url.searchParams.get('after');
      if (mood === 'breaks off' && after !== null) return { status: 500, bytes: '' };
      const listing = url.pathname === '/v25.0/me/adaccounts';
      const account = fake.accounts.find(({ id }) => url.pathname === `/v25.0/act_${id}/insights`);
      if (!listing && (!account || account.closedToUs)) return fault(403, 200);
      const { some, next } = paged(listing ? fake.accounts.map(metaAccount) : metaInsights(account!, url), after, mood);
      const cursors = { before: 'x', ...(next === undefined ? {} : { after: next }) };
      // As documented, the next address holds the token: whoever follows it sends it around.
      const link = next === undefined ? {} : { next: `${fake.url}/elsewhere?access_token=${fakeSecret('access')}` };
      return { json: { data: some, paging: { cursors, ...link } } };
    },
  );
}

const metaStatus: Record<string, number> = { ACTIVE: 1, DISABLED: 2, UNSETTLED: 3, IN_GRACE_PERIOD: 9, CLOSED: 101 };

function metaAccount({ id, name = '', word, reason = 0, currency = 'USD', timeZone, spend, limit, odd }: FakeAccount) {
  const spent = [...spend.values()].reduce((sum, micros) => sum + micros, 0n) / 10_000n;
  return {
    id: `act_${id}`,
    account_id: id,
    name,
    account_status: metaStatus[word],
    disable_reason: reason,
    ...(odd ? {} : { currency }),
    timezone_name: timeZone ?? 'America/Los_Angeles',
    amount_spent: String(spent),
    spend_cap: limit === undefined ? '0' : String(limit / 10_000n),
    // What is due, which nobody may take for what is left.
    balance: '4711',
  };
}

function metaInsights(account: FakeAccount, url: URL): object[] {
  const { since, until } = JSON.parse(url.searchParams.get('time_range')!) as { since: string; until: string };
  return spentBetween(account, since, until).map(([day, micros]) => ({
    account_id: account.named?.get(day) ?? account.id,
    account_currency: account.paidIn?.get(day) ?? account.currency ?? 'USD',
    spend: dollars(micros),
    date_start: day,
    date_stop: day,
  }));
}
