/**
 * What waits for a second admin, on whichever page: another admin confirms it or says why not, and whoever wants it
 * takes it back. Each asks once more.
 */
import { Alert, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.tsx';
import { confirmAction, dropProposal } from './proposals.api.ts';
import css from './proposals.module.css';
import { words } from './proposals.words.ts';
import { tickFor } from './tickFor.tsx';

type Asked = 'confirm' | 'drop';

type Props = {
  /** Its own: what took its place is not ended by it. */
  id: string;
  /** Since when it waits: what was proposed anew after this was drawn is not confirmed. */
  at: Date;
  /** Who wants it, and whether that is this admin. */
  by: string;
  own: boolean;
  /** Whether this admin decides such things. */
  may: boolean;
  /** False where the request itself is rejected instead, beside it. */
  drops?: boolean;
  title: string;
  text?: ReactNode;
  /** What is proposed; it is shown again before it is decided. */
  children: ReactNode;
  /** What is asked before it is confirmed, and what to know then. */
  ask: { title?: string; text: string };
  done?: (message: string) => void;
};

/** Begun anew with another one: a window that is open is not about what takes its place while it is read. */
export function Proposal(props: Props) {
  return <Waiting key={`${props.id} ${props.at.getTime()}`} {...props} />;
}

function Waiting({ id, at, by, own, may, drops = true, title, text, children, ask, done = toast.done }: Props) {
  const [asking, setAsking] = useState<Asked>();
  const close = () => setAsking(undefined);
  const ending = {
    // The window goes once it is done. A refusal stays in it, beside the reason that was typed.
    done: ({ message }: { message: string }) => {
      close();
      done(message);
    },
  };
  const confirm = useChange(confirmAction, ending);
  const drop = useChange(dropProposal, ending);
  const refusal = confirm.refusal ?? drop.refusal;
  return (
    <Alert
      color={own ? 'calm' : 'wait'}
      className={css['proposal']}
      data-quiet={own || undefined}
      title={title}
      icon={<Icon name="clock" />}
    >
      <div className={css['body']}>
        {text ? <p>{text}</p> : null}
        {children}
        {refusal && asking === undefined ? <p className={css['refused']}>{refusal.message}</p> : null}
        {may && (drops || !own) ? <Ways own={own} drops={drops} ask={setAsking} /> : null}
      </div>
      <ConfirmDialog
        opened={asking === 'confirm'}
        onClose={close}
        title={ask.title ?? words.confirmTitle}
        confirm={words.confirm}
        verdict
        busy={confirm.busy}
        refused={confirm.refusal?.message}
        tick={tickFor(confirm.refusal)}
        onConfirm={(_, acknowledged) =>
          confirm.send({ query: { id, at: at.toISOString(), ...(acknowledged ? { acknowledged } : {}) } })
        }
      >
        <div className={css['body']}>
          {children}
          <p>
            {ask.text} {words.holds(by)}
          </p>
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'drop'}
        onClose={close}
        title={own ? words.takeBackTitle : words.refuseTitle}
        confirm={own ? words.takeBack : words.refuse}
        verdict
        {...(own ? {} : { reason: { label: words.refuseReason, required: true, error: words.refuseMissing } })}
        busy={drop.busy}
        refused={drop.refusal?.message}
        onConfirm={(reason) => drop.send({ query: { id }, body: { reason } })}
      >
        {children}
      </ConfirmDialog>
    </Alert>
  );
}

/** Pressed where another one was a moment ago, they ask nothing. */
function Ways({ own, drops, ask }: { own: boolean; drops: boolean; ask: (what: Asked) => void }) {
  return (
    <div className={css['ways']}>
      {own ? null : (
        <Button size="sm" data-confirm data-verdict onClick={() => ask('confirm')}>
          {words.confirm}
        </Button>
      )}
      {drops ? (
        <Button size="sm" variant="default" data-verdict onClick={() => ask('drop')}>
          {own ? words.takeBack : words.refuse}
        </Button>
      ) : null}
    </div>
  );
}
