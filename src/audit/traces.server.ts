/**
 * A trace is the entry that somebody of the agency leaves by reading what is others': an export, a statement, a proof.
 * It is written before the first byte is sent. Only what is looked at by the dozen, as thumbnails are, is gathered for
 * a few seconds and is one entry then, so that the log stays one that people can read.
 */
import { jsonText } from '#kernel/json.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { LeaveTrace } from '#server/mount.server.ts';
import type { Session } from '#server/session.server.ts';

type Trace = {
  readonly action: string;
  readonly actor: bigint;
  readonly from: { readonly address: string; readonly agent: string };
  /** Whose it is, where the call did not name somebody else. */
  readonly client: bigint | undefined;
  readonly userId: string;
  readonly applyIds: ReadonlySet<string>;
  /** What else was asked for: days, a search, a format. */
  readonly asked: Readonly<Record<string, unknown>>;
};

const gatheredForMs = 5_000;
/** As many thumbnails as one entry names. */
const mostInOne = 200;

export function openTraces({ db, log }: Pick<App, 'db' | 'log'>): { leave: LeaveTrace; close: () => Promise<void> } {
  const gathered = new Map<string, { trace: Trace & { applyIds: Set<string> }; timer: NodeJS.Timeout }>();
  const writing = new Set<Promise<void>>();

  const flush = (key: string) => {
    const { trace, timer } = gathered.get(key)!;
    gathered.delete(key);
    clearTimeout(timer);
    const written = write(db, trace)
      .catch((error: unknown) => log.error('a trace could not be written', { action: trace.action, error }))
      .finally(() => writing.delete(written));
    writing.add(written);
  };

  return {
    async leave({ as, gathered: isGathered }, by, { query, from }) {
      const trace = traceOf(as, by, query, from);
      if (!isGathered?.(query)) return write(db, trace);
      const key = `${by.id} ${as} ${trace.userId}`;
      const open = gathered.get(key);
      if (!open)
        return void gathered.set(key, {
          trace: { ...trace, applyIds: new Set(trace.applyIds) },
          timer: setTimeout(() => flush(key), gatheredForMs).unref(),
        });
      for (const applyId of trace.applyIds) open.trace.applyIds.add(applyId);
      if (open.trace.applyIds.size >= mostInOne) flush(key);
    },
    async close() {
      for (const key of gathered.keys()) flush(key);
      await Promise.all(writing);
    },
  };
}

function traceOf(
  action: string,
  by: Session,
  { userId = '', applyId = '', ...rest }: Readonly<Record<string, unknown>>,
  from: Trace['from'],
): Trace {
  const asked = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  // The log knows by its name which number is an amount.
  const named = asked.map(([name, value]) => [typeof value === 'bigint' ? `${name}Cents` : name, value]);
  return {
    action,
    actor: by.actingAdmin?.id ?? by.person,
    from,
    client: by.client,
    userId: String(userId),
    applyIds: new Set(applyId === '' ? [] : [String(applyId)]),
    asked: Object.fromEntries(named),
  };
}

async function write(db: Database, { action, actor, from, client, userId, applyIds, asked }: Trace): Promise<void> {
  const [one, ...more] = applyIds;
  const applyId = more.length === 0 ? one : undefined;
  const after = more.length === 0 ? asked : { ...asked, applyIds: [...applyIds] };
  await db.query(
    'audit.trace',
    `insert into audit_log (action, actor, address, agent, subject, request_apply_id, after)
     values ($1, $2, $3, $4,
       coalesce($5, (select client from requests where apply_id = $6), (select id from clients where public_id = $7)),
       $6, $8)`,
    [action, actor, from.address, from.agent, client ?? null, applyId ?? null, userId, jsonText(after)],
  );
}
