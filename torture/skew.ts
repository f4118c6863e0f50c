/**
 * A wrong clock. Loaded before a node's own code (`node --import`), it moves what the process takes for the time of day
 * by what the harness says over the channel between them; clocks that only run forward (performance.now, timers) stay
 * right, as they do on a machine whose clock is set. The portal knows nothing of it.
 */
const RealDate = Date;
let skewMs = Number(process.env['SKEW_MS'] ?? 0);

class SkewedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + skewMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return RealDate.now() + skewMs;
  }
}
globalThis.Date = SkewedDate as DateConstructor;

process.on('message', (message: { skewMs?: number }) => {
  if (typeof message.skewMs === 'number') skewMs = message.skewMs;
});
process.channel?.unref();

/** With HURRY, what a node looks at every ten minutes it looks at every second; the database still says what is due. */
const every = globalThis.setInterval;
if (process.env['HURRY'])
  globalThis.setInterval = ((run: () => void, ms?: number) => every(run, ms === 600_000 ? 1_000 : ms)) as typeof every;

export {};
