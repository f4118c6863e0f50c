/** What an admin says of a request that its verdict does nothing with is told to nobody, as it is not what is done. */
import { beforeAll, expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { withPasskey } from '#passkeys/device.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
let [first, admin, second]: Person[] = [];
let client: Person;
let adsId: string;

beforeAll(async () => {
  const admins: Person[] = [];
  for (let n = 0; n < 3; n++) admins.push(await portal.admin());
  [first, admin, second] = admins;
  await withPasskey(portal, second!);
  client = await portal.client({ dollars: 200, verified: true });
  [adsId] = (await openAccounts(portal, client, first!, 'Google', [50])) as [string];
  await portal.set(first, { secondPair: { on: true, withdrawalsAbove: 5, refundsAbove: 5 } });
});

async function ask(kind: 'withdrawal' | 'refund', amount: number): Promise<string> {
  if (kind === 'withdrawal') {
    const to = { networkName: 'TRC20', networkAddress: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
    const body = { amount, ...to, password: client.password };
    return (await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body })).body.withdrawal.applyId;
  }
  const body = { adsId, amount, adType: 'Google' };
  return (await portal.call('POST', '/kimi/apply-refund', { as: client, body })).body.refund.applyId;
}

const approve = (as: Person | undefined, item: object) => portal.decide(as, 'approve', item);

test.for(['withdrawal', 'refund'] as const)(
  'another amount is not heard of a %s: not by the threshold, the inbox or the second admin',
  async (kind) => {
    const untrue = (receivedMoney: number) => ({ receivedMoney, remarks: 'As it came.', adsId: '999-999-9999' });
    // A larger amount makes nothing wait.
    const small = { applyId: await ask(kind, 5), transactionId: 'sent' };
    const done = await approve(admin, { ...small, ...untrue(900) });
    expect(done.body.results).toMatchObject([{ done: true, state: 'Approved' }]);

    // A smaller one lets nothing pass, and stands nowhere.
    const applyId = await ask(kind, 10);
    const large = { applyId, transactionId: kind === 'refund' ? 'sent' : '' };
    const waits = await approve(first, { ...large, ...untrue(6) });
    expect(waits.body.results).toMatchObject([{ waits: true, code: null }]);
    const { proposals } = (await portal.call('GET', '/kimi/get-proposals', { as: second })).body;
    const proposal = proposals.find(({ subject }: { subject: string }) => subject === applyId);
    expect(proposal.summary).toContain(`${applyId} of $10.00 for ${client.username} would be approved.`);
    expect(proposal.reason).toContain('With this it is $15.00 in 24 hours');
    for (const name of ['receivedCents', 'adsId']) expect(proposal.after).not.toHaveProperty(name);

    const confirm = { as: second, query: { id: proposal._id } };
    expect((await portal.call('PUT', '/kimi/confirm-action', confirm)).body.about).toBe(
      `As the second admin, confirm: ${proposal.summary}`,
    );
    if (kind === 'withdrawal')
      expect((await approve(second, { ...large, ...untrue(6) })).body.about).toBe(
        `Approve Withdrawal ${applyId} of $10.00 for ${client.email}.`,
      );
  },
);
