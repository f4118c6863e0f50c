/**
 * What a passkey is about to confirm, in a sentence: the browser's own window names only the portal, so that the page
 * says it beside that window. Made from what the call said and what the database knows, as the signed decision is.
 */
import type { Endpoint } from '#kernel/endpoint.ts';
import { sum, usd, type Cents } from '#kernel/money.ts';
import { takesWhatArrives } from '#kinds/facts.ts';
import { kindNamed, labelOf } from '#kinds/kinds.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Proposal } from '#proposals/proposals.server.ts';
import type { requestsNamed } from '#requests/named.server.ts';
import { applierOf } from './appliers.server.ts';

type About = {
  endpoint: Endpoint;
  body: object;
  /** The client or admin whom the call names. */
  whom: string;
  requests: Awaited<ReturnType<typeof requestsNamed>>;
  proposals: readonly object[];
  /** What the call itself says of money: what arrived, what a correction is about. */
  typed: readonly Cents[];
};

type Named = { whom: string; typed: string } & Record<string, unknown>;

/** Of what is about no request. */
const others: Readonly<Record<string, (say: Named) => string>> = {
  '/kimi/apply-correction': ({ kind, typed, whom }) => `Ask for a ${kind} of ${typed} for ${whom}.`,
  '/kimi/settle-month': ({ typed, month }) => `Settle ${typed} that ad accounts spent in ${month}.`,
  '/kimi/update-network-details': ({ networkName, networkAddress }) =>
    `Let clients pay to ${networkAddress} on ${networkName} from now on.`,
  '/kimi/hide-network': ({ networkName }) => `No longer offer ${networkName} to clients.`,
  '/kimi/update-settings': () => 'Change the settings of the portal.',
  '/kimi/set-client-prices': ({ whom }) => `Change the prices of ${whom}.`,
  '/kimi/create-admin': ({ emailId, role }) => `Invite ${emailId} as an admin with the role ${role}.`,
  '/kimi/change-admin-role': ({ whom, role }) => `Give ${whom} the role ${role}.`,
  '/kimi/reset-two-factor': ({ whom }) => `Take the second factor off the account of ${whom}.`,
  '/kimi/start-passkey': () => 'Add a passkey to your account.',
  '/kimi/start-two-factor': () => 'Add an authenticator app to your account.',
  '/kimi/disable-two-factor': () => 'Take the authenticator app off your account.',
  '/kimi/renew-recovery-codes': () => 'Replace the recovery codes of your account.',
  '/kimi/remove-passkey': () => 'Remove a passkey from your account.',
};

/** What is done with a request; approving it where nothing else is said. */
const verbs: Readonly<Record<string, string>> = {
  '/kimi/reverse-request': 'Reverse',
  '/kimi/pay-withdrawal': 'Mark as paid:',
  '/kimi/confirm-action': 'Confirm as the second admin:',
};

export function sentenceOf({ endpoint, body, whom, requests, proposals, typed }: About): string {
  const other = others[endpoint.path];
  if (other) return other({ ...body, whom, typed: usd(sum(typed)) });
  const [proposal] = proposals as readonly Proposal[];
  // Any other call about something that waits does what it says itself, and perhaps to more than that.
  const applier = proposal && endpoint.path === '/kimi/confirm-action' && applierOf(proposal);
  if (applier) return `As the second admin, confirm: ${applier.summary(proposal)}`;
  const [first] = requests;
  if (!first) return endpoint.summary;
  const verb = verbs[endpoint.path] ?? 'Approve';
  const takesIt = requests.some(({ kind }) => takesWhatArrives(kindNamed(kind)));
  const credited = typed.length > 0 && takesIt ? `, with ${usd(sum(typed))} that arrived` : '';
  if (requests.length > 1)
    return `${verb} ${requests.length} requests of ${usd(sum(requests.map(({ amountCents }) => amountCents)))} together${credited}.`;
  const what = `${labelOf(first.kind, first.platform as Platform | null)} ${first.applyId}`;
  return `${verb} ${what} of ${usd(first.amountCents)} for ${first.clientEmail}${credited}.`;
}
