import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a wrong setting is said at once, before anything is built or opened', () => {
  const env = { ...process.env, BRAND_NAME: 'Another agency', BUSINESS_TZ: 'Nowhere' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'These settings are wrong:\n  BUSINESS_TZ must be a time zone like Asia/Shanghai\n',
  });
});
