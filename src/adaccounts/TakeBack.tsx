import { Button } from '@mantine/core';
import { useState } from 'react';
import { usd } from '#kernel/money.ts';
import { cancelRequest } from '#requests/cancel.api.ts';
import type { Platform } from '#platforms/platforms.ts';
import { useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { words } from './adaccounts.words.ts';
import { getAds } from './adaccounts.api.ts';
import type { Ad } from './ads.ts';

const { details } = words;

/** A client's own order, while nobody has decided it. */
export function TakeBack({ ad, platform, onDone }: { ad: Ad; platform: Platform; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const readOnly = useReadOnly();
  const change = useChange(cancelRequest, {
    failed: details.takeBackFailed,
    again: [getAds[platform]],
    done: () => {
      toast.done(details.takenBack);
      onDone();
    },
    refused: () => setAsking(false),
  });
  return (
    <>
      <Button variant="default" disabled={readOnly} onClick={() => setAsking(true)}>
        {details.takeBack}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={details.takeBackTitle}
        confirm={details.takeBack}
        danger
        busy={change.busy}
        onConfirm={() => change.send({ query: { applyId: ad.applyId } })}
      >
        {details.takeBackText(usd(ad.totalCost))}
      </ConfirmDialog>
    </>
  );
}
