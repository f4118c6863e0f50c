/**
 * What every actor shares: the world, the journal, and a way to repeat a call until an answer says whether it was
 * carried out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from './journal.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import { NoAnswer, type Answer, type Talk } from './talk.ts';
import type { World } from './world.ts';

export type Stage = {
  readonly world: Pick<World, 'nodes' | 'asOwner'>;
  readonly talk: Talk;
  readonly journal: Journal;
  readonly people: People;
  /** What was seen and never acknowledged may be gone with its machine: "not found" is no wrong answer then. */
  readonly forgets?: boolean;
  /** False when no new calls may be started; calls under way go on until they are answered. */
  going: boolean;
};

export const isForgotten = ({ forgets = false }: Stage, { status }: Pick<Answer, 'status'>): boolean =>
  forgets && status === 404;

/**
 * Asks whichever node chance picks, again and again, until an answer decides. `uncertain` in the outcome says that an
 * earlier try may have been done; undefined means that the caller gave up, as some people do.
 */
export async function persist(
  { world, talk }: Stage,
  random: Random,
  call: (talk: Talk, port: number) => Promise<Answer>,
  count: () => void,
): Promise<{ answer: Answer; uncertain: boolean } | undefined> {
  const givesUp = random.chance(0.15);
  for (let uncertain = false; ; uncertain = true) {
    count();
    try {
      const answer = await call(talk, random.pick(world.nodes).port);
      if (answer.status !== 503) return { answer, uncertain };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    if (givesUp) return undefined;
    await sleep(random.whole(50, 400));
  }
}
