import { useMe } from './session.tsx';

/**
 * Tells password managers whose password a form asks for. Without it they take the text before the password for the
 * name: the address that money is sent to is kept as one, and filled in the next time in place of the one that is
 * meant.
 */
export function WhosePassword() {
  return <input type="email" name="username" autoComplete="username" value={useMe().emailId} readOnly hidden />;
}
