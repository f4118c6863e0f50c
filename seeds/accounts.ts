/** What became of some ad accounts: one runs again, one is suspended, one under its client's appeal, one was lost. */
import type { Acts } from './acts.ts';
import type { Life, Script } from './story.ts';

export function accounts(script: Script, acts: Acts, lives: readonly Life[]): void {
  const [ana, noah, rahul, sofia] = [lives[0]!, lives[6]!, lives[8]!, lives[9]!];
  spare(script, acts, ana, 'Sofas, Berlin');
  step(
    script,
    acts,
    ana,
    9,
    'Suspended',
    'The platform suspended the account for a review of its payments.',
    'SUSPENDED',
  );
  step(script, acts, ana, 8, 'Appealed', 'We sent the platform your invoices and asked it to look again.');
  step(script, acts, ana, 5, 'Active', 'The platform accepted the appeal.', 'ENABLED');

  spare(script, acts, sofia, 'Autumn toys');
  step(script, acts, sofia, 1, 'Suspended', 'The platform says that an ad breaks its rules for toys.', 'SUSPENDED');

  script.on(1, 11.7, async () => {
    const body = {
      id: await idOf(acts, sofia),
      reason: 'The toys sell in December. Please do not wait for the platform.',
    };
    await acts.stage.call('POST', '/kimi/apply-replacement', { as: sofia.person, body });
  });

  spare(script, acts, noah, 'Winter boots');
  step(script, acts, noah, 2, 'Suspended', 'The platform asks who runs this business.', 'SUSPENDED');
  appeal(script, acts, noah, 1, 'Our register entry is on tremblay-outdoor.example/imprint. Nothing about us changed.');

  spare(script, acts, rahul, 'Running shoes');
  step(script, acts, rahul, 8, 'Suspended', 'The platform found a problem with the website of the ads.', 'SUSPENDED');
  appeal(script, acts, rahul, 7, 'We took the page down. Its successor says what the shoes can do and what not.');
  step(script, acts, rahul, 2, 'Lost', 'The platform declined the appeal for good.', 'CANCELED');
  script.on(1, 11.4, () => acts.refund(rahul.person, rahul.role, spareOf(rahul), 100, 'The account is lost.'));
}

function spareOf({ ads }: Life): string {
  return `${ads[1]}5`;
}

/** One more account than the daily work uses. */
function spare(script: Script, acts: Acts, life: Life, nickname: string): void {
  const { person, role, place } = life;
  let order = '';
  script.on(13, 5 + place / 12, async () => {
    order = await acts.order(person, role, [100]);
  });
  script.on(12, 5 + place / 12, () => acts.approve(order, { adsId: spareOf(life) }));
  script.on(12, 6 + place / 12, async () => {
    const id = await idOf(acts, life);
    await acts.stage.call('PUT', `/kimi/name-ad-account?id=${id}`, { as: person, body: { nickname } });
  });
}

function step(script: Script, acts: Acts, life: Life, days: number, state: string, reason: string, word = ''): void {
  script.on(days, 8 + life.place / 12, async () => {
    const body = { state, reason, word, note: state === 'Lost' ? 'Third account with this website.' : '' };
    await acts.stage.call('PUT', `/kimi/account-state?id=${await idOf(acts, life)}`, { as: acts.operations, body });
  });
}

function appeal(script: Script, acts: Acts, life: Life, days: number, text: string): void {
  script.on(days, 9 + life.place / 12, async () => {
    await acts.stage.call('PUT', `/kimi/appeal-ad-account?id=${await idOf(acts, life)}`, {
      as: life.person,
      body: { text },
    });
  });
}

async function idOf(acts: Acts, life: Life): Promise<string> {
  const { accounts } = await acts.stage.call('GET', `/kimi/get-ad-accounts?q=${spareOf(life)}`, { as: acts.second });
  return accounts[0]._id;
}
