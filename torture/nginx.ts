/** The real nginx with the configuration of deploy/, its address and its nodes put in. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Balancer } from './balancer.ts';
import { freePort } from './node.ts';

const deployed = join(import.meta.dirname, '../deploy/nginx.conf');

/** Why there is no nginx here; undefined where there is one. */
export function whyNoNginx(): string | undefined {
  const { error, status } = spawnSync('nginx', ['-v']);
  return error || status !== 0 ? 'nginx is not installed here (on Debian: apt-get install nginx-light)' : undefined;
}

/** Starts nginx before these nodes; throws with its own words where it does not like the configuration. */
export async function openNginx(ports: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configured(await readFile(deployed, 'utf8'), ports, port, folder));
  const args = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')];
  const tested = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' });
  if (tested.status !== 0) throw new Error(`nginx -t refuses deploy/nginx.conf: ${tested.stderr}`);
  const nginx = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => nginx.once('exit', resolve));
  for (
    let tries = 0;
    tries < 100 &&
    !(await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    ));
    tries++
  )
    await sleep(50);
  return {
    port,
    async close() {
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Its own upstream, port and files; everything else stays as it is deployed. */
export function configured(text: string, ports: readonly number[], port: number, folder: string): string {
  const server = /^ *server portal:3000(.*);$/m;
  const parameters = server.exec(text)?.[1];
  if (parameters === undefined || !text.includes('listen 8080;'))
    throw new Error('deploy/nginx.conf no longer has the lines that are put in here.');
  const nodes = ports.map((each) => `    server 127.0.0.1:${each}${parameters};`).join('\n');
  return text
    .replace(server, nodes)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('access_log /dev/stdout path;', `access_log ${folder}/access.log path;`)
    .replace('error_log /dev/stderr', `error_log ${folder}/error.log`)
    .replace('worker_processes auto;', `worker_processes auto;\npid ${folder}/pid;`);
}
