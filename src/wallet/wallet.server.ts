/** The wallet: what a client can spend, and what is held. No other question is asked of the portal as often. */
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { batching } from '#server/batching.server.ts';
import { getWallet } from './wallet.api.ts';

type Balance = { wallet: bigint; held: bigint };

/** Two, so that the database works on one batch while this node reads the answers of the other. */
const concurrency = 2;

/** A client's spendable and held money in cents; zero for a client who never had any. */
export function balanceOf(db: Database, client: bigint): Promise<Balance> {
  const read = db.once('wallet.balances', () =>
    batching<bigint, Balance>((clients) => readBalances(db, clients), { concurrency }),
  );
  return read(client);
}

async function readBalances(db: Database, clients: bigint[]): Promise<Balance[]> {
  return db.query<Balance>(
    'wallet.balances',
    `select coalesce(w.balance, 0) as wallet, coalesce(h.balance, 0) as held
     from unnest($1::bigint[]) with ordinality as c (client, n)
     left join balances w on w.account = 'wallet:' || c.client left join balances h on h.account = 'held:' || c.client
     order by c.n`,
    [clients],
  );
}

export const walletHandlers = [
  handle(getWallet, async ({ session, app }) => {
    const { wallet, held } = await balanceOf(app.db, session.client);
    return {
      message: 'Wallet fetched successfully',
      users: { _id: session.publicId, username: session.username, wallet, held },
    };
  }),
];
