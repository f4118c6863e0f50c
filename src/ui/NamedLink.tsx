/** Links to what has a page of its own, by the name or id that everybody knows it by. */
import type { ReactNode } from 'react';
import { Link } from './router.tsx';

type Styled = { className?: string };

/** An admin's way to everything about a client. */
export function ClientLink({ _id, username, className }: Styled & { _id: string; username: string }) {
  return (
    <Link to={`/admin/users/${_id}`} className={className}>
      {username}
    </Link>
  );
}

/** An admin's way to everything about a request. */
export function RequestLink({ applyId, className = 'nobreak' }: Styled & { applyId: string }) {
  return (
    <Link to={`/admin/requests/${applyId}`} className={className} translate="no">
      {applyId}
    </Link>
  );
}

type Account = Styled & { _id: string; adsId: string; children?: ReactNode };

/** To an ad account's page, by its Ads ID where no other name is given. */
export function AccountLink({ _id, adsId, className = 'nobreak', children = adsId }: Account) {
  return (
    <Link to={`/accounts/${_id}`} className={className} translate="no">
      {children}
    </Link>
  );
}
