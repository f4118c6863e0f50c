/** The second factor of one's own account: whether it is on, and what may be done about it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe, useReadOnly } from '#ui/session.tsx';
import { Badge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { refusalToAddFactor } from '#users/users.ts';
import { words } from './auth.words.ts';
import css from './auth.module.css';
import { getTwoFactor } from './twofactor.api.ts';

/** Keys, QR codes and one-time codes are needed only in these windows. */
const dialogs = () => import('./TwoFactorDialogs.tsx');
const SetUp = late(() => dialogs().then((windows) => windows.SetUp));
const SwitchOff = late(() => dialogs().then((windows) => windows.SwitchOff));
const RenewCodes = late(() => dialogs().then((windows) => windows.RenewCodes));

type TwoFactor = OutputOf<typeof getTwoFactor>;
type Asked = 'set up' | 'off' | 'renew';

export function TwoFactorSection() {
  const factor = useCall(getTwoFactor);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <Section title={words.factorTitle} text={words.factorText}>
      <DataState call={factor} failed={words.factorFailed} lines={2}>
        {(data) =>
          data.enabled ? <On factor={data} onAsk={setAsked} /> : <Off needed={data.needed} onAsk={setAsked} />
        }
      </DataState>
      <SetUp opened={asked === 'set up'} onClose={close} />
      <SwitchOff opened={asked === 'off'} onClose={close} />
      <RenewCodes opened={asked === 'renew'} onClose={close} />
    </Section>
  );
}

function Off({ needed, onAsk }: { needed: boolean; onAsk: (what: Asked) => void }) {
  const readOnly = useReadOnly();
  const who = useMe();
  const refusal = who.emailId === '' ? undefined : refusalToAddFactor(who);
  return (
    <div className={css['off']}>
      <Badge tone={needed ? 'wait' : 'calm'}>
        <Icon name={needed ? 'warning' : 'minus'} size={14} />
        {words.isOff}
      </Badge>
      {needed ? <p className={css['quiet']}>{words.needed}</p> : null}
      {refusal ? (
        <p className={css['quiet']}>
          {refusal.message} <Link to="/dashboard/user-profile">{words.toProfile}</Link>
        </p>
      ) : null}
      <Button disabled={readOnly || !!refusal} leftSection={<Icon name="key" />} onClick={() => onAsk('set up')}>
        {words.setUp}
      </Button>
    </div>
  );
}

function On({ factor, onAsk }: { factor: TwoFactor; onAsk: (what: Asked) => void }) {
  const readOnly = useReadOnly();
  return (
    <div className={css['factor']}>
      <Badge tone="good">
        <Icon name="check" size={14} />
        {words.isOn}
      </Badge>
      <div className={css['wide']}>
        <Facts
          items={[
            [words.since, <Time key="since" at={factor.enabledAt} />],
            [words.codesLeft, words.codesLeftOf(factor.recoveryCodesLeft)],
          ]}
        />
        {factor.recoveryCodesLeft < 3 ? <p className={css['few']}>{words.fewCodes}</p> : null}
        {factor.needed ? <p className={css['quiet']}>{words.needed}</p> : null}
      </div>
      <div className={css['actions']}>
        <Button variant="default" disabled={readOnly} onClick={() => onAsk('renew')}>
          {words.renew}
        </Button>
        {factor.isLast ? null : (
          <Button variant="subtle" color="bad" disabled={readOnly} onClick={() => onAsk('off')}>
            {words.switchOff}
          </Button>
        )}
      </div>
    </div>
  );
}
