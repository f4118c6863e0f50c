/** Which account or accounts, and with whom: what the window asks. */
import { Checkbox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Platform } from '#platforms/platforms.ts';
import { Facts } from '#ui/Facts.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { MailField } from '#ui/MailField.tsx';
import { toast } from '#ui/toast.tsx';
import { getShareLog, sendRequestEmail } from './shares.api.ts';
import { words } from './shares.words.ts';
import styles from './shares.module.css';

export function ShareForm({
  platform,
  accounts,
  onDone,
}: {
  platform: Platform;
  accounts: readonly string[];
  onDone: () => void;
}) {
  const several = accounts.length > 1;
  const gmail = useRef<HTMLInputElement>(null);
  // The form may come after its window, which has then given the focus to what was there.
  useEffect(() => gmail.current?.focus(), []);
  const form = useSend(sendRequestEmail, {
    initial: { emailId: '', chosen: accounts },
    body: ({ emailId, chosen }) => ({ emailId, adsId: chosen.join(', '), adType: platform }),
    check: ({ chosen }) => ({ chosen: several && chosen.length === 0 ? words.chooseOne : undefined }),
    done: () => {
      toast.done(words.sent);
      onDone();
    },
    toast: false,
    failed: words.failed,
    refused: (refusal) => toast.failed(refusal.code === 'network' ? words.broken : refusal.message),
    again: [getShareLog],
  });
  return (
    <SendForm form={form} label={several ? words.dialogTitleMany : words.dialogTitle}>
      <p>{several ? words.dialogTextMany : words.dialogText}</p>
      {accounts.length === 1 ? <Facts items={[[words.account, `${platform} ${accounts[0]}`]]} /> : null}
      <MailField
        {...form.field('emailId')}
        label={words.gmail}
        description={words.gmailHint}
        placeholder="name@gmail.com"
        autoComplete="off"
        spellCheck={false}
        ref={gmail}
        data-autofocus
      />
      {several ? (
        <Which
          id={form.idOf('chosen')}
          {...{ accounts, chosen: form.values.chosen, error: form.errors['chosen'] }}
          onChoose={(chosen) => form.set('chosen', chosen)}
        />
      ) : null}
      <SendButton>{words.send}</SendButton>
    </SendForm>
  );
}

type WhichProps = {
  id: string;
  accounts: readonly string[];
  chosen: readonly string[];
  error: string | undefined;
  onChoose: (chosen: readonly string[]) => void;
};

/** An order of ten is rarely shared with one person as a whole. */
function Which({ id, accounts, chosen, error, onChoose }: WhichProps) {
  const isAll = chosen.length === accounts.length;
  return (
    <fieldset className={styles['which']}>
      <legend>{words.which}</legend>
      <Checkbox
        id={id}
        label={words.every(accounts.length)}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        error={error}
        onChange={() => onChoose(isAll ? [] : accounts)}
      />
      <div className={styles['accounts']}>
        {accounts.map((account) => (
          <Checkbox
            key={account}
            className="figures"
            translate="no"
            label={account}
            checked={chosen.includes(account)}
            onChange={(event) =>
              onChoose(
                accounts.filter((each) => (each === account ? event.currentTarget.checked : chosen.includes(each))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
