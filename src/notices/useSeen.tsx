/** Notices count as read when they were read: the one that was followed, or all of them by a button. */
import { useChange } from '#ui/call.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { getNotices, seeNotices } from './notices.api.ts';

export function useSeen() {
  const readOnly = useReadOnly();
  const see = useChange(seeNotices, { toast: false, again: [getNotices] });
  return {
    busy: see.busy,
    readOnly,
    seeOne: (id: string) => {
      if (!readOnly) see.send({ query: { id } });
    },
    seeAll: () => {
      if (!readOnly) see.send({ query: {} });
    },
  };
}
