/**
 * The registry of all kinds of request, which asking, deciding, the queue, the audit, the statement and docs/money.md
 * iterate. A new kind is its own file and a line here.
 */
import { application } from './application.ts';
import { deposit } from './deposit.ts';
import { goodwill } from './goodwill.ts';
import type { Prefix } from '#kernel/ids.ts';
import type { KindOf } from './kind.ts';
import { stepOf } from './life.ts';
import { penalty } from './penalty.ts';
import type { Platform } from '#platforms/platforms.ts';
import { refund } from './refund.ts';
import { replacement } from './replacement.ts';
import { settlement } from './settlement.ts';
import { topup } from './topup.ts';
import { withdrawal } from './withdrawal.ts';

const all = [topup, application, deposit, refund, replacement, settlement, withdrawal, penalty, goodwill] as const;

export type KindName = (typeof all)[number]['name'];
export type Kind = KindOf<KindName>;

export const kinds: readonly Kind[] = all;
export const kindNames = kinds.map(({ name }) => name);

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

export function kindNamed(name: KindName): Kind {
  return byName.get(name)!;
}

/** The names of the kinds of which this is true. */
export function kindsWhere(is: (kind: Kind) => boolean): readonly KindName[] {
  return kinds.filter(is).map(({ name }) => name);
}

/** What a request is called on a screen of admins: `Google deposit`. */
export function labelOf(name: KindName, platform: Platform | null): string {
  return withPlatform(kindNamed(name).words.label, platform);
}

/** What the apply ids of a kind begin with. */
export function prefixOf({ prefix }: Kind, platform: Platform | null): Prefix {
  return typeof prefix === 'string' ? prefix : prefix[platform!];
}

/** What its client calls it. */
export function ownLabelOf(name: KindName, platform: Platform | null): string {
  const { label, ownLabel = label } = kindNamed(name).words;
  return withPlatform(ownLabel, platform);
}

/** What many of them are called on a screen of admins: `Google deposits`. */
export function manyLabelOf(name: KindName, platform: Platform | null): string {
  return withPlatform(kindNamed(name).words.many.admin, platform);
}

function withPlatform(label: string, platform: Platform | null): string {
  return platform === null ? label : `${platform} ${label}`;
}

/** Every legal movement as plain rows, for the database and for those who check it. */
export const postings = kinds.flatMap((kind) =>
  kind.postings.map((posting) => ({ kind: kind.name, step: stepOf[posting.event], ...posting })),
);
