/** Taking a penalty from a client's wallet or giving goodwill, with the sum repeated on the button that does it. */
import { centsOf, plainAmount, usd, type Cents } from '#kernel/money.ts';
import { approvalMoves } from '#kinds/facts.ts';
import { Choice } from '#ui/Choice.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useHere } from '#ui/here.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Money } from '#ui/Money.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { toast } from '#ui/toast.tsx';
import { applyCorrection, getCorrections } from './corrections.api.ts';
import { correctionKinds, corrections, refusalToCorrect, stands, type CorrectionKind } from './corrections.ts';
import { words } from './corrections.words.ts';
import styles from './corrections.module.css';

/** What is most often meant. */
const first: CorrectionKind = 'goodwill';

/** The client whose wallet is meant; `wallet` in cents. */
type CorrectedClient = {
  readonly _id: string;
  readonly username: string;
  readonly contact: { readonly emailId: string };
  readonly wallet: Cents;
};

type Props = {
  client: CorrectedClient;
  opened: boolean;
  onClose: () => void;
  /** After the correction was made or waits for another admin. */
  onDone?: () => void;
};

export function CorrectionDialog({ client, opened, onClose, onDone }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title(client.username)} holds>
      {opened ? <CorrectionForm key={client._id} {...{ client, onClose, onDone }} /> : null}
    </Dialog>
  );
}

type FormProps = Omit<Props, 'opened' | 'onDone'> & {
  onDone: (() => void) | undefined;
};

function CorrectionForm({ client, onClose, onDone }: FormProps) {
  const here = useHere();
  const form = useSend(applyCorrection, {
    initial: { kind: first, amount: '', reason: '' },
    // Whoever closes the window after a lost answer and opens it again sends the same correction, not a second one.
    draft: `correction-${client._id}`,
    body: ({ kind, amount, reason }) => ({ userId: client._id, kind, amount: plainAmount(amount), reason }),
    takes: ({ kind, amount }) => [kind, plainAmount(amount)],
    failed: words.failed,
    again: [getCorrections],
    done: ({ message, correction }) => {
      (stands(correction.state) ? toast.done : toast.failed)(message);
      onDone?.();
      // A late answer closes no window of another client.
      if (here.current) onClose();
    },
  });
  const { kind, amount } = form.values;
  const cents = centsOf(plainAmount(amount)) ?? 0n;
  // A penalty whose answer was lost may be taken from the wallet already.
  const refusal = form.repeats ? undefined : refusalToCorrect(kind, cents, client.wallet);
  const takes = approvalMoves(corrections[kind]) === 'out of wallet';
  const after = client.wallet + (takes ? -cents : cents);
  return (
    <SendForm form={form} label={words.title(client.username)}>
      <Choice
        wide
        aria-label={words.kind}
        value={kind}
        onChange={(value) => form.set('kind', value)}
        data={correctionKinds.map((value) => ({ value, label: words[value] }))}
      />
      <MoneyField
        label={words.amount}
        placeholder="0.00"
        required
        {...form.field('amount')}
        error={form.errors['amount'] ?? refusal?.message}
      />
      <ReasonField
        label={words.reason}
        description={words.reasonHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={500}
        templates={words.templates[kind]}
        {...form.field('reason')}
      />
      <WalletAfter whose={client.contact.emailId} now={client.wallet} after={after} />
      <SendButton disabled={refusal !== undefined} title={refusal?.message} {...(takes ? { color: 'bad' } : {})}>
        {cents === 0n ? words.nothing : (takes ? words.taken : words.given)(usd(cents), client.username)}
      </SendButton>
    </SendForm>
  );
}

/** Names are not unique, addresses are. */
function WalletAfter({ whose, now, after }: { whose: string; now: Cents; after: Cents }) {
  return (
    <dl className={styles['wallet']}>
      <div>
        <dt>{words.whose}</dt>
        <dd>{whose}</dd>
      </div>
      <div>
        <dt>{words.now}</dt>
        <dd>
          <Money cents={now} />
        </dd>
      </div>
      <div>
        <dt>{words.after}</dt>
        <dd>
          <Money cents={after} />
        </dd>
      </div>
    </dl>
  );
}
