import { leaveFor } from '#ui/leaving.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Section } from '#ui/Section.tsx';
import { toast } from '#ui/toast.tsx';
import { useAsksPassword } from '#users/useAsksPassword.tsx';
import { Password, WhosePassword } from '#ui/WhosePassword.tsx';
import { updatePassword } from './auth.api.ts';
import { words } from './auth.words.ts';
import css from './auth.module.css';

export function PasswordSection() {
  const form = useSend(updatePassword, {
    initial: { currentPassword: '', password: '', confirmPassword: '' },
    check: ({ currentPassword, password, confirmPassword }) => ({
      currentPassword: asks && currentPassword === '' ? words.enterCurrent : undefined,
      confirmPassword:
        password !== '' && confirmPassword !== '' && password !== confirmPassword ? words.differ : undefined,
    }),
    toast: false,
    failed: words.updating(''),
    refused: ({ message }) => toast.failed(message === words.updating('') ? message : words.updating(message)),
    empties: ['currentPassword'],
    done: () => leaveFor('/login#reset'),
  });
  const asks: boolean = useAsksPassword(form.errors);
  return (
    <Section title={words.passwordTitle} text={words.passwordText}>
      <SendForm form={form} label={words.passwordTitle}>
        <div className={css['fields']}>
          <WhosePassword />
          {asks ? (
            <Password label={words.current} autoComplete="current-password" {...form.field('currentPassword')} />
          ) : null}
          <Password
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            {...form.field('password')}
          />
          <Password label={words.confirm} autoComplete="new-password" {...form.field('confirmPassword')} />
        </div>
        <SendButton variant="default">{words.change}</SendButton>
      </SendForm>
    </Section>
  );
}
