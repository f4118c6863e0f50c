/**
 * What lies on the admins' desks this morning: every queue has something, some of it late, some waiting for a second
 * admin.
 */
import type { Acts, Happened } from './acts.ts';
import { etherNamed, networkBeside, networkNow, password, walletNamed, walletOf, type Person } from './stage.ts';
import type { Life, Script } from './story.ts';

export function today(script: Script, acts: Acts, lives: readonly Life[]): void {
  late(script, acts, lives);
  for (const life of lives.slice(6, 9)) {
    script.before(9 - life.place, () => acts.order(life.person, life.role, [100, 50]));
    script.before(8.8 - life.place, () => acts.deposit(life.person, life.role, life.ads[0], 70 + life.place * 5));
    script.before(8.6 - life.place, () => acts.refund(life.person, life.role, life.ads[1], 20, 'The campaign ended.'));
  }
  money(script, acts, lives);
  verdicts(script, acts, lives);
  signals(script, acts, lives);
  seconds(script, acts, lives);
}

/** Asked three days ago and still open. */
function late(script: Script, acts: Acts, lives: readonly Life[]): void {
  const [ana, wei] = lives;
  script.on(3, 11, () => acts.order(ana!.person, ana!.role, [200]));
  script.on(2, 11, () => acts.deposit(wei!.person, wei!.role, wei!.ads[0], 110));
  script.on(2, 11.5, () => acts.topUp(lives[9]!.person, 900, 41));
}

/** Two clients send the same picture; a third withdraws a little. */
function money(script: Script, acts: Acts, lives: readonly Life[]): void {
  const [isla, rahul] = [lives[7]!.person, lives[8]!.person];
  const picture = () => acts.stage.receiptOf(acts.stage.transfer(750, isla.name, 42));
  script.before(7.5, async () => acts.topUp(isla, 750, 42, await picture()));
  script.before(5.5, async () => acts.topUp(rahul, 750, 43, await picture(), 'nothing'));
  script.before(4.5, () => acts.withdraw(lives[4]!.person, 85));
  script.before(3.5, async () =>
    acts.topUp(
      lives[6]!.person,
      1_250,
      44,
      await acts.stage.receiptOf(acts.stage.transfer(1_250, lives[6]!.person.name, 44)),
    ),
  );
}

/** What the chain says of a top-up: each verdict once, and money that nobody claims. */
function verdicts(script: Script, acts: Acts, lives: readonly Life[]): void {
  const [ana, wei, omar, priya, lukas, grace, noah] = lives.map(({ person }) => person);
  const somebody = walletNamed('somebody else');
  const happened: readonly [client: Person, dollars: number, what: Happened][] = [
    [ana!, 400, { dollars: 395 }],
    [wei!, 300, { token: walletNamed('a token that is called USDT') }],
    [omar!, 220, { to: somebody }],
    [priya!, 180, { failed: 'OUT_OF_ENERGY' }],
    [lukas!, 500, { minutes: 40 * 24 * 60 }],
    [noah!, 330, { disputed: true }],
  ];
  for (const [place, [client, dollars, what]] of happened.entries())
    script.before(2.9 - place / 5, () => acts.topUp(client, dollars, 50 + place, undefined, what));
  script.before(1.5, () => acts.topUpById(lives[11]!.person, 150, 'Transfer inside of the exchange, 4418220799'));
  script.before(1.2, async () =>
    acts.stage.arrive({
      hash: acts.stage.transfer(88, 'nobody', 60).transactionId,
      from: somebody,
      to: networkNow.networkAddress,
      dollars: 88,
    }),
  );
  // Not final yet for the first minutes.
  const young = {
    network: networkBeside.networkName,
    to: networkBeside.networkAddress,
    from: etherNamed('Grace'),
    minutes: 0,
  };
  script.before(0.01, () => acts.topUp(grace!, 640, 61, undefined, young));
}

/** What makes an admin look twice, and money that left without a withdrawal. */
function signals(script: Script, acts: Acts, lives: readonly Life[]): void {
  const [ana, , , priya, lukas, , noah, , rahul] = lives.map(({ person }) => person);
  const { networkName, networkAddress } = networkBeside;
  const like = `${networkAddress.slice(0, 6)}${'a'.repeat(32)}${networkAddress.slice(-4)}`.toLowerCase();
  script.before(2.7, () => acts.topUp(rahul!, 260, 62, undefined, { from: walletOf(lukas!) }));
  script.before(2.6, () => acts.withdraw(ana!, 395, { networkName, networkAddress: like }));
  script.before(2.5, () => acts.withdraw(priya!, 60, { ...networkNow, networkAddress: walletOf(noah!) }));
  script.before(2.4, async () =>
    acts.stage.arrive({
      hash: acts.stage.transfer(35, 'the agency', 63).transactionId,
      from: networkNow.networkAddress,
      to: walletNamed('nobody knows'),
      dollars: 35,
    }),
  );
}

/**
 * Said once, to be confirmed by somebody else: a refund, a withdrawal, a reversal, two corrections, a client's price, a
 * change of the network.
 */
function seconds(script: Script, acts: Acts, lives: readonly Life[]): void {
  const ids = { refund: '', withdrawal: '', deposit: '' };
  const [priya, lukas, grace] = [lives[3]!, lives[4]!, lives[5]!];
  script.before(7, async () => {
    ids.refund = await acts.refund(priya.person, priya.role, priya.ads[0], 160, 'We move this budget.');
    ids.withdrawal = await acts.withdraw(lukas.person, 520);
    ids.deposit = await acts.deposit(grace.person, grace.role, grace.ads[1], 55);
  });
  script.before(3, async () => {
    await acts.propose(ids.refund, { transactionId: 'RET-777' });
    await acts.propose(ids.withdrawal, { letPass: 'Lukas called from the number that we know.' });
    await acts.approve(ids.deposit, { transactionId: 'PAY-4777' });
  });
  script.before(2, async () => {
    await acts.reverse(ids.deposit, 'Booked twice.');
    await acts.correct(lives[1]!.person, 'penalty', 30, 'A second ad account was used for another business.');
    await acts.correct(lives[7]!.person, 'goodwill', 20, 'For the patience with the picture that would not load.');
  });
  script.before(1.5, () =>
    acts.stage.call('PUT', '/kimi/set-client-prices', {
      as: acts.first,
      body: { userId: grace.person.id, openingFee: 15, reason: 'As long as they load more than $5,000 a month.' },
    }),
  );
  script.before(1, () =>
    acts.stage.call('PUT', '/kimi/update-network-details', {
      as: acts.second,
      body: { networkName: 'ERC20', networkAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', password },
    }),
  );
}
