import { usd } from '#kernel/money.ts';
import { cancelRequest } from '#requests/cancel.api.ts';
import type { Platform } from '#platforms/platforms.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { toast } from '#ui/toast.tsx';
import { words } from './adaccounts.words.ts';
import { getAds } from './adaccounts.api.ts';
import type { Ad } from './ads.ts';

const { details } = words;

/** A client's own order, while nobody has decided it. */
export function TakeBack({ ad, platform, onDone }: { ad: Ad; platform: Platform; onDone: () => void }) {
  return (
    <AskedButton
      label={details.takeBack}
      title={details.takeBackTitle}
      endpoint={cancelRequest}
      args={{ query: { applyId: ad.applyId } }}
      failed={details.takeBackFailed}
      again={[getAds[platform]]}
      done={() => {
        toast.done(details.takenBack);
        onDone();
      }}
    >
      {details.takeBackText(usd(ad.totalCost))}
    </AskedButton>
  );
}
