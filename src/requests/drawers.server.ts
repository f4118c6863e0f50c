/**
 * A drawer holds the requests of one kind, platform and state in the order of their ids, of everybody or of one client.
 * Lists read a few drawers each from one end, so that they cost the same with millions of requests as with ten.
 *
 * A drawer is asked for as a range of pairs (or triples, with the client in front) in the order of these pairs, and not
 * as `drawer = … order by id`: that order other indexes have too, and by some statistics a plan would walk them through
 * everybody's requests to find one client's. Which drawer a request lies in is computed by the database (`drawer_of`).
 */
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import { states as allStates, type State } from '#kinds/life.ts';
import { platforms as allPlatforms, type Platform } from '#platforms/platforms.ts';

export type Drawers = {
  kinds: readonly KindName[];
  platforms?: readonly Platform[] | undefined;
  states?: readonly State[] | undefined;
};

/** SQL for the number of each drawer; constants when the statement is planned. */
export function drawersOf({ kinds, platforms, states = allStates }: Drawers): string[] {
  return kinds.flatMap((kind) =>
    platformsOf(kind, platforms).flatMap((platform) =>
      states.map((state) => `drawer_of('${kind}', ${platform ? `'${platform}'` : 'null'}, '${state}')`),
    ),
  );
}

/**
 * Where in a drawer to begin reading and which way: SQL for the client (undefined: everybody), and for the id beside
 * the first row.
 */
export type Reading = { client?: string | undefined; up: boolean; beside?: string | undefined };

/** `where` and `order by` that read one drawer by its own index. */
export function reading(drawer: string, { client, up, beside }: Reading): { where: string; order: string } {
  const columns = client === undefined ? ['drawer'] : ['client', 'drawer'];
  const place = client === undefined ? drawer : `${client}, ${drawer}`;
  const end = beside ?? (up ? '0' : '9223372036854775807');
  const way = up ? '' : ' desc';
  return {
    where: `(${columns.join(', ')}, id) ${up ? '>' : '<'} (${place}, ${end}) and (${columns.join(', ')}) ${up ? '<=' : '>='} (${place})`,
    order: `order by ${[...columns, 'id'].map((column) => column + way).join(', ')}`,
  };
}

/** All ids of a client in one drawer, or in the drawers from this one to that. */
export function wholeDrawer(client: string, drawer: string, upto = drawer): string {
  return `select id from requests where (client, drawer) >= (${client}, ${drawer}) and (client, drawer) <= (${client}, ${upto}) order by client, drawer, id`;
}

/** Platforms of a kind; null for a kind that is about none. A list of one platform has no top-ups. */
export function platformsOf(kind: KindName, wanted?: readonly Platform[]): readonly (Platform | null)[] {
  if (kindNamed(kind).hasPlatform) return wanted ?? allPlatforms;
  return wanted ? [] : [null];
}
