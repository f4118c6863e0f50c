/** What pages weigh and how they fare on a slow phone, as parts of `npm run bench`; both need the pages to be built. */
import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { goal, makeDatabase } from './ledger.ts';
import { spawnPortal } from './portal.ts';
import { weights } from './weights.ts';

const root = join(import.meta.dirname, '..');

/** Says where the figures are if they cannot be had now. */
async function areBuilt(part: string): Promise<boolean> {
  const built = await access(join(root, 'build/pages.json')).then(
    () => true,
    () => false,
  );
  if (!built) console.log(`  The pages are not built: \`npm run build\`, then \`npm run bench -- ${part}\`.`);
  return built;
}

export async function weighed(): Promise<void> {
  if (!(await areBuilt('weights'))) return;
  goal('weights of shell and routes within their limits', (await weights()) ? 1 : 0, 1, 'at least');
  console.log('  Lighthouse for every public page takes minutes and is asked for by name: `npm run bench -- site`.');
}

/** Lighthouse for every public page, against a portal of its own. */
export async function sited(server: string): Promise<void> {
  if (!(await areBuilt('site'))) return;
  const portal = await spawnPortal(await makeDatabase(server, 'site'));
  try {
    const child = spawn(process.execPath, [join(root, 'bench/site.ts'), ...process.argv.filter((arg) => arg === '--record')], {
      env: { ...process.env, PORTAL_URL: portal.address },
      stdio: 'inherit',
    });
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    goal('public pages within their goals', code === 0 ? 1 : 0, 1, 'at least');
  } finally {
    await portal.close();
  }
}
