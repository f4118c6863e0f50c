/**
 * Accents written in two ways are one address since they are read in one; who registered before that signs in again.
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate } from '#server/migrate.server.ts';
import { onServer } from '#server/testing.server.ts';

const migrations = join(import.meta.dirname, '../../migrations');
const nfd = (text: string) => text.normalize('NFD');

test('addresses of before are written as they are looked for; of two that look alike, the one in use or the older keeps it', async () => {
  const name = `test_spelling_${process.pid}`;
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await onServer(`create database ${name}`);
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname: name }).href;
  const client = new pg.Client({ connectionString: url });
  try {
    for (const file of await readdir(migrations))
      if (file < '0028') await cp(join(migrations, file), join(folder, file));
    await migrate(url, folder);
    await client.connect();
    // Two letters can carry their accents apart or not, so that one address has more than two spellings.
    const [whole, half, apart] = ['éè@example.com', 'e\u0301è@example.com', 'e\u0301e\u0300@example.com'];
    const emails = [
      'plain@example.com',
      nfd('José@example.com'),
      'zoé@example.com',
      nfd('Zoé@example.com'),
      half,
      apart,
    ];
    for (const [n, email] of emails.entries())
      await client.query('insert into users (public_id, username, email) values ($1, $1, $2)', [`US-${n}`, email]);
    await client.query(
      `insert into mailed_codes (user_id, purpose, secret_hash, email, expires_at) select id, 'password', '', email, now() from users where public_id = 'US-1'`,
    );
    await migrate(url, migrations);
    const { rows } = await client.query<{ email: string }>('select email from users order by id');
    expect(rows.map(({ email }) => email)).toEqual([
      'plain@example.com',
      'José@example.com',
      'zoé@example.com',
      nfd('Zoé@example.com'),
      whole,
      apart,
    ]);
    const codes = await client.query<{ email: string }>('select email from mailed_codes');
    expect(codes.rows).toEqual([{ email: 'José@example.com' }]);
  } finally {
    await client.end();
    await onServer(`drop database ${name} with (force)`);
    await rm(folder, { recursive: true });
  }
});
