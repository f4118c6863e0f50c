/** What can be done with an ad account: its client moves money, shares and names it; an admin says how it is. */
import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { nextStates, refusalToAppeal, refusalToReplace } from '#ledger/accountlife.ts';
import { specOf } from '#platforms/platforms.ts';
import { ShareDialog } from '#shares/ShareDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Link } from '#ui/router.tsx';
import { useMay, useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { nameOf, type Account } from './accountParts.tsx';
import {
  appealAdAccount,
  applyReplacement,
  beginRefund,
  getAdAccount,
  getAdAccounts,
  nameAdAccount,
  setAccountState,
} from './accounts.api.ts';
import { words } from './accounts.words.ts';
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

function Appeal({ account }: { account: Account }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const readOnly = useReadOnly();
  if (!useMay(appealAdAccount)) return null;
  return (
    <>
      <Button disabled={readOnly} onClick={() => setOpened(true)}>
        {words.appeal}
      </Button>
      <Dialog opened={opened} onClose={close} title={words.appealing.title(nameOf(account))}>
        {opened ? <AppealForm account={account} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

function Replace({ account, reader }: Omit<Props, 'isReplaced'>) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const readOnly = useReadOnly();
  const may = useMay(applyReplacement);
  if (!may) return null;
  return (
    <>
      <Button
        variant={account.state === 'Lost' && reader === 'User' ? 'filled' : 'default'}
        disabled={readOnly}
        onClick={() => setOpened(true)}
      >
        {words.replace}
      </Button>
      <Dialog opened={opened} onClose={close} title={words.replacement.title(nameOf(account))}>
        {opened ? <ReplaceForm account={account} reader={reader} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

/** Of what is left, where that is known: what was spent stays for the platform. */
function hasMoney({ closedAt, balance, remaining }: Account): boolean {
  return closedAt === null && (remaining ?? balance) > 0n;
}

function Refund({ account }: { account: Account }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  if (!useMay(beginRefund)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.refund}
      </Button>
      <Dialog opened={opened} onClose={close} title={words.refunding.title(nameOf(account))}>
        {opened ? <BeginRefundForm account={account} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

function ForAdmins({ account }: { account: Account }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const isLast = nextStates(account.state).length === 0;
  const may = useMay(setAccountState);
  if (!may) return null;
  return (
    <>
      <Button disabled={isLast} title={isLast ? words.change.last : undefined} onClick={() => setOpened(true)}>
        {words.setState}
      </Button>
      <Dialog opened={opened} onClose={close} title={words.change.title(nameOf(account))}>
        {opened ? <StateForm account={account} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

function ForClients({ account, ways }: { account: Account; ways: ReactNode }) {
  const [opened, setOpened] = useState<'share' | 'name'>();
  const close = () => setOpened(undefined);
  const readOnly = useReadOnly();
  const { pages, shares } = specOf(account.platform);
  const named = `?adsId=${encodeURIComponent(account.adsId)}`;
  const isOpen = account.closedAt === null;
  return (
    <>
      {account.state === 'Active' ? (
        <Button component={Link} to={`${pages.deposit[0]}${named}`}>
          {words.deposit}
        </Button>
      ) : null}
      {ways}
      {isOpen && account.balance > 0n ? (
        <Button variant="default" component={Link} to={`${pages.refund[0]}${named}`}>
          {words.refund}
        </Button>
      ) : null}
      {isOpen && shares ? (
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
    done: (answer) => {
      toast.done(answer.message);
      onDone();
    },
    again: [getAdAccount, getAdAccounts],
    toast: false,
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
