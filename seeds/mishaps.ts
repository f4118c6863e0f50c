/** What does not simply go through: rejected, taken back, reversed, corrected; pay links that ended in every way. */
import type { Acts } from './acts.ts';
import type { Life, Script } from './story.ts';

export function mishaps(script: Script, acts: Acts, lives: readonly Life[]): void {
  for (const life of lives.slice(0, 3)) turnedDown(script, acts, life);
  for (const life of lives.slice(3, 6)) reversed(script, acts, life);
  money(script, acts, lives);
  corrections(script, acts, lives);
  paylinks(script, acts, lives[0]!, lives[3]!);
  people(script, acts, lives);
}

/** On each platform: an order, a deposit and a refund rejected, and one of each taken back. */
function turnedDown(script: Script, acts: Acts, { role, person, place, ads }: Life): void {
  const ids = { order: '', deposit: '', refund: '' };
  const ask = async () => {
    ids.order = await acts.order(person, role, [50]);
    ids.deposit = await acts.deposit(person, role, ads[0], 60 + place * 5);
    ids.refund = await acts.refund(person, role, ads[0], 25 + place);
  };
  script.on(14 - place, 10.2, ask);
  script.on(14 - place, 11.2, async () => {
    await acts.reject(ids.order, 'The address is used by another account already. Please order with a fresh one.');
    await acts.reject(ids.deposit, 'The account is under review until Monday; please ask again then.');
    await acts.reject(ids.refund, 'This money was spent this morning. The account shows less than that now.');
  });
  script.on(11 - place, 10.4, ask);
  script.on(11 - place, 10.9, async () => {
    for (const applyId of [ids.order, ids.deposit, ids.refund]) await acts.cancel(person, applyId);
  });
}

/** On each platform: approved by mistake, undone by one admin and confirmed by the other. */
function reversed(script: Script, acts: Acts, { role, person, place, ads }: Life): void {
  const ids = { order: '', deposit: '', refund: '' };
  script.on(10, 10 + place / 12, async () => {
    ids.order = await acts.order(person, role, [30]);
    ids.deposit = await acts.deposit(person, role, ads[0], 90);
    ids.refund = await acts.refund(person, role, ads[0], 20);
  });
  script.on(10, 11 + place / 12, async () => {
    await acts.approve(ids.order, { adsId: `${ads[0]}9` });
    await acts.approve(ids.deposit, { transactionId: `PAY-${3900 + place}` });
    await acts.approve(ids.refund, { transactionId: `RET-${900 + place}` });
  });
  script.on(8, 10 + place / 12, async () => {
    for (const applyId of Object.values(ids))
      await acts.reverse(applyId, 'Booked on the wrong account; nothing was spent.');
  });
  script.on(8, 11 + place / 12, async () => {
    for (const applyId of Object.values(ids)) await acts.confirm(applyId);
  });
}

/** Top-ups and withdrawals in the states that the daily work leaves out. */
function money(script: Script, acts: Acts, lives: readonly Life[]): void {
  const [ana, wei, omar, priya, , grace, noah] = lives.map(({ person }) => person);
  const ids: Record<string, string> = {};
  script.on(7, 1, async () => {
    ids.rejected = await acts.topUp(
      ana!,
      480,
      21,
      await acts.stage.receiptOf(acts.stage.transfer(480, ana!.name, 21)),
      'nothing',
    );
    ids.cancelled = await acts.topUp(wei!, 600, 22);
    ids.wrong = await acts.topUp(omar!, 350, 23, await acts.stage.receiptOf(acts.stage.transfer(350, omar!.name, 23)));
    ids.other = await acts.topUp(
      priya!,
      500,
      24,
      await acts.stage.receiptOf(acts.stage.transfer(495, priya!.name, 24)),
      { dollars: 495 },
    );
  });
  script.on(7, 2, async () => {
    await acts.reject(ids.rejected!, 'No transfer with this transaction ID has arrived. Please check the network.');
    await acts.cancel(wei!, ids.cancelled!);
    await acts.approve(ids.wrong!);
    await acts.approve(ids.other!, { receivedMoney: 495, remarks: 'Five dollars went to the network fee.' });
  });
  script.on(6, 2, () => acts.reverse(ids.wrong!, 'The transfer belongs to another client.'));
  script.on(6, 3, () => acts.confirm(ids.wrong!));
  script.on(6, 4, async () => {
    ids.sent = await acts.withdraw(ana!, 120);
    ids.refused = await acts.withdraw(wei!, 90);
    ids.taken = await acts.withdraw(omar!, 75);
    ids.undone = await acts.withdraw(grace!, 60);
    ids.large = await acts.withdraw(noah!, 450);
  });
  script.on(6, 6, async () => {
    await acts.approve(ids.sent!, { transactionId: acts.send(ana!, 120, 1) });
    await acts.reject(ids.refused!, 'This address is on an exchange that does not take TRC20. Please name another.');
    await acts.cancel(omar!, ids.taken!);
    await acts.approve(ids.undone!, { transactionId: acts.send(grace!, 60, 2) });
    await acts.propose(ids.large!);
  });
  script.on(5, 2, async () => {
    await acts.confirm(ids.large!);
    await acts.payOut(ids.large!, acts.send(noah!, 450, 3));
    await acts.reverse(ids.undone!, 'The transfer came back.');
  });
  script.on(5, 3, () => acts.confirm(ids.undone!));
}

function corrections(script: Script, acts: Acts, lives: readonly Life[]): void {
  const [ana, wei, omar, , , grace] = lives.map(({ person }) => person);
  const ids: Record<string, string> = {};
  script.on(5, 5, async () => {
    ids.penalty = await acts.correct(
      wei!,
      'penalty',
      25,
      'Agreed in the chat: an ad account was used for another business.',
    );
    ids.thanks = await acts.correct(omar!, 'goodwill', 15, 'For the delay of your deposit last week.');
    ids.no = await acts.correct(grace!, 'goodwill', 200, 'For a good month.');
    ids.hasty = await acts.correct(ana!, 'penalty', 40, 'The landing page broke the rules of the platform.');
  });
  script.on(5, 7, async () => {
    for (const applyId of [ids.penalty!, ids.thanks!, ids.hasty!]) await acts.confirm(applyId);
    await acts.reject(ids.no!, 'Two hundred is too much for this.');
  });
  script.on(4, 5, () => acts.reverse(ids.hasty!, 'The platform took its complaint back.'));
  script.on(4, 6, () => acts.confirm(ids.hasty!));
}

/** Expired, revoked, paid and being checked on one client; rejected and open again on another. */
function paylinks(script: Script, acts: Acts, owner: Life, other: Life): void {
  const links: Record<string, { _id: string; code: string }> = {};
  let paid = '';
  let wrong = '';
  script.on(20, 1, async () => {
    await acts.paylink(owner.person, 'Karl', 'Sommer', 320);
    links.revoked = await acts.paylink(owner.person, 'Petra', 'Lang', 90);
    links.paid = await acts.paylink(owner.person, 'Jonas', 'Weber', 640, {
      companyName: 'Weber Living',
      website: 'weber-living.example',
    });
  });
  script.on(19, 1, async () => {
    await acts.stage.call('PUT', `/kimi/revoke-paylink?id=${links.revoked!._id}`, { as: owner.person, body: {} });
    paid = await acts.pay(owner.person, links.paid!.code, 640, 31);
  });
  script.on(19, 3, () => acts.approve(paid));
  script.on(3, 1, async () => {
    links.checked = await acts.paylink(owner.person, 'Nina', 'Koch', 275);
    await acts.paylink(owner.person, 'Felix', 'Arnold', 150);
    links.again = await acts.paylink(other.person, 'Asha', 'Rao', 210);
  });
  script.on(2, 2, async () => {
    await acts.pay(owner.person, links.checked!.code, 275, 32);
    wrong = await acts.pay(other.person, links.again!.code, 210, 33);
  });
  script.on(2, 4, () => acts.reject(wrong, 'The picture shows another transfer. Please send the right one.'));
}

/** One client with prices of their own, one visited by an admin, one who may not sign in, one who left. */
function people(script: Script, acts: Acts, lives: readonly Life[]): void {
  const { call } = acts.stage;
  script.on(16, 2, async () => {
    const userId = lives[2]!.person.id;
    const reason = 'Brings more than twenty ad accounts a month.';
    const body = { userId, openingFee: 20, topUpBasisPoints: 1_200, reason };
    await call('PUT', '/kimi/set-client-prices', { as: acts.first, body });
    await acts.confirm(userId);
  });
  script.on(4, 2, () =>
    call('POST', '/kimi/login-as-user', {
      as: acts.second,
      body: { userId: lives[5]!.person.id, reason: 'Grace asked why a deposit is missing.' },
    }),
  );
  script.on(3, 9, () =>
    call('PUT', '/kimi/disable-user', {
      as: acts.first,
      body: { userId: lives[10]!.person.id, reason: 'Chargebacks; until it is cleared up.' },
    }),
  );
}
