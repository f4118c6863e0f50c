/** For tests of what comes after the wait of a payout, which has tests of its own. */
import type { Database } from '#server/database.server.ts';

export async function payAtOnce(owner: Database): Promise<void> {
  await owner.query(
    'test.pay_at_once',
    `insert into settings_versions (value)
     select coalesce((select value from settings_versions order by id desc limit 1), '{}') || '{"payoutWaitHours": 0}'`,
  );
}
