/**
 * Five weeks of an agency, with every queue and every state that a request can be in. Names, amounts and the order of
 * things are fixed; only the times follow the clock, so that the demonstration always happened lately.
 */
import { specOf } from '#platforms/platforms.ts';
import { accounts } from './accounts.ts';
import { actsOn, type Acts, type Desk } from './acts.ts';
import { admins, roles, type Role } from './cast.ts';
import { doubts } from './doubts.ts';
import { mishaps } from './mishaps.ts';
import { networkBeside, networkNow, password, type Person, type Scene, type Stage } from './stage.ts';
import { today } from './today.ts';

export type Life = { role: Role; person: Person; place: number; joined: number; ads: [string, string] };

/** Collects scenes: `on` days ago at an hour of that day (UTC, at most 12), or hours `before` now (at most 11). */
export type Script = {
  scenes: Scene[];
  on(days: number, hour: number, play: Scene['play']): void;
  before(hours: number, play: Scene['play']): void;
};

function scriptFrom(now: number): Script {
  const scenes: Scene[] = [];
  const [hourMs, dayMs] = [3_600_000, 86_400_000];
  const today = Math.floor(now / dayMs) * dayMs;
  return {
    scenes,
    on: (days, hour, play) => void scenes.push({ at: today - days * dayMs + hour * hourMs, play }),
    before: (hours, play) => void scenes.push({ at: now - hours * hourMs, play }),
  };
}

export async function tell(stage: Stage, now: number): Promise<void> {
  const script = scriptFrom(now);
  const [first, second, finance, operations, support] = admins.map(({ name, email }) => stage.somebody(name, email));
  const acts = actsOn(stage, { first, second, finance, operations, support } as Desk);
  const lives = roles.map((role, place): Life => {
    const joined = 33 - place * 2;
    return { role, place, joined, person: stage.somebody(role.name, role.email), ads: adsIdsOf(role, place) };
  });
  opening(script, acts);
  for (const life of lives) if (life.place < 11) working(script, acts, life);
  newcomer(script, acts, lives[11]!);
  mishaps(script, acts, lives);
  accounts(script, acts, lives);
  today(script, acts, lives);
  doubts(script, acts, lives);
  await stage.play(script.scenes);
}

function adsIdsOf({ platform }: Role, place: number): [string, string] {
  const { adsId } = specOf(platform).wire;
  const own = `${adsId.slice(0, -4)}${place + 10}7`;
  return [`${own}1`, `${own}2`];
}

/** The first days: where money goes, what things cost, and the colleagues. */
function opening(script: Script, { stage, first, second, ...others }: Acts): void {
  const { call } = stage;
  const colleagues = [second, others.finance, others.operations, others.support];
  const network = (networkName: string, networkAddress: string, as: Person, beside = false) =>
    call('PUT', '/kimi/update-network-details', { as, body: { networkName, networkAddress, beside, password } });
  script.on(35, 1, async () => {
    await stage.signIn(first);
    await network('TRC20', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', first);
  });
  for (const [place, person] of colleagues.entries()) {
    script.on(35, 2 + place / 12, async () => {
      const { role } = admins[place + 1]!;
      const { inviteUrl } = await call('POST', '/kimi/create-admin', {
        as: first,
        body: { username: person.name, emailId: person.email, role, currentPassword: password },
      });
      const token = new URL(inviteUrl).searchParams.get('token');
      await call('POST', '/kimi/reset-password', { as: person, body: { token, password, confirmPassword: password } });
      await stage.signIn(person);
    });
  }
  const settings = (payoutWaitHours: number) => {
    const secondPair = { on: true, network: true, corrections: true, refundsAbove: 150, withdrawalsAbove: 400 };
    const deposits = { openingFee: 30, topUpBasisPoints: 1_500, depositOptions: [0, 15, 30, 50, 100, 200, 500] };
    const autoCredit = { on: true, transfer: 1_000, clientDay: 2_000, agencyDay: 10_000 };
    const body = { ...deposits, refundsReturnFee: true, secondPair, adminsNeedTwoFactor: false, autoCredit };
    return call('PUT', '/kimi/update-settings', { as: first, body: { ...body, payoutWaitHours } });
  };
  // Weeks are played in a few seconds: payouts wait in the last days only.
  script.on(35, 3, () => settings(0));
  script.on(2, 3, () => settings(24));
  let waiting = '';
  script.on(34, 2, async () => {
    waiting = (await network(networkNow.networkName, networkNow.networkAddress, first)).version._id;
  });
  script.on(34, 4, () => call('PUT', `/kimi/confirm-action?id=${waiting}`, { as: second, body: {} }));
  script.on(30, 2, async () => {
    const { networkName, networkAddress } = networkBeside;
    waiting = (await network(networkName, networkAddress, first, true)).version._id;
  });
  script.on(30, 4, () => call('PUT', `/kimi/confirm-action?id=${waiting}`, { as: second, body: {} }));
  script.on(9, 4, async () => {
    waiting = (await network('ERC20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', second)).version._id;
  });
  const reason = 'Not before our accountant has seen it.';
  script.on(9, 6, () => call('PUT', `/kimi/drop-proposal?id=${waiting}`, { as: first, body: { reason } }));
}

/** What everybody does: join, top up, order, put money into the accounts every few days, take some back. */
function working(script: Script, acts: Acts, { role, person, place, joined, ads }: Life): void {
  const { stage } = acts;
  const dollars = 2_400 + ((place * 37) % 9) * 150;
  const ids = { topUp: '', order: '', refund: '' };
  script.on(joined, 1 + place / 12, () => acts.register(person, role));
  if (place !== 10) script.on(joined, 1.1 + place / 12, () => acts.verify(person));
  script.on(joined, 3 + place / 12, async () => {
    ids.topUp = await acts.topUp(
      person,
      dollars,
      place,
      await stage.receiptOf(stage.transfer(dollars, person.name, place)),
    );
  });
  script.on(joined, 5 + place / 12, () => acts.approve(ids.topUp));
  script.on(joined - 1, 2 + place / 12, async () => {
    ids.order = await acts.order(person, role, [200, 100]);
  });
  script.on(joined - 1, 8 + place / 12, () => acts.approve(ids.order, { adsId: ads.join(', ') }));
  for (let [day, turn] = [joined - 2, 0]; day > 1; day -= 3 + (place % 3), turn += 1) {
    let deposit = '';
    const money = 45 + ((place * 13 + turn * 29) % 8) * 15;
    script.on(day, 3 + place / 12, async () => {
      deposit = await acts.deposit(person, role, ads[turn % 2]!, money);
    });
    script.on(day, 7 + place / 12, () => acts.approve(deposit, { transactionId: `PAY-${2600 + place * 40 + turn}` }));
  }
  script.on(joined - 5, 9 + place / 12, async () => {
    ids.refund = await acts.refund(person, role, ads[1], 40 + place * 5);
  });
  script.on(joined - 6, 9.5 + place / 12, () => acts.approve(ids.refund, { transactionId: `RET-${500 + place}` }));
  if (place % 2 === 0)
    script.on(joined - 6, 10 + place / 12, () =>
      acts.share(person, role, ads[0], `${role.email.split('@')[0]}.team@gmail.com`),
    );
  if (place % 3 === 1 && place !== 10)
    script.on(1, 12, () => stage.call('PUT', '/kimi/see-notices', { as: person, body: {} }));
}

/** Registered, asked for nothing yet: what every list looks like on a first day. */
function newcomer(script: Script, acts: Acts, { role, person }: Life): void {
  script.before(10.5, () => acts.register(person, role));
}
