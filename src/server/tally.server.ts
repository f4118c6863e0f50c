/** How much each of many has of something just now. Who has nothing is forgotten, so that a tally is as long as what goes on. */
type Tally<Who> = { of(who: Who): number; add(who: Who, change: number): void };

export function openTally<Who>(): Tally<Who> {
  const has = new Map<Who, number>();
  return {
    of: (who) => has.get(who) ?? 0,
    add(who, change) {
      const now = (has.get(who) ?? 0) + change;
      if (now > 0) has.set(who, now);
      else has.delete(who);
    },
  };
}
