/**
 * `npm run demo`: the portal with five weeks of an invented agency in it, in a data folder of its own (DATA_DIR,
 * ./data/demo where none is given). Made once, through the portal's own calls; a second start shows the same data
 * again.
 */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtPages, openPortal } from '#portal.server.ts';
import { readConfig, type Config } from '#server/config.server.ts';
import { lockDataDir } from '#server/datadir.server.ts';
import { advertisingFields } from '#server/advertising.server.ts';
import { chainNames } from '#server/nodes.server.ts';
import { openDemoPlatform } from './connection.ts';
import { startPostgres, type Postgres } from '#server/postgres.server.ts';
import { admins, roles } from './cast.ts';
import { openDemoChains, type Arrival } from './chain.ts';
import { declareLately } from './declared.ts';
import { payDeclared } from './payer.ts';
import { spendLately } from './spend.ts';
import { openStage, password } from './stage.ts';
import { tell } from './story.ts';

/**
 * Makes the data in an empty database; the admin of its settings plays the first admin. Answers what happened on the
 * chains in the meantime.
 */
async function makeDemo(
  env: Record<string, string | undefined>,
  database: Pick<Postgres, 'url' | 'ownerUrl'>,
): Promise<readonly Arrival[]> {
  const stage = await openStage(demoConfig(env), database);
  await tell(stage, Date.now()).finally(() => stage.close());
  const chains = await openDemoChains(stage.arrivals);
  try {
    const later = await openStage(demoConfig(env, chains.env), database);
    await declareLately(later, Date.now())
      .then(() => spendLately(later, Date.now()))
      .finally(() => later.close());
    return [...stage.arrivals, ...later.arrivals];
  } finally {
    await chains.close();
  }
}

/** `nodes`: the settings that name the nodes of its own chains, and its own platform. */
function demoConfig(env: Record<string, string | undefined>, nodes: Readonly<Record<string, string>> = {}): Config {
  // A demonstration never touches a database that somebody named for their portal, asks no real chain and no real
  // platform, and mails nobody.
  return readConfig({
    ...env,
    ...Object.fromEntries(chainNames.flatMap((chain) => settingsOf(chain).map((name) => [name, undefined]))),
    ...Object.fromEntries(Object.keys(advertisingFields).map((name) => [name, undefined])),
    ...nodes,
    DATA_DIR: env['DATA_DIR'] || './data/demo',
    LOG_LEVEL: env['LOG_LEVEL'] ?? 'warn',
    DATABASE_URL: '',
    SMTP_URL: '',
    ADMIN_EMAIL: admins[0].email,
    ADMIN_PASSWORD: password,
  });
}

const settingsOf = (chain: string) => [`${chain}_NODE_URLS`, `${chain}_USDT`, `${chain}_CHAIN_ID`];

/** `databaseUrl` is that of the owner of its database. */
type Demo = { readonly address: string; readonly databaseUrl: string; close(): Promise<void> };

/** Makes the demonstration where there is none yet, and opens the portal in it. */
export async function openDemo(env: Record<string, string | undefined>): Promise<Demo> {
  const config = demoConfig(env);
  const transfers = join(config.dataDir, 'demo-transfers.json');
  const [making, made] = ['demo-making', 'demo-made'].map((name) => join(config.dataDir, name)) as [string, string];
  if (existsSync(join(config.dataDir, 'postgres')) && !existsSync(made)) await clear(config.dataDir, making);
  const lock = await lockDataDir(config.dataDir);
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each();
  };
  try {
    const database = await startPostgres(config.dataDir, { log: (sentence) => console.error(sentence) });
    closing.push(() => database.stop());
    if (!existsSync(made)) {
      console.log('Making the demonstration: five weeks of an agency. This takes half a minute, once.');
      await writeFile(making, '');
      await writeFile(transfers, JSON.stringify(await makeDemo(env, database)));
      await writeFile(made, `${new Date().toISOString()}\n`);
      await rm(making);
    }
    const arrived = [...(await transfersIn(transfers))];
    const chains = await openDemoChains(arrived);
    closing.push(() => chains.close());
    const platform = await openDemoPlatform(database.ownerUrl);
    if (platform) closing.push(() => platform.close());
    const portal = await openPortal({
      config: demoConfig(env, { ...chains.env, ...platform?.env }),
      databaseUrl: database.ownerUrl,
      buildDir: existsSync(builtPages) ? builtPages : undefined,
    });
    closing.push(() => portal.close());
    const stopPaying = await payDeclared(database.ownerUrl, arrived, async (arrival) => {
      chains.arrive(arrival);
      arrived.push(arrival);
      await writeFile(transfers, JSON.stringify(arrived));
    });
    closing.push(stopPaying);
    return { address: portal.address, databaseUrl: database.ownerUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** None where the demonstration was made before it had chains. */
async function transfersIn(file: string): Promise<readonly Arrival[]> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Arrival[]) : [];
}

/** A demonstration that was interrupted is made again; a folder that holds anything else is left alone. */
async function clear(dataDir: string, making: string): Promise<void> {
  if (!existsSync(making))
    throw new Error(`${dataDir} holds another portal. Give the demonstration a DATA_DIR of its own.`);
  await rm(join(dataDir, 'postgres'), { recursive: true });
}

function greet(address: string): void {
  console.log(`\n  The demonstration is ready at ${address}`);
  console.log(`  Everybody's password is "${password}".\n`);
  console.log(`  Admins   ${address}/login`);
  for (const { name, email, role } of admins) console.log(`    ${email.padEnd(24)} ${name}, ${role}`);
  console.log(`\n  Clients  ${address}/login`);
  for (const { name, email, platform, shop } of roles)
    console.log(`    ${email.padEnd(24)} ${name}, ${platform} (${shop})`);
  console.log('');
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), 25_000).unref();
      void stop().then(() => process.exit(0));
    });
}

async function start(): Promise<void> {
  const demo = await openDemo(process.env);
  greet(demo.address);
  stopOnSignals(() => demo.close());
}

if (import.meta.main)
  start().catch((error: unknown) => {
    console.error(
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        ? `Port ${process.env['PORT'] ?? 3000} is in use. Give another PORT.`
        : error,
    );
    process.exit(1);
  });
