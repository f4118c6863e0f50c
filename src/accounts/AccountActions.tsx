/** What can be done with an ad account: its client moves money, shares and names it; an admin says how it is. */
import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { nextStates, refusalToAppeal, refusalToReplace } from '#ledger/accountlife.ts';
import { specOf } from '#platforms/platforms.ts';
import { useIsOn } from '#platforms/usePlatform.tsx';
import { ShareDialog } from '#shares/ShareDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Link } from '#ui/router.tsx';
import { useMay, useReadOnly } from '#ui/session.tsx';
import { nameOf, type Account } from './accountParts.tsx';
import { appealAdAccount, applyReplacement, beginRefund, nameAdAccount, setAccountState } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { onceSent } from './onceSent.tsx';
import { AppealForm } from './AppealForm.tsx';
import { BeginRefundForm } from './BeginRefundForm.tsx';
import { ReplaceForm } from './ReplaceForm.tsx';
import { StateForm } from './StateForm.tsx';

type Props = { account: Account; reader: 'User' | 'Admin'; isReplaced: boolean };

/** `isReplaced`: somebody has asked for another one in its place. */
export function AccountActions({ account, reader, isReplaced }: Props) {
  const replace = isReplaced || refusalToReplace(account.state) ? null : <Replace account={account} reader={reader} />;
  return reader === 'Admin' ? (
    <>
      <ForAdmins account={account} />
      {replace}
      {hasMoney(account) ? <Refund account={account} /> : null}
    </>
  ) : (
    <ForClients
      account={account}
      ways={
        <>
          {isReplaced || refusalToAppeal(account.state) ? null : <Appeal account={account} />}
          {replace}
        </>
      }
    />
  );
}

type WindowButtonProps = {
  label: string;
  window: string;
  variant?: 'filled' | 'default';
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string | undefined;
  children: (close: () => void) => ReactNode;
};

/** A button and the window that it opens, whose form is drawn anew each time. */
function WindowButton({ label, window, children, ...button }: WindowButtonProps) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button {...button} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Dialog opened={opened} onClose={close} title={window} holds>
        {opened ? children(close) : null}
      </Dialog>
    </>
  );
}

function Appeal({ account }: { account: Account }) {
  const readOnly = useReadOnly();
  if (!useMay(appealAdAccount)) return null;
  return (
    <WindowButton label={words.appeal} window={words.appealing.title(nameOf(account))} disabled={readOnly}>
      {(close) => <AppealForm account={account} onDone={close} />}
    </WindowButton>
  );
}

function Replace({ account, reader }: Omit<Props, 'isReplaced'>) {
  const readOnly = useReadOnly();
  if (!useMay(applyReplacement)) return null;
  return (
    <WindowButton
      label={words.replace}
      window={words.replacement.title(nameOf(account))}
      variant={account.state === 'Lost' && reader === 'User' ? 'filled' : 'default'}
      disabled={readOnly}
    >
      {(close) => <ReplaceForm account={account} reader={reader} onDone={close} />}
    </WindowButton>
  );
}

/** Of what is left, where that is known: what was spent stays for the platform. */
function hasMoney({ closedAt, balance, remaining }: Account): boolean {
  return closedAt === null && (remaining ?? balance) > 0n;
}

function Refund({ account }: { account: Account }) {
  if (!useMay(beginRefund)) return null;
  return (
    <WindowButton label={words.refund} window={words.refunding.title(nameOf(account))} variant="default">
      {(close) => <BeginRefundForm account={account} onDone={close} />}
    </WindowButton>
  );
}

function ForAdmins({ account }: { account: Account }) {
  const isLast = nextStates(account.state).length === 0;
  if (!useMay(setAccountState)) return null;
  return (
    <WindowButton
      label={words.setState}
      window={words.change.title(nameOf(account))}
      disabled={isLast}
      title={isLast ? words.change.last : undefined}
    >
      {(close) => <StateForm account={account} onDone={close} />}
    </WindowButton>
  );
}

function ForClients({ account, ways }: { account: Account; ways: ReactNode }) {
  const [opened, setOpened] = useState<'share' | 'name'>();
  const close = () => setOpened(undefined);
  const readOnly = useReadOnly();
  const { pages, shares } = specOf(account.platform);
  const named = `?adsId=${encodeURIComponent(account.adsId)}`;
  const isOpen = account.closedAt === null;
  const isOffered = useIsOn(account.platform);
  return (
    <>
      {isOffered && account.state === 'Active' ? (
        <Button component={Link} to={`${pages.deposit[0]}${named}`}>
          {words.deposit}
        </Button>
      ) : null}
      {ways}
      {isOffered && hasMoney(account) ? (
        <Button variant="default" component={Link} to={`${pages.refund[0]}${named}`}>
          {words.refund}
        </Button>
      ) : null}
      {isOffered && isOpen && shares ? (
        <Button variant="default" disabled={readOnly} onClick={() => setOpened('share')}>
          {words.share}
        </Button>
      ) : null}
      <Button variant="default" disabled={readOnly} onClick={() => setOpened('name')}>
        {words.rename}
      </Button>
      <ShareDialog opened={opened === 'share'} onClose={close} platform={account.platform} adsId={account.adsId} />
      <Dialog opened={opened === 'name'} onClose={close} title={words.name.title}>
        {opened === 'name' ? <NameForm account={account} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

function NameForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const form = useSend(nameAdAccount, {
    initial: { nickname: account.nickname },
    query: () => ({ id: account._id }),
    ...onceSent(onDone),
  });
  return (
    <SendForm form={form} label={words.name.title}>
      <TextInput
        {...form.field('nickname')}
        label={words.name.label}
        description={words.name.hint}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <SendButton>{words.name.save}</SendButton>
    </SendForm>
  );
}
