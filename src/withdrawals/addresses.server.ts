/**
 * A client's address book for withdrawals. An address is new for a while after it came into the book, whether it was
 * added there or typed into the form of a withdrawal; until then nothing is paid to it, and its owner has been told.
 */
import { record } from '#audit/audit.server.ts';
import { utcClockText } from '#kernel/clock.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { lockWallet } from '#ledger/ledger.server.ts';
import { networkNamed } from '#network/addresses.ts';
import { notify } from '#notices/notices.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { queueMail } from '#server/mail.server.ts';
import type { ClientSession } from '#server/session.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import {
  countAddresses,
  insertAddress,
  labelAddress,
  readBook,
  removeAddress,
  type Entry,
} from './addresses.store.server.ts';
import { proveIdentity } from './identity.server.ts';
import {
  addWithdrawalAddress,
  getWithdrawalAddresses,
  removeWithdrawalAddress,
  renameWithdrawalAddress,
} from './withdrawals.api.ts';
import { addressKnown, mostAddresses, tooManyAddresses } from './withdrawals.ts';

export { everyAddress } from './addresses.store.server.ts';

const page = '/kimi/wallet/withdraw';

export const addressesHandlers = [
  handle(getWithdrawalAddresses, async ({ app, session }) => {
    const [entries, { payoutWaitHours }] = await Promise.all([
      readBook(app.db, session.client, session.person),
      currentSettings(app.db),
    ]);
    return {
      message: 'Withdrawal addresses fetched successfully',
      addresses: entries.map(asAddress),
      waitHours: payoutWaitHours,
    };
  }),

  handle(addWithdrawalAddress, async ({ app, session, from, body }) => {
    await proveIdentity({ app, session, from }, body);
    const to = { networkName: networkNamed(body.networkName)!, networkAddress: body.networkAddress, label: body.label };
    const entry = await app.db.transaction(async (tx) => {
      await lockWallet(tx, session.client);
      const added = (await keepAddress(tx, { session, from }, to)) ?? refuse(addressKnown);
      await queueMail(tx, {
        to: session.email,
        urgent: true,
        subject: 'A withdrawal address was added',
        lines: [
          `Hello ${session.username},`,
          addedText(added),
          'If this was not you, remove it in the portal, change your password and tell us at once.',
        ],
      });
      return added;
    });
    app.events.hint(session.client, 'notice');
    return { message: 'Address added.', address: asAddress(entry) };
  }),

  handle(renameWithdrawalAddress, async ({ app, session, from, query, body }) => {
    await app.db.transaction(async (tx) => {
      const before = (await labelAddress(tx, session.client, query.id, body.label)) ?? refuse(notFound);
      await tell(tx, { session, from }, 'renamed', { before, after: { ...before, label: body.label } });
    });
    return { message: 'Address renamed.', _id: query.id };
  }),

  handle(removeWithdrawalAddress, async ({ app, session, from, query }) => {
    await app.db.transaction(async (tx) => {
      const before = (await removeAddress(tx, session.client, query.id)) ?? refuse(notFound);
      await tell(tx, { session, from }, 'removed', { before });
    });
    return { message: 'Address removed.', _id: query.id };
  }),
];

type By = Pick<Caller<ClientSession>, 'session' | 'from'>;

/**
 * Puts an address into the book, with its audit row and a notice; undefined where it was there before. Whoever calls it
 * holds the client's wallet, so that no two at once are one too many: a person looks through what is in the book.
 */
export async function keepAddress(
  tx: Database,
  { session, from }: By,
  to: { networkName: string; networkAddress: string; label: string },
): Promise<Entry | undefined> {
  const added = await insertAddress(tx, session, to);
  if (!added) return undefined;
  if ((await countAddresses(tx, session.client)) > mostAddresses) refuse(tooManyAddresses);
  await tell(tx, { session, from }, 'added', { after: to });
  await notify(tx, { client: session.client, topic: 'security', text: addedText(added), link: page });
  return added;
}

/** What is said of a new address, wherever a person reads of it. */
export function newAddressText(payableFrom: Date): string {
  return `This address is new. It can be paid from ${utcClockText(payableFrom)}.`;
}

function addedText({ networkName, networkAddress, payableFrom }: Entry): string {
  const text = `The address ${networkAddress} (${networkName}) was added to your withdrawal addresses.`;
  return payableFrom ? `${text} ${newAddressText(payableFrom)}` : text;
}

async function tell(
  tx: Database,
  { session, from }: By,
  what: 'added' | 'renamed' | 'removed',
  change: { before?: object; after?: object },
): Promise<void> {
  const action = `withdrawal.address_${what}`;
  await record(tx, { action, actor: session.person, subject: session.client, from, ...change });
}

function asAddress({ publicId, ...entry }: Entry) {
  return { _id: publicId, ...entry };
}
