import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { keyOf, openSecrets, secretsOf } from './secrets.server.ts';

const old = 'an older key that is long enough 123';
const recent = 'a newer key that is long enough 45678';
const folder = await mkdtemp(join(tmpdir(), 'portal-secrets-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a sealed text', () => {
  const secrets = secretsOf([recent]);
  const sealed = secrets.seal('JBSWY3DPEHPK3PXP', 'totp:7');

  test('opens where it was sealed, says nothing else, and is another one each time', () => {
    expect(secrets.open(sealed, 'totp:7')).toBe('JBSWY3DPEHPK3PXP');
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('JBSWY3DP');
    expect(secrets.seal('JBSWY3DPEHPK3PXP', 'totp:7')).not.toBe(sealed);
    expect(keyOf(sealed)).toBe(secrets.keys[0]);
    expect(recent).not.toContain(secrets.keys[0]);
  });

  test('does not open in another place, with another key, or once a single character was changed', () => {
    expect(() => secrets.open(sealed, 'totp:8')).toThrow();
    expect(() => secretsOf([old]).open(sealed, 'totp:7')).toThrow('not sealed with a key that is held here');
    const [version, key, text] = sealed.split('.') as [string, string, string];
    for (let at = 0; at < text.length - 1; at += 5) {
      const other = text[at] === 'A' ? 'B' : 'A';
      expect(
        () => secrets.open(`${version}.${key}.${text.slice(0, at)}${other}${text.slice(at + 1)}`, 'totp:7'),
        String(at),
      ).toThrow();
    }
    for (const broken of [
      '',
      'v1',
      `v1.${key}`,
      `v1.${key}.`,
      `v1.${key}.AAAA`,
      `v2.${key}.${text}`,
      'JBSWY3DPEHPK3PXP',
    ])
      expect(() => secrets.open(broken, 'totp:7'), broken).toThrow();
  });

  test('still opens with the older of two keys, while the newer one seals', () => {
    const both = secretsOf([recent, old]);
    expect(both.open(secretsOf([old]).seal('x', 'y'), 'y')).toBe('x');
    expect(keyOf(both.seal('x', 'y'))).toBe(secrets.keys[0]);
    expect(both.digests('123456')[1]).toEqual(secretsOf([old]).digests('123456')[0]);
    expect(both.digests('123456')[0]).not.toEqual(both.digests('123457')[0]);
  });
});

describe('the key of a node', () => {
  const config = { secretKeys: undefined, databaseUrl: undefined, dataDir: join(folder, 'data') };

  test('is made once in its own folder, for its owner alone', async () => {
    const first = await openSecrets(config);
    const file = join(config.dataDir, 'secret.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
    expect((await openSecrets(config)).keys).toEqual(first.keys);
  });

  test('is the same on all nodes of a database before one is given, and what it sealed opens afterwards', async () => {
    const shared = { ...config, databaseUrl: 'postgresql://portal:long-password@database/portal' };
    const [one, other] = [await openSecrets({ ...shared, dataDir: join(folder, 'one') }), await openSecrets(shared)];
    const sealed = one.seal('JBSWY3DPEHPK3PXP', 'totp:7');
    expect(other.open(sealed, 'totp:7')).toBe('JBSWY3DPEHPK3PXP');
    const given = await openSecrets({ ...shared, secretKeys: [recent] });
    expect(given.keys[0]).toBe(secretsOf([recent]).keys[0]);
    expect(given.open(sealed, 'totp:7')).toBe('JBSWY3DPEHPK3PXP');
    const stranger = await openSecrets({ ...shared, databaseUrl: 'postgresql://portal:another@database/portal' });
    expect(() => stranger.open(sealed, 'totp:7')).toThrow();
    // A portal on a database without a password starts all the same, and can be given its key later.
    const open = { ...shared, databaseUrl: 'postgresql://portal@database/portal' };
    const glance = (await openSecrets(open)).seal('JBSWY3DPEHPK3PXP', 'totp:7');
    expect((await openSecrets({ ...open, secretKeys: [recent] })).open(glance, 'totp:7')).toBe('JBSWY3DPEHPK3PXP');
  });

  test('is not replaced when its file was emptied', async () => {
    await writeFile(join(config.dataDir, 'secret.key'), '\n');
    await expect(openSecrets(config)).rejects.toThrow('Put back the one that belongs to this database.');
  });
});
