/** Over the page when a session has ended: signing in again goes on exactly where one was. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { isAskedToSignIn, onSignIn } from '#ui/signin.ts';
import { words } from './shell.words.ts';

const SignIn = lazy(() => import('./SignIn.tsx').then((module) => ({ default: module.SignIn })));

export function SignInDialog() {
  const asked = useSyncExternalStore(onSignIn, isAskedToSignIn, () => false);
  return (
    <Dialog opened={asked} onClose={() => {}} title={words.signInTitle} must>
      <Suspense fallback={null}>{asked ? <SignIn /> : null}</Suspense>
    </Dialog>
  );
}
