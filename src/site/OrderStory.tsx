/**
 * One order as the portal keeps it, from the money that comes in to the accounts that are open. It plays once, in less
 * than five seconds, and stays at the end; whoever chooses a step stops it there. Styles alone do it: `story.css`.
 */
import { usd, type Cents } from '#kernel/money.ts';
import { useFacts, useWords } from './drawing.tsx';
import { onlyOn, type Facts } from './facts.ts';
import { storyWords as words } from './home.words.ts';
import { orderOf } from './story.ts';

type Step = {
  readonly tab: string;
  readonly text: string;
  readonly wallet: Cents;
  readonly change: Cents;
  readonly held: Cents;
  readonly request: string;
  readonly applyId: string;
  readonly state: 'Pending' | 'Approved';
  readonly accounts: readonly (readonly [id: string, cents: Cents])[];
};

const [first, second] = ['482-119-7731', '482-119-7732'] as const;

function stepsOf(facts: Facts, { order, steps: told }: typeof words): readonly Step[] {
  const { each, put, total } = orderOf(facts.prices);
  const asked = { request: order, applyId: `${onlyOn(facts)[0]?.prefix ?? 'GA'}-7K3Q-X2MF` };
  const paid = { request: words.topUp, applyId: 'TU-4N8W-R5TC', state: 'Approved' } as const;
  const left = put - total;
  return [
    { ...told[0], ...paid, wallet: put, change: put, held: 0n, accounts: [] },
    { ...told[1], ...asked, state: 'Pending', wallet: left, change: -total, held: total, accounts: [] },
    {
      ...told[2],
      ...asked,
      state: 'Approved',
      wallet: left,
      change: 0n,
      held: 0n,
      accounts: [
        [first, each],
        [second, each],
      ],
    },
  ];
}

function signed(cents: Cents): string {
  return `${cents < 0n ? '−' : '+'}${usd(cents < 0n ? -cents : cents)}`;
}

function Panel({ step, at }: { step: Step; at: number }) {
  const { wallet, change, held, request, applyId, state, accounts, text } = step;
  const rows =
    accounts.length > 0 ? accounts : [[words.noAccount, undefined] as const, [words.noAccount, undefined] as const];
  return (
    <div className="story-panel" data-at={at}>
      <p className="story-wallet">
        {words.wallet} {change === 0n ? null : <span className={change > 0n ? 'good' : 'calm'}>{signed(change)}</span>}
        <strong className={change === 0n ? undefined : 'arrives'}>{usd(wallet)}</strong>
      </p>
      <p className="line">
        {words.held} <span>{usd(held)}</span>
      </p>
      <p className="line story-request arrives">
        <span>
          {request} <small>{applyId}</small>
        </span>
        <span className={`story-state ${state === 'Pending' ? 'wait' : 'good'}`}>{state}</span>
      </p>
      {rows.map(([id, cents], row) => (
        <p key={row} className={`line ${cents === undefined ? 'story-empty' : ''}`}>
          <span>{id}</span>
          <span>{cents === undefined ? '–' : usd(cents)}</span>
        </p>
      ))}
      <p className="story-text" id={`step-${at}-text`}>
        {text}
      </p>
    </div>
  );
}

export function OrderStory() {
  const steps = stepsOf(useFacts(), useWords(words));
  return (
    <fieldset className="order story figures">
      <legend className="visually-hidden">{words.title}</legend>
      <div className="story-tabs">
        {steps.map(({ tab }, index) => (
          <label key={tab}>
            <input type="radio" name="step" id={`step-${index + 1}`} aria-describedby={`step-${index + 1}-text`} />
            <span>{tab}</span>
            <i data-at={index + 1} />
          </label>
        ))}
      </div>
      <div className="story-panels">
        {steps.map((step, index) => (
          <Panel key={step.tab} step={step} at={index + 1} />
        ))}
      </div>
    </fieldset>
  );
}
