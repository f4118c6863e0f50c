/**
 * A list key (`deposit Google Pending`) names the list of the requests of one kind, platform and state; the database
 * writes it into each request. Screens read a few of these lists from one end, in the order of their ids, so that they
 * cost the same with millions of requests as with ten.
 *
 * A list is asked for as a range of pairs (with the client in front: triples) in the order of these pairs, and not as
 * `list_key = … order by id`. Other indexes have the order of ids too, and with some statistics a plan would walk them
 * through everybody's requests to find those of one client.
 */
import { kindNamed, kindNames, prefixOf, type KindName } from '#kinds/kinds.ts';
import { statesOf } from '#kinds/facts.ts';
import { states as allStates, type State } from '#kinds/life.ts';
import { platforms as allPlatforms, type Platform } from '#platforms/platforms.ts';

export type Lists = {
  kinds: readonly KindName[];
  platforms?: readonly Platform[] | undefined;
  states?: readonly State[] | undefined;
};

/**
 * One list: its key and the letters that its apply ids begin with, as SQL, and whether its requests can have lines that
 * name ad accounts.
 */
export type RequestList = { key: string; prefix: string; hasLines: boolean };

export function listsOf({ kinds, platforms, states = allStates }: Lists): RequestList[] {
  return kinds.flatMap((kind) =>
    platformsOf(kind, platforms).flatMap((platform) =>
      statesIn(kind, states).map((state) => ({
        key: `'${kind} ${platform ?? ''} ${state}'`,
        prefix: `'${prefixOf(kindNamed(kind), platform)}'`,
        hasLines: platform !== null,
      })),
    ),
  );
}

export function isEverything(narrowing: Lists): boolean {
  return listsOf(narrowing).length === listsOf({ kinds: kindNames }).length;
}

/** Only the states that this kind can be in: other lists are always empty. */
function statesIn(kind: KindName, wanted: readonly State[]): readonly State[] {
  const possible = statesOf(kindNamed(kind));
  return wanted.filter((state) => possible.includes(state));
}

/** SQL for the key of each list. */
export function listKeysOf(lists: Lists): string[] {
  return listsOf(lists).map(({ key }) => key);
}

/**
 * Where in a list to begin reading, and in which direction: SQL for the client (undefined: everybody), and for the id
 * just before the first row.
 */
type Reading = { client?: string | undefined; up: boolean; beside?: string | undefined };

/** `where` and `order by` with which one list is read by its own index. */
export function reading(key: string, { client, up, beside }: Reading): { where: string; order: string } {
  const columns = client === undefined ? ['list_key'] : ['client', 'list_key'];
  const place = client === undefined ? key : `${client}, ${key}`;
  const end = beside ?? (up ? '0' : '9223372036854775807');
  const way = up ? '' : ' desc';
  return {
    where: `(${columns.join(', ')}, id) ${up ? '>' : '<'} (${place}, ${end})
      and (${columns.join(', ')}) ${up ? '<=' : '>='} (${place})`,
    order: `order by ${[...columns, 'id'].map((column) => column + way).join(', ')}`,
  };
}

/** All ids of a client in one list. */
export function wholeList(client: string, key: string): string {
  return idsBetween(client, key, key);
}

/** All ids of a client that are of this kind: its lists lie side by side, as their keys begin with its name. */
export function wholeKind(client: string, kind: KindName): string {
  const keys = listKeysOf({ kinds: [kind] }).toSorted();
  return idsBetween(client, keys[0]!, keys.at(-1)!);
}

function idsBetween(client: string, first: string, last: string): string {
  return `select id from requests where (client, list_key) >= (${client}, ${first})
    and (client, list_key) <= (${client}, ${last}) order by client, list_key, id`;
}

/**
 * The platforms of a kind; null for a kind without platforms. A list of one platform has no requests without one, such
 * as top-ups.
 */
export function platformsOf(kind: KindName, wanted?: readonly Platform[]): readonly (Platform | null)[] {
  if (kindNamed(kind).hasPlatform) return wanted ?? allPlatforms;
  return wanted ? [] : [null];
}
