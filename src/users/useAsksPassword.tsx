import { useEffect, useState } from 'react';
import { useCall, useRefresh } from '#ui/call.tsx';
import { me } from './me.api.ts';

/**
 * Whether a form has to ask for the current password: the session is no longer fresh, or the server has just said so
 * (`errors`) of one that grew too old while its page was open.
 */
export function useAsksPassword({ currentPassword }: Readonly<Record<string, string>>): boolean {
  const { data } = useCall(me, {}, { on: ['notice'] });
  const refresh = useRefresh();
  const isRefused = currentPassword !== undefined;
  const [isLate, setIsLate] = useState(false);
  if (isRefused && !isLate) setIsLate(true);
  useEffect(() => {
    if (isLate) void refresh(me);
  }, [isLate, refresh]);
  return isLate || data?.needsCurrentPassword === true;
}
