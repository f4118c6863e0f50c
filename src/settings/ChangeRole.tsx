/** The role of an admin: chosen when one is invited, and changed later. */
import { Button, NativeSelect } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { adminRoles, type AdminRole } from '#kernel/access.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { saysSo } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import { rightsOf } from '#users/users.ts';
import { changeAdminRole, getAdmins } from './admins.api.ts';
import { words } from './admins.words.ts';
import { useAsksAlone } from './useAsksAlone.tsx';

type Admin = { _id: string; username: string; role: AdminRole };

/** Says under the list what whoever is chosen may do. */
export function RoleField(props: Omit<ComponentProps<typeof NativeSelect>, 'value'> & { value: AdminRole }) {
  return (
    <NativeSelect
      {...props}
      label={words.role}
      description={words.rights(rightsOf[props.value])}
      data={[...adminRoles]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

export function ChangeRole({ admin }: { admin: Admin }) {
  const [opened, setOpened] = useState(false);
  const title = words.changeTitle(admin.username);
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpened(true)} aria-label={title}>
        {words.change}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={title}>
        <RoleForm admin={admin} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function RoleForm({ admin, onDone }: { admin: Admin; onDone: () => void }) {
  const form = useSend(changeAdminRole, {
    initial: { userId: admin._id, role: admin.role, currentPassword: '' },
    empties: ['currentPassword'],
    again: [getAdmins],
    toast: false,
    done: saysSo(onDone),
  });
  const asks = useAsksAlone(form.errors);
  return (
    <SendForm form={form} label={words.changeTitle(admin.username)}>
      <p>{words.changeText}</p>
      <RoleField {...form.field('role')} data-autofocus />
      {asks ? <OwnPassword label={words.current} {...form.field('currentPassword')} /> : null}
      <SendButton>{words.change}</SendButton>
    </SendForm>
  );
}
