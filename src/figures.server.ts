/** The figures of the business that monitoring watches: what waits and for how long, and whose money is where. */
import { countWaiting } from '#queue/waiting.server.ts';
import { auditFigures, type AuditFigures } from '#book/audits.store.server.ts';
import { newestBackup } from '#book/backuptest.server.ts';
import { holdings } from '#revenue/revenue.store.server.ts';
import { Refused } from '#kernel/refusal.ts';
import type { App } from '#server/app.server.ts';
import type { Config } from '#server/config.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Metric } from '#server/metrics.server.ts';

/** Five short queries, and a look at the folder of backups. Money is in cents. */
export async function figuresOf({ db, config }: App): Promise<Metric[]> {
  const [counted, outbox, seals, held, audit, backup] = await Promise.all([
    countWaiting(db),
    outboxOf(db),
    sealsOf(db),
    // While they are counted anew nobody knows them; everything else is watched all the same.
    holdings(db, config.businessTz).catch(ofRefusal),
    auditFigures(db),
    newestBackup(config.dataDir),
  ]);
  const waiting = counted.filter(({ state }) => state === 'Pending');
  const queue = (value: (each: (typeof waiting)[number]) => number) =>
    waiting.map((each) => ({ labels: { kind: each.kind, platform: each.platform ?? '' }, value: value(each) }));
  const age = (oldest: Date | null) => (oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1000) : 0);
  const money = held && {
    wallet: held.walletCents,
    held: held.heldCents,
    ad: held.inAdAccountsCents,
    revenue: held.revenueCents,
  };
  return [
    {
      name: 'portal_queue_requests',
      help: 'Requests that wait for a decision.',
      samples: queue((each) => each.pending),
    },
    { name: 'portal_queue_late', help: 'Those that wait longer than promised.', samples: queue((each) => each.late) },
    {
      name: 'portal_queue_age_seconds',
      help: 'Age of the oldest request that waits.',
      samples: queue((each) => age(each.oldest)),
    },
    { name: 'portal_outbox_waiting', help: 'Mails to be sent.', samples: [{ value: outbox.waiting }] },
    { name: 'portal_outbox_lag_seconds', help: 'Age of the oldest mail to be sent.', samples: [{ value: outbox.lag }] },
    { name: 'portal_outbox_failed', help: 'Given up, of the last 10,000 mails.', samples: [{ value: outbox.failed }] },
    {
      name: 'portal_ledger_cents',
      help: 'Money by place: what clients can spend, what is held for requests, what is in ad accounts, what was earned.',
      samples: Object.entries(money ?? {}).map(([place, cents]) => ({ labels: { place }, value: Number(cents) })),
    },
    {
      name: 'portal_seal_lag_seconds',
      help: 'Age of the oldest movement that no seal covers.',
      samples: [{ value: seals.lag }],
    },
    ...provedOf(config, audit, backup),
  ];
}

/** Whether the book was proved and how long ago, and how old the newest backup is. */
function provedOf(
  { auditEverySeconds }: Config,
  audit: AuditFigures | undefined,
  backup: { at: number } | undefined,
): Metric[] {
  const audited = (value: (each: AuditFigures) => number) => (audit ? [{ value: value(audit) }] : []);
  return [
    {
      name: 'portal_audit_clean',
      help: '1 where the last proof of the book found nothing, 0 where it found something or could not look.',
      samples: audited(({ outcome }) => (outcome === 'clean' ? 1 : 0)),
    },
    {
      name: 'portal_audit_findings',
      help: 'What the last proof of the book found.',
      samples: audited((each) => each.findings),
    },
    {
      name: 'portal_audit_age_seconds',
      help: 'How long ago the last proof of the book began.',
      samples: audited((each) => each.age),
    },
    {
      name: 'portal_audit_every_seconds',
      help: 'How often the portal proves its book by itself (AUDIT_EVERY).',
      samples: auditEverySeconds === undefined ? [] : [{ value: auditEverySeconds }],
    },
    {
      name: 'portal_backup_age_seconds',
      help: 'Age of the newest backup in DATA_DIR/backups of this node.',
      samples: backup ? [{ value: Math.max(0, (Date.now() - backup.at) / 1000) }] : [],
    },
  ];
}

function ofRefusal(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}

async function outboxOf(db: Database): Promise<{ waiting: number; lag: number; failed: number }> {
  const [row] = await db.query<{ waiting: number; lag: number; failed: number }>(
    'metrics.outbox',
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as lag,
       (select count(*)::int from mails where id > (select coalesce(max(id), 0) from mails) - 10000
       and failed_at is not null) as failed
     from mails where sent_at is null and failed_at is null`,
  );
  return row!;
}

async function sealsOf(db: Database): Promise<{ lag: number }> {
  const [row] = await db.query<{ lag: number }>(
    'metrics.seals',
    `select coalesce(extract(epoch from now() - (
       select at from movements where id > (select coalesce(max(last_movement), 0) from seals) order by id limit 1)),
         0)::float8 as lag`,
  );
  return row!;
}
