/**
 * Loaded before a portal that is measured: says on demand how much memory it holds once everything unused is thrown
 * away, and how much of a core it has used so far.
 */
process.on('message', (message) => {
  if (message !== 'memory') return;
  for (let pass = 0; pass < 2; pass++) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({ rss, heapUsed, external, cpuMs: (user + system) / 1_000 });
});
process.channel?.unref();

export {};
