/**
 * The admins: inviting one by mail, with a link to hand over where mail does not reach, confirming another's wish, and
 * removing one.
 */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ResetTwoFactor } from '#auth/ResetTwoFactor.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { useCall, useRefresh } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Section } from '#ui/Section.tsx';
import { toast } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import { rightsOf } from '#users/users.ts';
import { ChangeRole, RoleField } from './ChangeRole.tsx';
import { createAdmin, getAdmins, removeAdmin } from './admins.api.ts';
import { words } from './admins.words.ts';
import css from './settings.module.css';
import { useAsksAlone } from './useAsksAlone.tsx';

type Admin = OutputOf<typeof getAdmins>['admins'][number];

export function AdminsSection() {
  const admins = useCall(getAdmins);
  const [inviteUrl, setInviteUrl] = useState<string>();
  const form = useSend(createAdmin, {
    initial: { username: '', emailId: '', role: 'Admin', currentPassword: '' },
    empties: ['currentPassword'],
    again: [getAdmins],
    done: (answer) => {
      setInviteUrl(answer.inviteUrl ?? undefined);
      toast.done(answer.message);
      // Pressed once more, it would invite the same person again.
      form.reset();
    },
  });
  const asks = useAsksAlone(form.errors);
  return (
    <Section title={words.title} text={words.text}>
      <SendForm form={form} label={words.invite}>
        <div className={css['invite']}>
          <TextInput label={words.name} {...form.field('username')} />
          <TextInput label={words.email} type="email" {...form.field('emailId')} />
          <RoleField {...form.field('role')} />
          {asks ? <OwnPassword label={words.current} {...form.field('currentPassword')} /> : null}
          <SendButton variant="default">{words.invite}</SendButton>
        </div>
      </SendForm>
      {inviteUrl ? (
        <div className={css['note']} role="status">
          {words.invited} <CopyId value={inviteUrl} />
        </div>
      ) : null}
      <DataState call={admins}>
        {(data) => (
          <ul className={css['list']}>
            {data.admins.map((admin) => (
              <AdminRow key={admin._id} admin={admin} />
            ))}
          </ul>
        )}
      </DataState>
    </Section>
  );
}

function AdminRow({ admin }: { admin: Admin }) {
  const refresh = useRefresh();
  const marks = [
    admin.role,
    admin.emailId,
    ...(admin.roleWaits ? [words.roleWaits(admin.roleWaits.role, admin.roleWaits.by)] : []),
    admin.twoFactor ? words.twoFactor : words.noTwoFactor,
    ...(admin.waits
      ? [admin.waits.own ? words.waitsOwn : words.waitsOther(admin.waits.by)]
      : admin.invited
        ? [words.waiting]
        : []),
    ...(admin.you ? [words.you] : []),
  ];
  return (
    <li>
      <span>
        <strong>{admin.username}</strong> <span className={css['quiet']}>{marks.join(' · ')}</span>
      </span>
      {admin.twoFactor && !admin.you ? (
        <ResetTwoFactor userId={admin._id} username={admin.username} onDone={() => void refresh(getAdmins)} />
      ) : null}
      {admin.waits && !admin.waits.own ? <ConfirmInvitation admin={admin} by={admin.waits.by} /> : null}
      {admin.you || admin.waits ? null : <ChangeRole admin={admin} />}
      {admin.you ? null : (
        <AskedButton
          size="sm"
          label={words.remove}
          of={words.removeTitle(admin.username)}
          title={words.removeTitle(admin.username)}
          endpoint={removeAdmin}
          args={{ body: { userId: admin._id } }}
          again={[getAdmins]}
          done={({ message }) => toast.done(message)}
        >
          <p>{words.removeText}</p>
        </AskedButton>
      )}
    </li>
  );
}

/** The second admin's word is the same wish: inviting the same address. */
function ConfirmInvitation({ admin: { username, emailId, role }, by }: { admin: Admin; by: string }) {
  return (
    <AskedButton
      size="sm"
      label={words.confirm}
      of={words.confirmTitle(username)}
      title={words.confirmTitle(username)}
      endpoint={createAdmin}
      args={{ body: { username, emailId, role } }}
      again={[getAdmins]}
      danger={false}
      done={({ message }) => toast.done(message)}
    >
      <p>{words.confirmText(by, emailId, role, rightsOf[role])}</p>
    </AskedButton>
  );
}
