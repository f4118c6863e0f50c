/** Asks for another account in place of this one, or says what became of that. */
import { usd, type Cents } from '#kernel/money.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { cancelRequest } from '#requests/cancel.api.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { Link } from '#ui/router.tsx';
import { toast } from '#ui/toast.tsx';
import { nameOf, type Account } from './accountParts.tsx';
import { applyReplacement, getAdAccount, getAdAccounts } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { onceSent } from './onceSent.tsx';
import { movesText, waitsText } from './replacing.ts';
import css from './accounts.module.css';

type Reader = 'User' | 'Admin';
const { replacement } = words;

export function ReplaceForm({ account, reader, onDone }: { account: Account; reader: Reader; onDone: () => void }) {
  const form = useSend(applyReplacement, {
    initial: { id: account._id, reason: '' },
    ...onceSent(onDone),
  });
  return (
    <SendForm form={form} label={replacement.title(nameOf(account))}>
      <p>{replacement.text[reader]}</p>
      {account.balance > 0n ? <p>{movesText(account.balance, account.remaining)}</p> : null}
      <ReasonField
        {...form.field('reason')}
        onChange={(text) => form.set('reason', text)}
        label={replacement.reason[reader]}
        required
        data-autofocus
        templates={replacement.reasons[reader]}
      />
      <SendButton>{replacement.send[reader]}</SendButton>
    </SendForm>
  );
}

type PendingReplacement = NonNullable<OutputOf<typeof getAdAccount>['replacement']>;

type Waiting = {
  of: PendingReplacement;
  /** What the account has spent that is not settled; null where nobody knows. */
  spent: Cents | null;
  reader: Reader;
};

/** A replacement waits: what is set aside for it, what of that is left, and the way back. */
export function ReplacementWaits({ of: { applyId, amount }, spent, reader }: Waiting) {
  return (
    <section className={css['calm']}>
      <h2>{replacement.waits}</h2>
      <p>{waitsText(amount, spent)}</p>
      <p>
        {reader === 'Admin' ? (
          <Link to={`/admin/requests/${applyId}`}>{replacement.decide}</Link>
        ) : (
          <AskedButton
            label={replacement.takeBack}
            title={replacement.takeBackTitle}
            endpoint={cancelRequest}
            args={{ query: { applyId } }}
            failed={replacement.takeBackFailed}
            again={[getAdAccount, getAdAccounts]}
            done={(answer) => toast.done(answer.message)}
          >
            {amount > 0n ? replacement.takeBackText(usd(amount)) : replacement.takeBackEmpty}
          </AskedButton>
        )}
      </p>
    </section>
  );
}
