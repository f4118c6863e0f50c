/** Opens over the page when a session has ended, so that the person signs in again and goes on where they were. */
import { useSyncExternalStore } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { late } from '#ui/late.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { isAskedToSignIn, onSignIn } from '#ui/signin.ts';
import { words } from './shell.words.ts';

const SignIn = late(() => import('./SignIn.tsx').then((module) => module.SignIn), undefined, ToLogin);

export function SignInDialog() {
  const asked = useSyncExternalStore(onSignIn, isAskedToSignIn, () => false);
  const isVisit = useReadOnly();
  return (
    <Dialog opened={asked} onClose={() => {}} title={isVisit ? words.visitOverTitle : words.signInTitle} must above>
      {asked ? <SignIn /> : null}
    </Dialog>
  );
}

/** A whole page instead of this window: what is kept as a draft is there again afterwards. */
function ToLogin() {
  const here = encodeURIComponent(location.pathname + location.search);
  return (
    <>
      <p role="alert">{words.signInMissing}</p>
      <p>
        <a href={useReadOnly() ? '/login' : `/login?next=${here}`}>{words.leave}</a>
      </p>
    </>
  );
}
