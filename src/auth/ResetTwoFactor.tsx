/** Takes the second factor off somebody's account who can no longer sign in. */
import { AskedButton } from '#ui/AskedButton.tsx';
import { useMay } from '#ui/session.tsx';
import { saysSo } from '#ui/toast.tsx';
import { words } from './auth.words.ts';
import { resetTwoFactor } from './twofactor.api.ts';

type Props = { userId: string; username: string; onDone?: () => void };

export function ResetTwoFactor({ userId, username, onDone }: Props) {
  if (!useMay(resetTwoFactor)) return null;
  return (
    <AskedButton
      size="xs"
      label={words.reset}
      of={words.resetTitle(username)}
      title={words.resetTitle(username)}
      endpoint={resetTwoFactor}
      args={(reason) => ({ body: { userId, reason } })}
      reason={{ label: words.resetReason, required: true, error: words.resetMissing }}
      done={saysSo(onDone)}
    >
      <p>{words.resetText}</p>
    </AskedButton>
  );
}
