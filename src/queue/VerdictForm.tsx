/** The verdict on the request in focus. Approving repeats client and amount; rejecting offers ready sentences. */
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { takesWhatArrives } from '#kinds/facts.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { focusFault } from '#ui/focus.tsx';
import { MoneyField } from '#ui/MoneyField.tsx';
import { ReasonField, sendOnEnter } from '#ui/ReasonField.tsx';
import { Refused } from '#ui/Refused.tsx';
import bar from './bar.module.css';
import { words } from './queue.words.ts';
import { Acknowledge, useAcknowledged } from '#requests/Acknowledge.tsx';
import { usePaid } from '#proposals/PaidAllTheSame.tsx';
import { AdsIdsField } from '#requests/AdsIdsField.tsx';
import { LetPassField } from '#requests/LetPassField.tsx';
import { isToWait } from '#requests/requests.ts';
import { words as shared } from '#requests/requests.words.ts';
import { useReading } from '#requests/useReading.tsx';
import { besideReason, flagOf } from '#topups/arrived.ts';
import { isEarly } from '#withdrawals/warnings.ts';
import {
  accountsOf,
  approvalOf,
  deedOf,
  flagsOf,
  isByLink,
  isTicked,
  needsOf,
  proposedFor,
  rejectionOf,
  refusalOfVerdict,
  type Typed,
  type Verdict,
  type QueuedRequest,
} from './verdicts.ts';

type Props = {
  row: QueuedRequest;
  verdict: Verdict;
  busy: boolean;
  /** The server's refusal of the last try. */
  refused: { message: string; code?: string | null } | undefined;
  onSend: (typed: Typed) => void;
  onLeave: () => void;
};

export function VerdictForm({ row, verdict, busy, refused, onSend, onLeave }: Props) {
  const { typed, setTyped, changed, isRead } = useTyped(row, verdict);
  const [tried, setTried] = useState(false);
  const early = isEarly(row.destination) || isToWait(kindNamed(row.kind), refused);
  const now = new Date();
  const flag = verdict === 'approve' ? flagOf(flagsOf(row, now)) : undefined;
  const { seen, onSeen } = useAcknowledged(flag);
  const refusal = refusalOfVerdict(row, verdict, typed);
  const { paid, box } = usePaid(refused, `${typed.transactionId} ${typed.received}`);
  const set = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value });
  const errorAt = (field: string) => (tried && refusal?.field === field ? refusal.message : undefined);
  return (
    // Escape leaves from wherever in the form the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={bar['verdict']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        focusFault(event.currentTarget);
        if (isRead() && !refusal && !busy && seen)
          onSend(paid || isTicked(row, now, typed) ? { ...typed, acknowledged: true } : typed);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onLeave();
      }}
    >
      {verdict === 'approve' ? (
        <>
          <ApproveFields row={row} typed={typed} set={set} errorAt={errorAt} />
          {early ? <LetPass row={row} typed={typed} set={set} error={errorAt('letPass')} /> : null}
        </>
      ) : (
        <RejectFields row={row} typed={typed} set={set} error={errorAt('remarks')} />
      )}
      {flag === undefined ? null : <Acknowledge flag={flag} seen={seen} onSeen={onSeen} asked={tried} />}
      <Refused message={changed ? shared.changedMeanwhile : refused?.message} />
      {box}
      <Group gap="sm" className={`${bar['send']} sentences`}>
        <Button data-leave variant="default" disabled={busy} onClick={onLeave}>
          {words.cancel}
        </Button>
        <Button
          type="submit"
          loading={busy}
          data-verdict
          data-autofocus
          {...(verdict === 'reject' ? { color: 'bad' } : {})}
          {...(verdict === 'approve' && needsOf(row) === 'nothing' && !early ? { autoFocus: true } : {})}
        >
          {verdict === 'approve' ? approvalOf(row, typed) : rejectionOf(row)}
        </Button>
      </Group>
    </form>
  );
}

/** What is typed, at first what is proposed. What approving does may become something else while the form is open. */
function useTyped(row: QueuedRequest, verdict: Verdict) {
  const proposed = proposedFor(row, verdict);
  const [typed, setTyped] = useState(proposed);
  const [received, setReceived] = useState(proposed.received);
  const reading = useReading(verdict === 'approve' ? approvalOf(row, proposed) : '');
  const isRead = () => {
    if (reading.isRead()) return true;
    // What was typed instead of what was proposed stays.
    if (typed.received === received) setTyped({ ...typed, received: proposed.received, remarks: proposed.remarks });
    setReceived(proposed.received);
    return false;
  };
  return { typed, setTyped, changed: reading.changed, isRead };
}

type Fields = { typed: Typed; set: (name: keyof Typed) => (value: string) => void };

function ApproveFields({
  row,
  typed,
  set,
  errorAt,
}: Fields & { row: QueuedRequest; errorAt: (field: string) => string | undefined }) {
  const needs = needsOf(row);
  if (needs === 'adsId') {
    return (
      <AdsIdsField
        label={words.adsId}
        hint={accountsOf(row).length === 0 ? words.adsIdHint : undefined}
        accounts={accountsOf(row)}
        // The admin pressed "a" or the button to get here: the field is what comes next.
        takesFocus
        value={typed.adsId}
        onChange={set('adsId')}
        error={errorAt('adsId')}
      />
    );
  }
  if (needs === 'transactionId') {
    return (
      <TextInput
        label={words.transactionId}
        description={kindNamed(row.kind).words.recorded ? deedOf(row) : undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={typed.transactionId}
        onChange={(event) => set('transactionId')(event.currentTarget.value)}
        error={errorAt('transactionId')}
      />
    );
  }
  if (!takesWhatArrives(kindNamed(row.kind))) return null;
  return (
    <>
      <MoneyField
        label={words.received}
        value={typed.received}
        onChange={set('received')}
        error={errorAt('receivedMoney')}
      />
      {typed.received.trim() === '' ? null : (
        <TextInput
          label={words.receivedReason}
          value={typed.remarks}
          onChange={(event) => set('remarks')(event.currentTarget.value)}
          error={errorAt('remarks')}
        />
      )}
    </>
  );
}

/** Why a payout that should still wait is not held up. */
function LetPass({ row, typed, set, error }: Fields & { row: QueuedRequest; error: string | undefined }) {
  const takesFocus = needsOf(row) === 'nothing';
  return <LetPassField value={typed.letPass} onChange={set('letPass')} error={error} takesFocus={takesFocus} />;
}

function RejectFields({ row, typed, set, error }: Fields & { row: QueuedRequest; error: string | undefined }) {
  return (
    <ReasonField
      keys
      label={words.remarks}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={typed.remarks}
      onChange={set('remarks')}
      description={besideReason(row.evidence, isByLink(row))}
      onKeyDown={sendOnEnter}
      error={error}
      templates={kindNamed(row.kind).words.reasons}
    />
  );
}
