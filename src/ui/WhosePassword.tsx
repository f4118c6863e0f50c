import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useMe } from './session.tsx';
import { words } from './ui.words.ts';

/**
 * Tells password managers whose password a form asks for. Without it they save the text field before the password as
 * the user name. In the form of a withdrawal that is the address that money is sent to, and they would fill in an old
 * address the next time.
 */
export function WhosePassword() {
  return <input type="email" name="username" autoComplete="username" value={useMe().emailId} readOnly hidden />;
}

type Props = PasswordInputProps & { label: string };

/** A password field whose eye is reached by keyboard and says which field it opens. */
export function Password(props: Props) {
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': words.showPassword(props.label), tabIndex: 0 }}
    />
  );
}

/** The password of whoever is signed in, which a form asks for once more. */
export function OwnPassword(props: Props) {
  return (
    <>
      <WhosePassword />
      <Password autoComplete="current-password" {...props} />
    </>
  );
}
