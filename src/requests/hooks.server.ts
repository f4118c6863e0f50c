/**
 * What else happens in the transaction of a verdict. A kind only names it (`hooks` of its file). The functions belong
 * to slices that stand further right in the order of imports and can't be imported here, so they come in with the
 * tools, from the table in src/hooks.server.ts.
 */
import type { HookName } from '#kinds/kind.ts';
import { kindNamed } from '#kinds/kinds.ts';
import type { Event } from '#kinds/life.ts';
import type { Database } from '#server/database.server.ts';
import type { Request } from './requests.store.server.ts';

/** A hook refuses, or writes more. `request` is as the verdict leaves it. */
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
