/** Opens over the page when a session has ended, so that the person signs in again and goes on where they were. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { isAskedToSignIn, onSignIn } from '#ui/signin.ts';
import { words } from './shell.words.ts';

const SignIn = lazy(() => import('./SignIn.tsx').then((module) => ({ default: module.SignIn })));

export function SignInDialog() {
  const asked = useSyncExternalStore(onSignIn, isAskedToSignIn, () => false);
  const isVisit = useReadOnly();
  return (
    <Dialog opened={asked} onClose={() => {}} title={isVisit ? words.visitOverTitle : words.signInTitle} must above>
      <Suspense fallback={null}>{asked ? <SignIn /> : null}</Suspense>
    </Dialog>
  );
}
