/**
 * A platform of the demonstration, on this machine, that lists all accounts and says by itself what they spent: what is
 * known already, an account that is nobody's, and what it leaves. The portal asks it as it would ask the real one.
 */
import pg from 'pg';
import { fakes, type Fake } from '#platforms/fakes.testing.server.ts';
import { specOf } from '#platforms/platforms.ts';
import { roles } from './cast.ts';

/** `limit`: what was put in less what was taken back, so that the platform leaves what the book does. */
type Row = { adsId: string; state: string; spent: Record<string, string> | null; limit: string };

/** So much too low is the limit of the first one that spent, which somebody mistyped: the reconciliation shows it. */
const mistyped = 20_000_000n;

/** Undefined where the demonstration has no account that such a platform could have. */
export async function openDemoPlatform(databaseUrl: string): Promise<Fake | undefined> {
  const platform = roles[0]!.platform;
  const make = fakes[platform];
  const known = await knownAccounts(databaseUrl, platform);
  if (!make || known.length === 0) return undefined;
  const fake = await make();
  const words = Object.entries(specOf(platform).stateWords);
  const wordOf = (state: string) => words.find(([, means]) => means === state)?.[0];
  for (const [place, { adsId, state, spent, limit }] of known.entries())
    fake.accounts.push({
      id: adsId.replaceAll('-', ''),
      // One that is appealed for or lost stays suspended there.
      word: wordOf(state) ?? wordOf('Suspended')!,
      spend: new Map(Object.entries(spent ?? {}).map(([day, micros]) => [day, BigInt(micros)])),
      limit: BigInt(limit) - (place === 0 ? mistyped : 0n),
    });
  const unknown = { id: '9008007001', name: 'Tests of 2024', word: words[0]![0], spend: new Map() };
  fake.accounts.push(unknown);
  return fake;
}

async function knownAccounts(databaseUrl: string, platform: string): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(
      `select a.ads_id as "adsId", a.state, d.spent,
         (b.balance * 10000 + coalesce(t.micros - t.open_micros, 0))::text as limit
       from ad_accounts a join balances b on b.account = 'ad:' || a.id
       left join spend_totals t on t.ad_account = a.id
       left join lateral (
         select jsonb_object_agg(l.day, l.micros::text) as spent
         from (select distinct on (day) day, micros from spend_days where ad_account = a.id order by day, id desc) l
         where l.micros is not null) d on true
       where a.platform = $1 and a.closed_at is null and a.ads_id ~ '^[0-9-]+$'
       order by d.spent is null, a.id`,
      [platform],
    );
    return rows;
  } finally {
    await client.end();
  }
}
