import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useMe } from './session.tsx';

/**
 * Tells password managers whose password a form asks for. Without it they save the text field before the password as
 * the user name. In the form of a withdrawal that is the address that money is sent to, and they would fill in an old
 * address the next time.
 */
export function WhosePassword() {
  return <input type="email" name="username" autoComplete="username" value={useMe().emailId} readOnly hidden />;
}

/** The password of whoever is signed in, which a form asks for once more. */
export function OwnPassword(props: PasswordInputProps) {
  return (
    <>
      <WhosePassword />
      <PasswordInput autoComplete="current-password" {...props} />
    </>
  );
}
