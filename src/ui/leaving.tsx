/** Leaving the portal: nothing of the person stays in this browser, in none of its tabs. */
import { dropAllDrafts } from './drafts.tsx';

const channel = 'left';
/** A tab hears itself, too. */
let leaves = false;

/** Once nobody is signed in any more. */
export function leaveFor(address: string): void {
  leaves = true;
  dropAllDrafts();
  // Closed by the page that comes.
  if (typeof BroadcastChannel === 'function') new BroadcastChannel(channel).postMessage('');
  location.assign(address);
}

/** Does the same where another tab left. Returns what stops it. */
export function followLeaving(): () => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined;
  const other = new BroadcastChannel(channel);
  other.addEventListener('message', () => {
    if (leaves) return;
    // Without a connection the page for signing in does not come.
    document.body.hidden = true;
    dropAllDrafts();
    location.replace('/login');
  });
  return () => other.close();
}
