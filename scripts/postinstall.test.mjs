import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postinstall-'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const brought = `node_modules/node-linux-${process.arch}`;
const here = { optional: true, os: 'linux', cpu: process.arch };

function installed(packages, agent = 'npm/9.2.0 node/v20.19.2 linux x64') {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const env = { ...process.env, npm_config_user_agent: agent };
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'postinstall.mjs')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('the Node that came along is found although npm took its link away', () => {
  mkdirSync(join(folder, brought, 'bin'), { recursive: true });
  writeFileSync(join(folder, brought, 'bin/node'), '#!/bin/sh\necho v24.0.0\n');
  chmodSync(join(folder, brought, 'bin/node'), 0o755);
  const all = {
    [brought]: here,
    'node_modules/elsewhere': { ...here, os: ['win32'] },
    'node_modules/musl': { ...here, libc: ['musl'] },
  };
  for (const time of ['first', 'again']) expect(installed(all), time).toEqual({ status: 0, stderr: '' });
  expect(spawnSync(join(folder, 'node_modules/.bin/node'), { encoding: 'utf8' }).stdout).toBe('v24.0.0\n');
});

test('what npm left out without a word is named', () => {
  expect(installed({ 'node_modules/@img/sharp': { ...here, cpu: [process.arch], libc: ['glibc'] } })).toEqual({
    status: 1,
    stderr: 'npm could not get @img/sharp, which the portal needs on this machine. Run it again.\n',
  });
});

test('an older Node is refused', () => {
  const refused = 'The portal is installed with Node 20.19 or later; this is 18.20.\n';
  expect(installed({}, 'npm/9.2.0 node/v18.20.4 linux x64')).toEqual({ status: 1, stderr: refused });
  expect(installed({}, 'npm/10.9.0 node/v22.3.0 linux x64')).toEqual({ status: 0, stderr: '' });
});
