/**
 * A platform of the demonstration, on this machine, that says by itself what the first client's accounts spent: what is
 * known already, an account that is nobody's, and what it leaves. The portal asks it as it would ask the real one.
 */
import pg from 'pg';
import { fakes, type Fake } from '#platforms/fakes.testing.ts';
import { specOf } from '#platforms/platforms.ts';
import { roles } from './cast.ts';

/** `limit`: what was put in less what was taken back, so that the platform leaves what the book does. */
type Row = { adsId: string; state: string; day: string; micros: string; limit: string };

/** Undefined where the demonstration has no account that such a platform could have. */
export async function openDemoPlatform(databaseUrl: string): Promise<Fake | undefined> {
  const platform = roles[0]!.platform;
  const make = fakes[platform];
  const known = await knownSpend(databaseUrl, platform);
  if (!make || known.length === 0) return undefined;
  const fake = await make();
  const words = Object.entries(specOf(platform).stateWords);
  for (const days of Map.groupBy(known, ({ adsId }) => adsId).values()) {
    const { adsId, state, limit } = days[0]!;
    const spend = new Map(days.map(({ day, micros }) => [day, BigInt(micros)]));
    const word = words.find(([, means]) => means === state)?.[0];
    if (word !== undefined) fake.accounts.push({ id: adsId.replaceAll('-', ''), word, spend, limit: BigInt(limit) });
  }
  const unknown = { id: '9008007001', name: 'Tests of 2024', word: words[0]![0], spend: new Map() };
  fake.accounts.push(unknown);
  return fake;
}

async function knownSpend(databaseUrl: string, platform: string): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(
      `select a.ads_id as "adsId", a.state, d.day::text as day, d.micros::text as micros,
         (b.balance * 10000 + t.micros - t.open_micros)::text as limit
       from ad_accounts a join (
         select distinct on (ad_account, day) ad_account, day, micros from spend_days order by ad_account, day, id desc
       ) d on d.ad_account = a.id
       join balances b on b.account = 'ad:' || a.id join spend_totals t on t.ad_account = a.id
       where a.platform = $1 and a.closed_at is null and a.ads_id ~ '^[0-9-]+$' and d.micros is not null
       order by a.id, d.day`,
      [platform],
    );
    return rows;
  } finally {
    await client.end();
  }
}
