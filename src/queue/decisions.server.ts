/**
 * What a call of an admin decides, in one text that a passkey signs: the call with all that it was sent, and what the
 * things are that it names, as the database knows them. So a signature for one amount, destination or request is none
 * for another, wherever on its way the call was changed.
 */
import { speakablePattern, spoken } from '#kernel/ids.ts';
import { sum } from '#kernel/money.ts';
import { paysOut } from '#kinds/facts.ts';
import { kindNamed, type Kind } from '#kinds/kinds.ts';
import type { Decision, DecisionOf } from '#passkeys/confirming.server.ts';
import { proposalsNamed } from '#proposals/proposals.server.ts';
import { requestsNamed } from '#requests/named.server.ts';
import type { Database } from '#server/database.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { settleMonth } from '#spend/settling.api.ts';
import { readyOf } from '#spend/settling.server.ts';
import { personNamed } from '#users/people.server.ts';
import { sentenceOf } from './sentences.server.ts';

export const decisionOf: DecisionOf = async ({ endpoint, query, body, app }) => {
  const said = { query, body: withoutSecrets(body) };
  // A rejection gives money back to where it came from; a dry run moves none.
  const { month, dry } = body as { month?: string; dry?: boolean };
  if (dry || [query, body].some((part) => (part as { action?: unknown }).action === 'reject')) return undefined;
  const ids = [...new Set(textsIn(said).map(spoken))].filter((text) => speakablePattern.test(text)).toSorted();
  // What waits about our address or the settings is found by a plain word.
  const { id = '' } = query as { id?: string };
  const [requests, proposals] = await Promise.all([requestsNamed(app.db, ids), proposalsNamed(app.db, [...ids, id])]);
  // What a month settles stands in no field of its call.
  const settles = endpoint.path === settleMonth.path ? { settles: await readyOf(app.db, month!) } : {};
  const about = { call: `${endpoint.method} ${endpoint.path}`, ...said, requests, proposals, ...settles };
  const typed = centsIn({ ...said, ...settles });
  if (endpoint.confirmedBy === 'passkey above an amount' && !requests.some(({ kind }) => alwaysAsks(kindNamed(kind)))) {
    const amounts = [requests.map(({ totalCents }) => totalCents), typed].map(sum);
    const { passkeyAboveCents } = await currentSettings(app.db);
    // What arrived may be more than what was announced. Where nothing is found nothing is known, and then it asks.
    const isKnown = amounts.some((cents) => cents > 0n);
    if (isKnown && amounts.every((cents) => cents <= passkeyAboveCents)) return undefined;
  }
  const whom = await nameOf(app.db, (body as { userId?: unknown }).userId);
  const sentence = sentenceOf({ endpoint, body, whom, requests, proposals, typed });
  return { about: about satisfies Decision, sentence };
};

/** Whether approving it asks whatever the amount: money leaves, or it is the second yes to what another admin wants. */
const alwaysAsks = (kind: Kind) => paysOut(kind) || kind.askedBy === 'admin';

/** How the client or admin of this id is called. */
async function nameOf(db: Database, userId: unknown): Promise<string> {
  const person = typeof userId === 'string' ? await personNamed(db, userId) : undefined;
  return person?.clientName ?? person?.name ?? '';
}

function withoutSecrets(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !/password|^otp$/i.test(name)));
}

/** Every text in it, however deep: ids are among them, whatever their field is called. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every amount in it: what arrived instead of what was announced, what a correction is about. */
function centsIn(value: unknown): bigint[] {
  if (typeof value === 'bigint') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(centsIn) : [];
}
