/** A second admin confirms exactly what they saw, also where somebody else acts at the same moment. */
import { expect, test } from 'vitest';
import { kinds } from '#kinds/kinds.ts';
import { discardProposal, propose } from '#proposals/proposals.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { confirm, decide, reverse } from './deciding.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { aboutRequest } from './requests.store.server.ts';
import { endings, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);

/** Confirms while another admin, who got the client's lock first, does this to the request. */
async function confirmedWhile(
  client: ClientId,
  applyId: string,
  word: 'it stands' | { verdict: string; fill: object },
): Promise<string> {
  const [admin, other] = [await at.admin(), await at.admin()];
  const { under } = await db.owner.transaction(async (tx) => {
    await tx.query('test.lock', `select lock_wallet($1)`, [client]);
    const under = endings([confirm(db, { kinds, applyId, admin })]);
    await db.lockWaits(1);
    if (word === 'it stands') await discardProposal(tx, aboutRequest(applyId), other);
    else await propose(tx, { ...aboutRequest(applyId), payload: word, by: other });
    return { under };
  });
  return (await under)[0]!;
}

test('a reversal that was let go of is not made', async () => {
  const client = await at.client();
  const { applyId } = (await at.topup(client, 50_00n)).requests[0]!;
  await at.approve(applyId);
  await reverse(db, { kinds, applyId, admin: await at.admin(), reason: 'a mistake', approvals: 2 });
  expect(await confirmedWhile(client, applyId, 'it stands')).toBe('409 request.not_waiting');
  expect(await at.wallet(client)).toBe(50_00n);
});

test('an approval that was proposed anew is looked at again', async () => {
  const client = await at.client();
  const { applyId } = (await at.topup(client, 50_00n)).requests[0]!;
  const fill = { receivedCents: 45_00n, remarks: 'Less arrived.' };
  await decide(db, { kinds, applyId, verdict: 'approve', admin: await at.admin(), fill, approvals: 2 });
  const anew = { verdict: 'approve', fill: { receivedCents: '4000', remarks: 'Even less.' } };
  expect(await confirmedWhile(client, applyId, anew)).toBe('409 request.proposed_anew');
  expect(await at.wallet(client)).toBe(0n);
  await confirm(db, { kinds, applyId, admin: await at.admin() });
  expect(await at.wallet(client)).toBe(40_00n);
});
