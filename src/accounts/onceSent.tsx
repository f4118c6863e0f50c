import { toast } from '#ui/toast.tsx';
import { getAdAccount, getAdAccounts } from './accounts.api.ts';

/** What each form about an ad account does once it is sent: says so, closes its window and shows the account anew. */
export function onceSent(onDone: () => void) {
  return {
    done: ({ message }: { message: string }) => {
      toast.done(message);
      onDone();
    },
    again: [getAdAccount, getAdAccounts],
    toast: false,
  };
}
