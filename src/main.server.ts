/** Starts the portal for its operator and stops it gracefully. */
import { isDatabaseAway, OnStandby } from '#server/away.server.ts';
import { doubtsAbout, readConfig, WrongSettings } from '#server/config.server.ts';
import { DataDirTaken, DataDirUnusable } from '#server/datadir.server.ts';
import { CannotMigrate } from '#server/migrate.server.ts';
import { holdDatabase } from '#server/postgres.server.ts';
import { CannotRunPostgres } from '#server/postgres-install.server.ts';

/** A request that is being answered may take this long to end after the door was closed. */
const lastAnswersMs = 15_000;

/** Opens everything; answers how to close it again, newest first, and how long that may take. */
async function start(): Promise<{ close: (() => Promise<void>)[]; withinMs: number }> {
  const config = readConfig(process.env);
  for (const doubt of doubtsAbout(config)) console.error(`\n  ${doubt}`);
  // Its code is read while the database starts: each takes a third of the start.
  const code = import('#portal.server.ts');
  const database = await holdDatabase(config, { log: (sentence) => console.error(sentence) });
  const open = async () => {
    const { builtPages, openPortal } = await code;
    return openPortal({ config, databaseUrl: database.url, buildDir: builtPages });
  };
  const portal = await open().catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  greet(portal.address, config.publicUrl, portal.firstAdmin);
  const withinMs = config.drainSeconds * 1_000 + lastAnswersMs;
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, withinMs).unref());
  return { close: [() => Promise.race([portal.close(), late()]), () => database.stop()], withinMs };
}

/** A signal during the start waits for it, so that no database is left running without its portal. */
function stopOn(started: ReturnType<typeof start>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const { close, withinMs } = await started.catch(() => ({ close: [], withinMs: 0 }));
    setTimeout(() => process.exit(1), withinMs + 10_000).unref();
    for (const next of close) await next();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

function greet(address: string, publicUrl: string, admin: { email: string; password?: string } | undefined): void {
  console.log(`\n  The portal is ready at ${address}${publicUrl === address ? '' : `  (${publicUrl})`}`);
  console.log(`  Admins sign in at ${publicUrl}/login, the API describes itself at ${publicUrl}/docs`);
  if (admin?.password) {
    console.log(`\n  The first admin was made. This password is shown once and stored nowhere:`);
    console.log(`    e-mail    ${admin.email}\n    password  ${admin.password}`);
  }
  console.log('');
}

const started = start();
stopOn(started);
started.catch((error: unknown) => {
  const expected =
    error instanceof WrongSettings ||
    error instanceof DataDirTaken ||
    error instanceof DataDirUnusable ||
    error instanceof CannotMigrate ||
    error instanceof OnStandby ||
    error instanceof CannotRunPostgres;
  console.error(cannotListen(error) ?? (expected ? (error as Error).message : (wentAway(error) ?? error)));
  process.exit(1);
});

/** It was there, and left in the middle: whatever keeps the portal running starts it again. */
function wentAway(error: unknown): string | undefined {
  return isDatabaseAway(error)
    ? `The database went away while the portal started: ${(error as Error).message}.`
    : undefined;
}

/** Why nobody can be let in where HOST and PORT say, in a sentence; undefined where something else is wrong. */
function cannotListen(error: unknown): string | undefined {
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Give another PORT.`;
  if (code === 'EADDRNOTAVAIL')
    return `${address} is no address of this machine. Give another HOST, or 0.0.0.0 for all it has.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This user may not listen on port ${port}. Give a PORT above 1023, and let a proxy in front take ${port}.`;
  if (code === 'ENOTFOUND' && syscall === 'getaddrinfo') return `HOST is not known here: ${(error as Error).message}.`;
  return undefined;
}
