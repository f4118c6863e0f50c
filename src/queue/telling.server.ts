/**
 * What admins are told unasked: what is new, what became late, and what waits for a second one of them. Once a minute
 * one node gathers what has happened since the last time and tells each admin what is theirs to decide, by the ways
 * that they chose. Until when all were told changes in the transaction that fills both outboxes, so that nothing is
 * told twice, however many nodes look.
 */
import { mayCall, type AdminRole } from '#kernel/access.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { kindNamed, labelOf, type KindName } from '#kinds/kinds.ts';
import { isTold, type Channel } from '#kinds/topics.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { App } from '#server/app.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { queueTelegram } from '#telegram/telegram.server.ts';
import { adminsToTell, happenedSince, toldUntil, type Happened, type ToTell } from './telling.store.server.ts';
import { words } from './telling.words.ts';

export function tellAdminsJob(app: App): Job {
  return {
    name: 'notices to admins',
    everySeconds: 60,
    atStart: true,
    run: () => tellAdmins(app),
  };
}

/** `upTo` is for tests: nothing that is younger is told. */
export async function tellAdmins(app: App, upTo?: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const told = await toldUntil(tx, upTo);
    if (told === undefined) return;
    const happened = await happenedSince(tx, told.since, told.until);
    if (happened.length === 0) return;
    const admins = await adminsToTell(tx);
    const said = (channel: Channel) =>
      admins.map((admin) => ({ admin, lines: linesFor(admin, happened, channel) })).filter(({ lines }) => lines.length);
    const url = `${app.config.publicUrl}/admin/queue`;
    const mails = said('mail').map(({ admin, lines }) => ({
      to: admin.email,
      subject: words.subject(lines[0]!),
      lines,
      button: { label: words.open, url },
    }));
    if (mails.length > 0) await queueMail(tx, ...mails);
    await queueTelegram(
      app,
      tx,
      said('telegram').map(({ admin, lines }) => ({ person: admin.id, text: [...lines, url].join('\n') })),
    );
  });
}

const topics = ['new', 'pay', 'late', 'second'] as const;
/** A payment that two agreed on is new to whoever pays it. */
const choiceOf = (topic: Happened['topic']) => (topic === 'pay' ? 'new' : topic);

/** A line for each topic of which this admin wants to be told in this way, of what they may decide. */
function linesFor(admin: ToTell, happened: readonly Happened[], channel: Channel): string[] {
  return topics
    .filter((topic) => isTold(admin.choices, 'Admin', choiceOf(topic), channel))
    .flatMap((topic) => {
      const theirs = happened.filter(
        (each) =>
          each.topic === topic &&
          each.by !== admin.id &&
          mayCall({ admin: decider(each.kind) }, { typeOfUser: 'Admin', role: admin.role }),
      );
      return theirs.length === 0 ? [] : [words.lines[topic](summed(theirs).map(partText))];
    });
}

/** What is about no request is for those who may everything. */
function decider(kind: KindName | null): AdminRole {
  return kind === null ? 'Admin' : kindNamed(kind).decidedBy;
}

type Part = { kind: KindName | null; platform: Platform | null; count: number; cents: Cents };

/** What several admins proposed is one number for whoever confirms it. */
function summed(happened: readonly Happened[]): Part[] {
  const parts = new Map<string, Part>();
  for (const { kind, platform, count, cents } of happened) {
    const key = `${kind} ${platform}`;
    const known = parts.get(key);
    parts.set(key, { kind, platform, count: count + (known?.count ?? 0), cents: cents + (known?.cents ?? 0n) });
  }
  return [...parts.values()];
}

/** Names and ids stay in the portal: a chat is somebody else's machine. */
function partText({ kind, platform, count, cents }: Part): string {
  return kind === null ? words.changes(count) : words.part(count, labelOf(kind, platform), usd(cents));
}
