/** Sends a guided top-up: its call, its draft, and what happens after each answer. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { plainTransactionId } from '#network/transferids.ts';
import { plainAmount } from '#kernel/money.ts';
import { topup } from '#kinds/topup.ts';
import { useRefresh } from '#ui/call.tsx';
import { useSend } from '#ui/Form.tsx';
import { isAskedToSignIn, onSignIn } from '#ui/signin.ts';
import { toast } from '#ui/toast.tsx';
import { emptyTopup, type TopupValues } from './topup-form.ts';
import { useKeeping } from './useKeeping.tsx';
import { addMoney, checkTransaction, getOwnTransactions } from './topups.api.ts';
import { words } from './topups.words.ts';

export type TopupForm = ReturnType<typeof useTopupForm>;

export function useTopupForm({
  draft,
  initial,
  isNew,
  onSent,
  onStale,
}: {
  draft: string;
  initial: TopupValues;
  /** A new one, kept by the server until it is sent. */
  isNew: boolean;
  onSent: (applyId: string) => void;
  onStale: () => void;
}) {
  const refresh = useRefresh();
  const form = useSend(addMoney, {
    initial,
    draft,
    seenAt: '/kimi/wallet/addmoney-table',
    toast: false,
    failed: (refusal) => (refusal ? words.failedWith(refusal.status) : words.failed),
    again: [getOwnTransactions],
    body: ({ chargeMoney, payway, transactionId, remarks, network, seen, proofOf, picture }) => ({
      chargeMoney: plainAmount(chargeMoney),
      payway: payway as 'USDT',
      transactionId: plainTransactionId(transactionId),
      remarks,
      networkName: network,
      networkAddress: seen,
      proofOf,
      picture,
    }),
    file: ({ photo, picture }) => (picture === '' ? photo : null),
    done: ({ message, transaction }) => {
      toast.done(message);
      end(transaction.applyId);
    },
    refused: ({ code, status, field }) => {
      toast.failed(code === 'network' || code === 'unexpected' ? words.failed : words.failedWith(status));
      if (code === 'network.changed') onStale();
      // Its field asks for that once more, and says so as long as it stands there.
      if (code === `${topup.name}.taken`) void refresh(checkTransaction);
      if (field === 'chargeMoney' && isNew) form.set('step', '1');
    },
  });
  const kept = useKeeping(form, initial, isNew ? draft : undefined);
  const sent = useRef(false);
  /** It has become this top-up. */
  const end = (applyId: string) => {
    sent.current = true;
    kept.forget();
    onSent(applyId);
  };
  const startAgain = () => {
    // After a reload the form has nothing of what was sent.
    if (!sent.current) return;
    sent.current = false;
    form.reset();
    form.setAll(emptyTopup);
  };
  usePleaseLogin(form.busy);
  return { ...form, end, startAgain };
}

/** Said beside the sign-in that comes over the page when the session has ended meanwhile. */
function usePleaseLogin(sending: boolean): void {
  const asked = useSyncExternalStore(onSignIn, isAskedToSignIn, () => false);
  useEffect(() => {
    if (asked && sending) toast.info(words.pleaseLogin);
  }, [asked, sending]);
}
