/** How a request looks on the wire, whatever its kind: the fields that every list and answer share. */
import * as z from 'zod/mini';
import { money, shape, time } from '#kernel/fields.ts';
import type { Cents } from '#kernel/money.ts';
import type { Fill } from '#kinds/kind.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import { isLate, shownState, statesNamed } from './requests.ts';

/** The wire's `userId`: the client of a request, as an admin sees it. */
export const personOnWire = shape('Person', {
  _id: z.string(),
  username: z.string(),
  wallet: money,
  contact: z.object({ emailId: z.string(), contact1: z.string() }),
});

/** To be spread into the shape of a row. */
export const requestOnWire = {
  _id: z.string(),
  applyId: z.string(),
  state: z.string(),
  /** The admin's remark once rejected, else the client's note. */
  remarks: z.string(),
  clientRemarks: z.string(),
  /** Why its approval was undone, in an admin's words for its client; empty in any other state. */
  reversalReason: z.string(),
  transactionId: z.string(),
  createdAt: time,
  updatedAt: time,
  decidedAt: z.nullable(time),
  /** The admin's name; told to admins only. */
  decidedBy: z.nullable(z.string()),
  late: z.boolean(),
  /** A verdict that waits for a second admin; told to admins only. */
  waits: z.nullable(
    z.object({
      /** The proposal's, for confirm-action and drop-proposal. */
      _id: z.string(),
      verdict: z.string(),
      by: z.string(),
      byEmail: z.string(),
      at: time,
      /** What the proposed verdict carries; `reason` belongs to reversals. */
      transactionId: z.string(),
      adsId: z.string(),
      remarks: z.string(),
      reason: z.string(),
    }),
  ),
};

/** Another top-up that was sent with the same proof. */
export const duplicateOnWire = shape('Duplicate', {
  applyId: z.string(),
  username: z.string(),
  state: z.string(),
  createdAt: time,
  /** The same file, or another file of the same picture. */
  same: z.enum(['file', 'picture']),
  sameClient: z.boolean(),
});

/** What these functions need of a listed request; `ListedRequest` of list.server.ts fits. */
export type Listed = {
  readonly applyId: string;
  readonly kind: KindName;
  readonly platform: Platform | null;
  readonly state: State;
  readonly remarks: string | null;
  readonly clientRemarks: string | null;
  /** Of the reversal. */
  readonly reason: string | null;
  readonly transactionId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedByName: string | null;
  readonly waits: {
    readonly id: string;
    readonly verdict: string;
    readonly byName: string;
    readonly byEmail: string;
    readonly at: Date;
    readonly details: { readonly fill?: Pick<Fill, 'transactionId' | 'adsId' | 'remarks'>; readonly reason?: string };
  } | null;
  readonly person: {
    readonly publicId: string;
    readonly username: string;
    readonly email: string;
    readonly contact1: string;
    readonly walletCents: Cents;
  };
};

export function asRequestOnWire(request: Listed, now: Date, reader: 'client' | 'admin') {
  const { applyId, state } = request;
  const clientRemarks = request.clientRemarks ?? '';
  return {
    _id: applyId,
    applyId,
    state: shownState(request),
    remarks: state === 'Rejected' ? (request.remarks ?? '') : clientRemarks,
    clientRemarks,
    reversalReason: state === 'Reversed' ? (request.reason ?? '') : '',
    transactionId: request.transactionId ?? '',
    createdAt: request.createdAt,
    updatedAt: request.updatedAt,
    decidedAt: request.decidedAt,
    decidedBy: reader === 'admin' ? request.decidedByName : null,
    late: isLate(request, now),
    waits: reader === 'admin' && request.waits ? waitsOnWire(request.waits) : null,
  };
}

function waitsOnWire({ id, verdict, byName, byEmail, at, details }: NonNullable<Listed['waits']>) {
  const { transactionId = '', adsId = '', remarks = '' } = details.fill ?? {};
  // A proposed release is shown as an approval: nothing else is asked of the second admin.
  return {
    _id: id,
    verdict: verdict === 'release' ? 'approve' : verdict,
    by: byName,
    byEmail,
    at,
    transactionId,
    adsId,
    remarks,
    reason: details.reason ?? '',
  };
}

export function asPersonOnWire({ person }: Pick<Listed, 'person'>) {
  return {
    _id: person.publicId,
    username: person.username,
    wallet: person.walletCents,
    contact: { emailId: person.email, contact1: person.contact1 },
  };
}

/** The part of a list's query that `listRequests` reads. An unknown state finds nothing, rather than everything. */
export function listQueryOf(
  query: { page: number; limit: number; q: string; state: string; sort: string; after: string },
  otherwise?: readonly State[],
) {
  const states = query.state === '' ? otherwise : (statesNamed(query.state) ?? []);
  return {
    page: query.page,
    limit: query.limit,
    ...(states ? { states } : {}),
    ...(query.q ? { q: query.q } : {}),
    ...(query.sort ? { sort: query.sort as 'createdAt' | '-createdAt' } : {}),
    ...(query.after ? { after: query.after } : {}),
  };
}
