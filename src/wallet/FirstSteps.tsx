/** The first steps of a new client, in order. They disappear once all of them are done. */
import { Button } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { kindNamed, kindsWhere, type KindName } from '#kinds/kinds.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { UsualTime } from '#requests/UsualTime.tsx';
import { me } from '#users/me.api.ts';
import { useCall } from '#ui/call.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import css from './dashboard.module.css';
import { words } from './dashboard.words.ts';
import type { getOverview } from './overview.api.ts';

/** Loaded only when it is needed: most clients have confirmed their address and never see this form. */
const ConfirmAddress = late(() => import('#users/EmailSection.tsx').then((section) => section.ConfirmAddress));

type Overview = OutputOf<typeof getOverview>;
type Stage = 'open' | 'waits' | 'done';

/** How far this client is with the first money in the wallet, and with the first ad account. */
export function stagesOf({ wallet, held, waiting, movements, opened }: Overview): { money: Stage; account: Stage } {
  const waits = (is: (kind: ReturnType<typeof kindNamed>) => boolean) =>
    waiting.some(({ kind }) => is(kindNamed(kind as KindName)));
  const hasMoney = wallet > 0n || held > 0n || movements.length > 0;
  return {
    money: hasMoney ? 'done' : waits(({ hasProof }) => hasProof === true) ? 'waits' : 'open',
    account: opened ? 'done' : waits(({ opens }) => opens !== undefined) ? 'waits' : 'open',
  };
}

export function FirstSteps({ overview }: { overview: Overview }) {
  const profile = useCall(me, {}, { on: ['notice'] }).data;
  const readOnly = useReadOnly();
  const confirmed = profile?.emailVerified ?? true;
  useEffect(() => {
    if (!confirmed) ConfirmAddress.soon();
  }, [confirmed]);
  const { money, account } = stagesOf(overview);
  const isNew = money !== 'done' || account !== 'done';
  if (!profile || readOnly || (confirmed && !isNew)) return null;
  const confirm = (
    <Step stage={confirmed ? 'done' : 'open'} title={words.confirm} text={words.confirmText}>
      <div className={css['confirm']}>
        <ConfirmAddress profile={profile} />
      </div>
    </Step>
  );
  if (!isNew)
    return (
      <Section>
        <ol className={css['steps']}>{confirm}</ol>
      </Section>
    );
  return (
    <Section title={words.steps} text={words.stepsText}>
      <ol className={css['steps']}>
        {confirm}
        <Step stage={money} title={words.money} text={money === 'waits' ? words.moneyWaits : <MoneyText />}>
          <Button component={Link} to="/kimi/wallet/addmoney-table?add=new">
            {words.addMoney}
          </Button>
        </Step>
        <Step stage={account} title={words.account} text={account === 'waits' ? words.accountWaits : words.accountText}>
          <Order />
        </Step>
      </ol>
    </Section>
  );
}

/** A check comes before the money, which takes its time. */
export function MoneyText() {
  const [moneyIn] = kindsWhere(({ hasProof }) => hasProof === true);
  return (
    <>
      {words.moneyText} <UsualTime kind={moneyIn!} />
    </>
  );
}

function Order() {
  return (
    <span className={css['choices']}>
      {usePlatforms().map(({ name, pages }) => (
        <Button key={name} component={Link} to={pages.order[0]} variant="default">
          {words.order(name)}
        </Button>
      ))}
    </span>
  );
}

type StepProps = { stage: Stage; title: string; text: ReactNode; children: ReactNode };

function Step({ stage, title, text, children }: StepProps) {
  const said = { open: undefined, waits: words.stepWaits, done: words.stepDone }[stage];
  return (
    <li className={css['step']} data-stage={stage}>
      <div>
        <h3>
          {title}
          {said ? (
            <span className={css['stage']}>
              <Icon name={stage === 'done' ? 'check' : 'clock'} size={14} />
              {said}
            </span>
          ) : null}
        </h3>
        {stage === 'done' ? null : <p className={css['quiet']}>{text}</p>}
      </div>
      {stage === 'open' ? children : null}
    </li>
  );
}
