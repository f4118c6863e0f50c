/**
 * `npm run dev`: the portal during development, at one address. Vite updates changed pages in place, the server
 * restarts when its sources change, and mails and codes are printed on the terminal.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { command, environment, install, node, root } from './prepare.mjs';

await command(async () => {
  install();
  await run();
});

async function run() {
  const [port, host] = [process.env.PORT || '3000', process.env.HOST || '127.0.0.1'];
  const address = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const behind = await freePort();
  const env = { ...environment(), NODE_ENV: 'development', PORTAL_DEV: 'on' };
  const server = start(['--watch', '--watch-preserve-output', 'src/main.server.ts'], {
    ...env,
    PORT: String(behind),
    HOST: '127.0.0.1',
    PUBLIC_URL: address,
    TRUST_PROXY: 'on',
  });
  const pages = start(
    ['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', port, '--host', host, '--strictPort'],
    {
      ...env,
      PORTAL_URL: `http://127.0.0.1:${behind}`,
    },
  );
  await endTogether([server, pages]);
}

function start(args, env) {
  return spawn(node(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
}

/** When one process ends, the other is ended too; a signal ends both. */
async function endTogether(children) {
  const end = () => children.forEach((child) => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  const ends = children.map((child) => new Promise((done) => child.on('exit', (code) => done(code ?? 0))));
  process.exitCode = await Promise.race(ends);
  end();
  await Promise.all(ends);
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
