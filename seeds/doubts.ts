/**
 * What makes an admin look twice and takes days to come about: each in a story of a few lines. What one sees at once is
 * in today.ts; what takes a declared amount, in declared.ts.
 */
import type { Acts } from './acts.ts';
import { etherNamed, networkNow, password, walletOf, type Person } from './stage.ts';
import type { Life, Script } from './story.ts';

export function doubts(script: Script, acts: Acts, lives: readonly Life[]): void {
  inAHurry(script, acts, lives[12]!);
  turnedDownAgain(script, acts, lives[1]!);
  elsewhere(script, acts, lives[10]!);
  newPassword(script, acts, lives[2]!);
  ours(script, acts, lives[8]!, lives[9]!.person);
}

/** Joined two days ago, was credited, moved to another e-mail address, and wants half of it out again. */
function inAHurry(script: Script, acts: Acts, { person, role }: Life): void {
  const first = 'jonas@keller-vinyl.example';
  let topUp = '';
  script.on(2, 5, () => acts.register(Object.assign(person, { email: first }), { ...role, email: first }));
  script.on(1, 6, async () => {
    topUp = await acts.topUp(person, 700, 64, await acts.stage.receiptOf(acts.stage.transfer(700, person.name, 64)));
  });
  script.on(1, 7, () => acts.approve(topUp));
  script.on(1, 8, () => acts.moveTo(person, role.email));
  script.before(2.35, () => acts.withdraw(person, 350));
}

/** Refused twice more for what the first refusal said, and asked for once more. */
function turnedDownAgain(script: Script, acts: Acts, { person }: Life): void {
  const refused = [
    'This is the same address on the exchange. Please name one that takes TRC20.',
    'We wrote to you about this address. Please answer there before you ask again.',
  ];
  for (const [place, remarks] of refused.entries()) {
    let applyId = '';
    script.on(5 - place, 8, async () => {
      applyId = await acts.withdraw(person, 90);
    });
    script.on(5 - place, 9, () => acts.reject(applyId, remarks));
  }
  script.before(2.2, () => acts.withdraw(person, 90));
}

/** Signed in with another device in another country an hour before he was stopped. */
function elsewhere(script: Script, acts: Acts, { person }: Life): void {
  acts.stage.remember(person);
  script.on(3, 8, async () => {
    const there = acts.stage.elsewhere(person);
    await acts.stage.signIn(there);
    await acts.topUp(there, 480, 65);
  });
}

function newPassword(script: Script, acts: Acts, { person }: Life): void {
  script.before(2.15, async () => {
    await acts.renewPassword(person);
    await acts.withdraw(person, 75);
  });
  // Paid by somebody who has not written it down yet.
  script.before(2.1, async () => {
    const { transactionId: hash } = acts.stage.transfer(75, 'the agency', 66);
    acts.stage.arrive({ hash, from: networkNow.networkAddress, to: walletOf(person), dollars: 75, minutes: 0 });
  });
}

/**
 * To an address that somebody wrote in a chat. That same day it was shown to clients for an hour, as the agency's, and
 * another client paid there.
 */
function ours(script: Script, acts: Acts, { person }: Life, payer: Person): void {
  const network = { networkName: 'BEP20', networkAddress: etherNamed('the agency on BEP20') };
  let waiting = '';
  const change = async (path: string, body: object) => {
    const { version } = await acts.stage.call('PUT', path, { as: acts.second, body: { ...body, password } });
    waiting = version._id;
  };
  const confirm = () => acts.stage.call('PUT', `/kimi/confirm-action?id=${waiting}`, { as: acts.first, body: {} });
  script.before(6.3, () => acts.withdraw(person, 45, network));
  script.before(6.1, () => change('/kimi/update-network-details', { ...network, beside: true }));
  script.before(5.9, confirm);
  const { networkName, networkAddress } = network;
  const sent = { network: networkName, to: networkAddress, from: etherNamed(payer.name) };
  script.before(5.5, () => acts.topUp(payer, 230, 67, undefined, sent));
  script.before(5.1, () => change('/kimi/hide-network', { networkName: network.networkName }));
  script.before(4.9, confirm);
}
