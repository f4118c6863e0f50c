/**
 * What else happens in the transaction of a verdict. A kind names it (`hooks` of its file); the slice that knows how
 * stands right of this file, so that it comes in with the tools, from the table hooks.server.ts of src/.
 */
import type { HookName } from '#kinds/kind.ts';
import { kindNamed } from '#kinds/kinds.ts';
import type { Event } from '#kinds/life.ts';
import type { Database } from '#server/database.server.ts';
import type { Request } from './requests.store.server.ts';

/** Refuses, or writes what belongs to it; `request` is as the event leaves it. */
export type Hook = (tx: Database, request: Request) => Promise<void>;
export type Hooks = Readonly<Record<HookName, Hook>>;

declare module '#server/app.server.ts' {
  interface App {
    readonly hooks: Hooks;
  }
}

export async function runHook(
  hooks: Hooks,
  tx: Database,
  event: Exclude<Event, 'ask'>,
  request: Request,
): Promise<void> {
  const name = kindNamed(request.kind).hooks?.[event];
  if (name) await hooks[name](tx, request);
}
