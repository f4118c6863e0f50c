/** One key: its name, its code in large, the ring that runs down, and on request the key itself with its QR code. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { copyText } from '#ui/CopyId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { addressOf, codeAt, inGroups, leftAt, type TotpKey } from './totp.ts';
import { words } from './totp.words.ts';
import css from './totp.module.css';

export type Entry = { readonly id: number; readonly name: string; readonly key: TotpKey; readonly open: boolean };

type Props = { entry: Entry; now: number; onChange: (next: Partial<Entry>) => void; onRemove: () => void };

/** In its last seconds a code is hardly worth typing: the next one is shown beside it. */
const soonSeconds = 8;

export function TotpCode({ entry, now, onChange, onRemove }: Props) {
  const { key, name, open } = entry;
  const id = useId();
  const [copied, setCopied] = useState(false);
  const code = codeAt(key, now);
  const seconds = Math.ceil(leftAt(key, now) / 1000);
  const half = key.digits === 8 ? 4 : 3;
  const copy = async () => {
    if (!(await copyText(code, words.codeOf(name)))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <li className={css['code']}>
      <div className={css['head']}>
        <TextInput
          variant="unstyled"
          aria-label={words.nameOf(name)}
          value={name}
          maxLength={80}
          classNames={{ root: css['name'] ?? '', input: css['nameinput'] ?? '' }}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <ActionIcon variant="subtle" className={css['remove']} aria-label={words.remove(name)} onClick={onRemove}>
          <Icon name="trash" />
        </ActionIcon>
      </div>
      <div className={css['body']}>
        <Ring seconds={seconds} period={key.period} />
        <div>
          <output translate="no" className={`${css['digits']} figures`} data-soon={seconds <= soonSeconds || undefined}>
            {inGroups(code, half)}
          </output>
          <p className={`${css['next']} figures`}>
            {seconds <= soonSeconds
              ? words.next(inGroups(codeAt(key, now + key.period * 1000), half))
              : words.secondsLeft(seconds)}
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<Icon name={copied ? 'check' : 'copy'} />}
          aria-label={`${words.copyCode} ${words.codeOf(name)}`}
          onClick={() => void copy()}
        >
          {copied ? words.copied : words.copyCode}
        </Button>
      </div>
      <button
        type="button"
        className={css['more']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onChange({ open: !open })}
      >
        <Icon name={open ? 'up' : 'down'} size={15} />
        {words.more}
      </button>
      <div id={id} hidden={!open}>
        {open ? <KeyDetails entry={entry} /> : null}
      </div>
    </li>
  );
}

function KeyDetails({ entry: { key, name } }: { entry: Entry }) {
  const address = addressOf({ ...key, label: key.label || name });
  return (
    <div className={css['details']}>
      <QrCode text={address} label={words.qr(name)} size={200} />
      <div className={css['facts']}>
        <p className={css['secret']} translate="no">
          {inGroups(key.secret, 4)}
        </p>
        <p className={css['next']}>{words.measures(key.digits, key.period, key.algorithm)}</p>
        <div className={css['actions']}>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="copy" size={15} />}
            onClick={() => void copyText(key.secret, words.secret)}
          >
            {words.copySecret}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="link" size={15} />}
            onClick={() => void copyText(address, words.address)}
          >
            {words.copyAddress}
          </Button>
        </div>
      </div>
    </div>
  );
}

const radius = 19;
const round = 2 * Math.PI * radius;

/** The time left as a ring; the seconds stand in it. */
function Ring({ seconds, period }: { seconds: number; period: number }) {
  return (
    <span
      className={css['ring']}
      role="img"
      aria-label={words.secondsLeft(seconds)}
      data-soon={seconds <= soonSeconds || undefined}
    >
      <svg viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
        <circle cx="22" cy="22" r={radius} className={css['ringback']} />
        <circle
          cx="22"
          cy="22"
          r={radius}
          className={css['ringfront']}
          strokeDasharray={round}
          strokeDashoffset={round * (1 - seconds / period)}
        />
      </svg>
      <span className="figures" aria-hidden="true">
        {seconds}
      </span>
    </span>
  );
}
