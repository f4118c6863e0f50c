/** The passkeys of one's own account: which there are, and what may be done about them. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe, useReadOnly } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { refusalToAddFactor } from '#users/users.ts';
import { getPasskeys } from './passkeys.api.ts';
import { words } from './passkeys.words.ts';
import css from './passkeys.module.css';

/** What talks to the browser about keys is needed only in these windows. */
const dialogs = () => import('./PasskeyDialogs.tsx');
const Add = late(() => dialogs().then((windows) => windows.Add));
const Rename = late(() => dialogs().then((windows) => windows.Rename));
const Remove = late(() => dialogs().then((windows) => windows.Remove));

export type Passkey = OutputOf<typeof getPasskeys>['passkeys'][number];
type Asked = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };

export function PasskeysSection() {
  const passkeys = useCall(getPasskeys);
  const who = useMe();
  const refusal = who.emailId === '' ? undefined : refusalToAddFactor(who);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const which = asked && asked.what !== 'add' ? asked.passkey : undefined;
  return (
    <Section
      title={words.title}
      text={words.text}
      actions={<AddButton refused={!!refusal} onAsk={() => setAsked({ what: 'add' })} />}
    >
      <DataState call={passkeys} failed={words.failed} lines={2}>
        {(data) => <Passkeys passkeys={data.passkeys} onAsk={setAsked} />}
      </DataState>
      {refusal ? <p className={css['note']}>{refusal.message}</p> : null}
      {who.typeOfUser === 'Admin' ? <p className={css['note']}>{words.admin}</p> : null}
      <Add opened={asked?.what === 'add'} onClose={close} first={passkeys.data?.passkeys.length === 0} />
      <Rename opened={asked?.what === 'rename'} onClose={close} passkey={which} />
      <Remove opened={asked?.what === 'remove'} onClose={close} passkey={which} />
    </Section>
  );
}

/** Without https, but on one's own machine, browsers have no passkeys. */
const isPossible = () => typeof PublicKeyCredential === 'function';

function AddButton({ refused, onAsk }: { refused: boolean; onAsk: () => void }) {
  const readOnly = useReadOnly();
  return (
    <Button
      variant="default"
      disabled={readOnly || !isPossible() || refused}
      title={isPossible() ? undefined : words.noBrowser}
      leftSection={<Icon name="key" />}
      onClick={onAsk}
    >
      {words.add}
    </Button>
  );
}

type PasskeysProps = { passkeys: readonly Passkey[]; onAsk: (asked: Asked) => void };

function Passkeys({ passkeys, onAsk }: PasskeysProps) {
  const readOnly = useReadOnly();
  if (passkeys.length === 0) return <p className={css['quiet']}>{words.none}</p>;
  return (
    <ul className={css['list']}>
      {passkeys.map((passkey) => (
        <li key={passkey._id}>
          <div>
            <p className={css['name']}>{passkey.name}</p>
            <p className={css['quiet']}>
              {words.added} <Time at={passkey.createdAt} />, {passkey.usedAt ? words.used : words.neverUsed}{' '}
              {passkey.usedAt ? <Time at={passkey.usedAt} /> : null}
            </p>
          </div>
          <div className={css['actions']}>
            <Button
              variant="subtle"
              disabled={readOnly}
              aria-label={words.renameThis(passkey.name)}
              onClick={() => onAsk({ what: 'rename', passkey })}
            >
              {words.rename}
            </Button>
            <Button
              variant="subtle"
              color="bad"
              disabled={readOnly}
              aria-label={words.removeThis(passkey.name)}
              onClick={() => onAsk({ what: 'remove', passkey })}
            >
              {words.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
