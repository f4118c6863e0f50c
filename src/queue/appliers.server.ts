/**
 * Everything that can wait for a second admin, and what confirming it leads to: the one registry that the inbox and
 * `confirm-action` read.
 */
import { kinds } from '#kinds/kinds.ts';
import { networkApplier } from '#network/network.server.ts';
import type { Applier, Proposal } from '#proposals/proposals.server.ts';
import { confirmAs } from '#requests/calls.server.ts';
import { notWaiting, shownState } from '#requests/requests.ts';
import type { Database } from '#server/database.server.ts';
import { invitationApplier } from '#settings/admins.server.ts';
import { settingsApplier } from '#settings/settings.handlers.server.ts';

const verdictApplier: Applier = {
  kind: 'verdict',
  summary: ({ subject, payload }) =>
    payload['verdict'] === 'reverse'
      ? `The approval of ${subject} would be reversed.`
      : `${subject} would be approved.`,
  page: ({ subject }) => `/admin/requests/${subject}`,
  confirm: async (call, { subject }, seen) => {
    const { request } = await confirmAs(call, { kinds, applyId: subject, seen });
    return { subject, state: shownState(request) };
  },
  notWaiting,
};

const appliers: readonly Applier[] = [verdictApplier, networkApplier, settingsApplier, invitationApplier];

export function applierOf({ kind }: Pick<Proposal, 'kind'>): Applier | undefined {
  return appliers.find((applier) => applier.kind === kind);
}

/** Whose thing this id is, where it holds already and nothing about it waits. */
export async function applierKnowing(db: Database, id: string): Promise<Applier | undefined> {
  for (const applier of appliers) if (await applier.holds?.(db, id)) return applier;
  return undefined;
}
