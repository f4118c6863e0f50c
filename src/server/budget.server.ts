/** What each owner has used, and gets back with time: `perSecond` seconds of work in a second. */
export function openBudget(perSecond: number) {
  const used = new Map<string, { seconds: number; at: number }>();
  const of = (owner: string) => {
    const { seconds, at } = used.get(owner) ?? { seconds: 0, at: 0 };
    return Math.max(0, seconds - ((performance.now() - at) / 1000) * perSecond);
  };
  return {
    of,
    add(owner: string, seconds: number) {
      if (used.size > 1_000) for (const each of used.keys()) if (of(each) === 0) used.delete(each);
      used.set(owner, { seconds: of(owner) + seconds, at: performance.now() });
    },
  };
}
