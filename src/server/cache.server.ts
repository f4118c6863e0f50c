/**
 * The one cache of this portal: values that a process may use again for a short time. Whoever makes a cache says for
 * how long its values may be out of date, and thereby how soon a change on another node is seen on this one.
 */
type CacheOptions = {
  ttlMs: number;
  /** At most this many entries; the oldest make room. */
  most?: number;
};

type TtlCache<Key, Value> = {
  get(key: Key): Value | undefined;
  /** `asOf`: when the value was asked for, by `performance.now()`; an answer that had to wait is already that old. */
  set(key: Key, value: Value, asOf?: number): void;
  /**
   * The cached value, or what `read` answers. A promise is cached before it resolves, so that callers share it, and
   * dropped if it rejects.
   */
  read(key: Key, read: () => Value): Value;
  /** Drops the entries that `which` names, or all. */
  drop(which?: (value: Value) => boolean): void;
};

export function ttlCache<Key, Value>({ ttlMs, most = 1_000 }: CacheOptions): TtlCache<Key, Value> {
  const entries = new Map<Key, { asOf: number; value: Value }>();

  // `performance.now()` only runs forward. By the time of day, a clock that was set back would keep entries for longer.
  const get = (key: Key) => {
    const entry = entries.get(key);
    return entry && performance.now() - entry.asOf < ttlMs ? entry.value : undefined;
  };

  let droppedAt = -Infinity;
  const set = (key: Key, value: Value, asOf = performance.now()) => {
    // This value was read before entries were dropped, so it may itself be outdated.
    if (asOf < droppedAt) return;
    // A Map keeps the order of insertion, so that its first key is the oldest.
    entries.delete(key);
    if (entries.size >= most) entries.delete(entries.keys().next().value!);
    entries.set(key, { asOf, value });
  };

  return {
    get,
    set,
    read(key, read) {
      const cached = get(key);
      if (cached !== undefined) return cached;
      const value = read();
      set(key, value);
      if (value instanceof Promise) {
        value.catch(() => {
          if (entries.get(key)?.value === value) entries.delete(key);
        });
      }
      return value;
    },
    drop(which) {
      droppedAt = performance.now();
      for (const [key, { value }] of entries) if (!which || which(value)) entries.delete(key);
    },
  };
}
