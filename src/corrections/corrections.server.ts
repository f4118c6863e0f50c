/** Corrections: made by one admin at once, or by two where the settings ask for a second pair of eyes. */
import type { ClientId } from '#kernel/ids.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { alsoAlone, askFor, confirmAs, decideAs } from '#requests/calls.server.ts';
import { findRequest, listRequests, type ListedRequest } from '#requests/list.server.ts';
import { asPersonOnWire, asRequestOnWire, listQueryOf } from '#requests/wire.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Call } from '#server/handle.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import { approvedInADay, NeedsSecondAdmin } from '#requests/thresholds.server.ts';
import { secondAdminFor, type Settings } from '#settings/settings.ts';
import { clientByPublicId } from '#users/clients.server.ts';
import { peopleNamed } from '#users/people.server.ts';
import { applyCorrection, approveCorrection, getCorrections } from './corrections.api.ts';
import type { State } from '#kinds/life.ts';
import { flatPrice } from '#kinds/postings.ts';
import { correctionKinds, corrections, stands, type CorrectionKind } from './corrections.ts';

export const correctionsHandlers = [
  handle(applyCorrection, async (call) => {
    const client = await clientNamed(call.app.db, call.body.userId, 'open');
    const { kind, amount: amountCents } = call.body;
    const settings = await currentSettings(call.app.db);
    const day = await approvedInADay(call.app.db, settings, { clients: [client], admin: call.session.person });
    const second = secondAdminFor(settings, { kind, event: 'approve', amountCents }, day(client));
    const asked = await make(call, client, settings, second !== undefined).catch((error: unknown) => {
      if (error instanceof NeedsSecondAdmin) return make(call, client, settings, true);
      throw error;
    });
    // An attempt made again says how its first one stands, whatever the settings say by now.
    const { state } = asked.requests[0]!;
    if (state === 'Pending') call.reply.status(202);
    return {
      message: saidOf(kind, state),
      wallet: asked.wallet,
      correction: await one(call.app.db, asked.requests[0]!.applyId),
    };
  }),

  handle(getCorrections, async ({ query, app }) => {
    const client = query.userId === '' ? undefined : await clientNamed(app.db, query.userId);
    const kinds: readonly CorrectionKind[] = query.kind ? [query.kind] : correctionKinds;
    const { rows, ...rest } = await listRequests(app.db, { kinds, client, ...listQueryOf(query) });
    return { message: 'Corrections fetched successfully', corrections: await shown(app.db, rows), ...rest };
  }),

  handle(approveCorrection, async (call) => {
    const { applyId, action } = call.query;
    const { remarks } = call.body;
    const kinds = Object.values(corrections);
    // A reversal that waits is confirmed where it can be looked at.
    if (action === 'approve') await confirmAs(call, { kinds, applyId, only: 'approve' });
    else await decideAs(call, { kinds, applyId, verdict: 'reject', fill: { remarks } });
    const message = action === 'approve' ? 'Correction approved successfully!' : 'Correction rejected successfully!';
    return { message, correction: await one(call.app.db, applyId) };
  }),
];

/** A colleague may have refused or undone the first one of an attempt made again: its admin must not think it holds. */
function saidOf(kind: CorrectionKind, state: State): string {
  if (state === 'Pending') return takesAnother;
  if (!stands(state)) return `You asked for this before, and it was ${state.toLowerCase()}. Nothing was made anew.`;
  return { penalty: 'Penalty taken successfully!', goodwill: 'Goodwill given successfully!' }[kind];
}

/** The money, the audit row and what the client is told: all or none of it. */
function make(call: Call<typeof applyCorrection>, client: ClientId, settings: Settings, waits: boolean) {
  const { kind, amount, reason } = call.body;
  const how = { verdict: 'approve', before: 'Pending', waits, person: call.session.person } as const;
  return askFor(call, {
    kind: corrections[kind],
    client,
    content: call.body,
    rows: [{ price: flatPrice(amount), details: { reason } }],
    atOnce: !waits,
    also: (tx, [made]) => alsoAlone(call, settings)(tx, made!, how),
  });
}

/** `open`: whoever has closed the account could never take home what is given. */
async function clientNamed(db: Database, publicId: string, which: 'any' | 'open' = 'any'): Promise<ClientId> {
  const client = await clientByPublicId(db, publicId);
  return client && (which === 'any' || client.closedAt === null)
    ? client.id
    : refuse({ ...notFound, message: 'This client was not found.', field: 'userId' });
}

async function one(db: Database, applyId: string) {
  return (await shown(db, [(await findRequest(db, { applyId }))!]))[0]!;
}

async function shown(db: Database, rows: readonly ListedRequest[]) {
  const names = await peopleNamed(
    db,
    rows.flatMap(({ askedBy }) => (askedBy === null ? [] : [askedBy])),
  );
  const now = new Date();
  return rows.map((row) => ({
    ...asRequestOnWire(row, now, 'admin'),
    kind: row.kind as CorrectionKind,
    amount: row.amountCents,
    reason: String(row.details['reason'] ?? ''),
    askedBy: names.get(row.askedBy ?? 0n)?.name ?? '',
    userId: asPersonOnWire(row),
  }));
}
