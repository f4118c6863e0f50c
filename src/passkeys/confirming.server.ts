/**
 * An admin who has a passkey confirms what moves money or loosens a rule with it. Which calls ask is said where they
 * are declared (`confirmedBy`), and every such call comes through here before its handler runs. The first time it is
 * answered with what is to be signed: a challenge that is the digest of the decision. The same call with the signature
 * is carried out; a signature for anything else is none.
 */
import * as z from 'zod/mini';
import { record } from '#audit/audit.server.ts';
import type { Endpoint } from '#kernel/endpoint.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Caller } from '#server/handle.server.ts';
import type { Confirm } from '#server/mount.server.ts';
import { askForSignature, signedBy } from './ceremony.server.ts';
import { signature, type Signature } from './passkeys.api.ts';
import { asked as passkeyAsked, refused } from './passkeys.ts';
import { passkeysOf } from './passkeys.store.server.ts';

/** What is decided, in words and figures; its spelling is what is signed. */
export type Decision = object;

/** The decision, and the sentence that tells it; undefined where this call, with what it says, needs no passkey. */
export type DecisionOf = (
  call: Pick<Caller, 'app'> & { endpoint: Endpoint; query: object; body: object },
) => Promise<{ about: Decision; sentence: string } | undefined>;

export function confirming(decisionOf: DecisionOf): Confirm {
  return async (call) => {
    const { app, session, from, request } = call;
    if (session?.typeOfUser !== 'Admin' || !session.passkey) return;
    const asked = await decisionOf(call);
    if (asked === undefined) return;
    const decision = spelled(asked.about);
    const given = request.headers['passkey'];
    if (typeof given !== 'string') {
      const keys = await passkeysOf(app.db, session.person);
      const options = await askForSignature(app, { purpose: 'confirm', session: session.id, decision }, keys);
      return refuse({ ...passkeyAsked, extra: { options, about: asked.sentence } });
    }
    const answer = read(given) ?? refuse(refused);
    const { publicId } = await signedBy(app, from, answer, {
      purpose: 'confirm',
      session: session.id,
      person: session.person,
      decision,
    });
    const after = { passkey: publicId, decision: JSON.parse(decision) as unknown };
    await record(app.db, { action: 'auth.passkey_confirmed', actor: session.person, from, after });
  };
}

/** One spelling for one decision: names in order, cents and times as text. */
function spelled(decision: Decision): string {
  return JSON.stringify(decision, (_name, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** A browser sends it as base64 of JSON, as headers hold plain letters only. */
function read(header: string): Signature | undefined {
  try {
    const read = z.safeDecode(signature, JSON.parse(Buffer.from(header, 'base64').toString()) as never);
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
