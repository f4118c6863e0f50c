import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { doubtsAbout, readConfig } from './config.server.ts';
import { headersFor } from './nodes.server.ts';

test('with no settings at all the portal starts on this machine alone, on its own database', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    businessTz: 'Asia/Shanghai',
    rateLimit: true,
    firstSight: true,
    trustProxy: false,
    admin: undefined,
    dev: false,
    auditEverySeconds: 86_400,
  });
  expect(isAbsolute(config.dataDir)).toBe(true);
});

test('an empty setting is an absent one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', RATE_LIMIT: '' })).toEqual(readConfig({}));
});

test.each([
  ['PORT', '70000', 'PORT must be between 0 and 65535'],
  ['PORT', '3e3', 'PORT must be a whole number'],
  [
    'DATABASE_URL',
    'mysql://root@localhost/x',
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://',
  ],
  [
    'DATABASE_URL',
    'postgresql://portal@one:5432,two:5432/portal?target_session_attrs=read-write',
    'DATABASE_URL names several servers, of which the portal takes one. Give the one address that always leads to the primary',
  ],
  ['DATABASE_URL', 'postgresql://portal@/portal?host=one,two', 'DATABASE_URL names several servers'],
  ['MIGRATE_DATABASE_URL', 'postgresql://portal:secret@one,two/portal', 'MIGRATE_DATABASE_URL names several servers'],
  [
    'SECRET_KEY',
    'too short',
    'SECRET_KEY must be at least 32 characters of a random key, as `openssl rand -base64 32` makes them',
  ],
  [
    'SECRET_KEY',
    'a'.repeat(40),
    'SECRET_KEY must be at least 32 characters of a random key, as `openssl rand -base64 32` makes them',
  ],
  [
    'MIGRATE_DATABASE_URL',
    'mysql://x/y',
    'MIGRATE_DATABASE_URL must be an address that starts with postgres:// or postgresql://',
  ],
  ['PICTURE_STORE_URL', 'https://s3.example.com', 'PICTURE_STORE_URL must be an address with a bucket'],
  ['PICTURE_STORE_URL', 'http://s3.example.com/pictures', 'PICTURE_STORE_URL must be an address with a bucket'],
  [
    'PICTURE_STORE_URL',
    'https://s3.example.com/pictures',
    'The store of pictures also needs PICTURE_STORE_KEY_ID, PICTURE_STORE_SECRET',
  ],
  ['PICTURE_STORE_REGION', 'Frankfurt!', 'PICTURE_STORE_REGION must be a region like eu-central-1'],
  ['PUBLIC_URL', 'portal.example', 'PUBLIC_URL must be an address that starts with http:// or https://'],
  [
    'PUBLIC_URL',
    'https://portal.example/portal',
    'PUBLIC_URL must be an address that starts with http:// or https:// and has no path',
  ],
  ['PUBLIC_URL', 'https://me:secret@portal.example', 'PUBLIC_URL must be'],
  ['PUBLIC_URL', 'https://portal.example?x=1', 'PUBLIC_URL must be'],
  ['BRAND_ORIGIN', 'https:portal.example', 'BRAND_ORIGIN must be'],
  ['SMTP_URL', 'smtp://', 'SMTP_URL must name a server'],
  ['SMTP_URL', 'http://mail.example', 'SMTP_URL must be an address that starts with smtp:// or smtps://'],
  ['MAIL_FROM', 'the desk', 'MAIL_FROM must be an address like'],
  ['MAIL_FROM', 'desk@agency.example\r\nBcc: all@agency.example', 'MAIL_FROM must be an address like'],
  ['BUSINESS_TZ', 'Middle/Earth', 'BUSINESS_TZ must be a time zone like Asia/Shanghai'],
  ['BUSINESS_TZ', '+08:00', 'BUSINESS_TZ must be a time zone like Asia/Shanghai'],
  ['BUSINESS_TZ', 'IST', 'BUSINESS_TZ must be a time zone like Asia/Shanghai'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be "on", "off", a number of hops, or addresses like 10.0.0.0/8, loopback'],
  ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/33', 'TRUST_PROXY must be'],
  ['RATE_LIMIT', 'no', 'RATE_LIMIT must be "on" or "off"'],
  ['ADMIN_EMAIL', 'boss', 'ADMIN_EMAIL must be an e-mail address'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have at least 8 characters'],
  ['BRAND_ACCENT', 'red', 'BRAND_ACCENT must be a colour like'],
  ['BRAND_TELEGRAM', 'javascript:alert(1)', 'BRAND_TELEGRAM must be a link'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be'],
  ['AUDIT_EVERY', '10 minutes', 'AUDIT_EVERY must be "off" or a time like 30m, 24h or 7d'],
  ['AUDIT_EVERY', '0h', 'AUDIT_EVERY must be'],
  ['TRON_NODE_URLS', 'api.trongrid.io', 'TRON_NODE_URLS must be addresses that start with https://'],
  ['TRON_NODE_URLS', 'https://me:secret@node.example', 'without a name or password'],
  ['BSC_NODE_URLS', 'http://node.example', 'BSC_NODE_URLS must be addresses that start with https://'],
  ['BSC_NODE_URLS', 'https://a.example, https://a.example/', 'BSC_NODE_URLS must be different addresses'],
  ['ETHEREUM_NODE_URLS', 'https://a.example?key=1', 'ETHEREUM_NODE_URLS must be addresses'],
  ['POLYGON_USDT', '0x12', 'POLYGON_USDT must be the address of a contract'],
  ['ETHEREUM_CHAIN_ID', 'main', 'ETHEREUM_CHAIN_ID must be the number of a chain'],
  ['DATABASE_URL', 'postgres://db.example/portal?options=-c%20a%3Db', 'DATABASE_URL sets what the portal sets itself'],
  ['DATABASE_URL', 'postgres://db.example/portal?a=1&statement_timeout=0', 'DATABASE_URL sets what the portal sets'],
  ['TRON_API_KEY', 'a b', 'TRON_API_KEY must be a key'],
])('%s=%s stops the start with a sentence that names it', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence);
});

test.each([
  ['DATABSE_URL', { DATABASE_URL: 'postgres://db.example/portal' }],
  ['DATABASE_URI', { DATABASE_URL: 'postgres://db.example/portal' }],
  ['ADMIN_EMIAL', { ADMIN_EMAIL: 'boss@agency.example', ADMIN_PASSWORD: 'long enough' }],
  ['SMPT_URL', { SMTP_URL: 'smtp://mail.example' }],
  ['DATADIR', { DATA_DIR: './data' }],
  ['BRAND_ACCENTT', { BRAND_ACCENT: '#123456' }],
])('%s stops the start, unless what was meant is there too', (typed, meant) => {
  expect(() => readConfig({ [typed]: 'x' })).toThrow(`${typed} is probably ${Object.keys(meant)[0]}`);
  expect(readConfig({ ...meant, [typed]: 'x' })).toEqual(readConfig(meant));
});

test('what other programs are told is none of the portal’s business', () => {
  const others = {
    HOSTNAME: 'x',
    PGHOST: 'x',
    DATABASE_HOST: 'x',
    LOGNAME: 'x',
    PATH: 'x',
    npm_config_loglevel: 'x',
    SMTP_PASSWORD: 'x',
    MAIL: 'x',
  };
  expect(readConfig(others)).toEqual(readConfig({}));
});

test('all wrong settings are named at once, and a secret is never repeated', () => {
  const read = () => readConfig({ PORT: 'x', BUSINESS_TZ: 'y', ADMIN_PASSWORD: 'geheim' });
  expect(read).toThrow(/PORT[^]*BUSINESS_TZ|BUSINESS_TZ[^]*PORT/);
  expect(read).not.toThrow(/geheim/);
});

test('the first admin needs an address and a password, or neither', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'boss@agency.example' })).toThrow('belong together');
  expect(readConfig({ ADMIN_EMAIL: 'boss@agency.example', ADMIN_PASSWORD: 'long enough' }).admin).toEqual({
    email: 'boss@agency.example',
    password: 'long enough',
  });
});

test('the portal proves its book as often as it is told, or never', () => {
  expect(['off', '30m', '24h', '7d'].map((value) => readConfig({ AUDIT_EVERY: value }).auditEverySeconds)).toEqual([
    undefined,
    1_800,
    86_400,
    604_800,
  ]);
});

test('a proxy is trusted as far as it is named', () => {
  const trust = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy;
  expect(['on', 'off', '1', '10.0.0.0/8, 127.0.0.1'].map(trust)).toEqual([true, false, 1, '10.0.0.0/8, 127.0.0.1']);
});

test('the public address is read as browsers write it: mails add a path to it, and https: makes cookies secure', () => {
  expect(readConfig({ PUBLIC_URL: 'https://portal.example/' }).publicUrl).toBe('https://portal.example');
  expect(readConfig({ PUBLIC_URL: 'HTTPS://Portal.example:443' }).publicUrl).toBe('https://portal.example');
});

test('mails come from the brand unless they are told otherwise', () => {
  const from = readConfig({ BRAND_NAME: 'Nord, <Media>', BRAND_EMAIL: 'desk@nord.example' }).mailFrom;
  expect(from).toBe('Nord Media <desk@nord.example>');
  expect(readConfig({ MAIL_FROM: 'Desk <desk@nord.example>' }).mailFrom).toBe('Desk <desk@nord.example>');
});

test('nodes of chains are addresses in the order of trust, and by default there are none', () => {
  expect(Object.values(readConfig({}).nodes).flatMap(({ urls }) => urls)).toEqual([]);
  const { nodes } = readConfig({
    TRON_NODE_URLS: 'https://api.trongrid.io/, http://10.1.2.3:8090,http://localhost:1',
    TRON_API_KEY: '0000-1111',
    BSC_CHAIN_ID: '0x61',
  });
  expect(nodes.TRON.urls).toEqual(['https://api.trongrid.io', 'http://10.1.2.3:8090', 'http://localhost:1']);
  expect(nodes.TRON.headers).toEqual({ 'TRON-PRO-API-KEY': '0000-1111' });
  expect(headersFor(nodes.TRON, 'https://api.trongrid.io')).toEqual(nodes.TRON.headers);
  for (const other of ['https://nottrongrid.io', 'https://trongrid.io.example', 'http://10.0.0.2:8090'])
    expect(headersFor(nodes.TRON, other)).toEqual({});
  expect(nodes.BSC.chainId).toBe(97n);
});

test('a proxy that nobody told the portal of is said at the start', () => {
  const doubts = (env: Record<string, string>) => doubtsAbout(readConfig(env));
  expect(doubts({ PUBLIC_URL: 'https://portal.example' })).toEqual([expect.stringContaining('Set TRUST_PROXY=on')]);
  for (const TRUST_PROXY of ['on', '2', 'loopback'])
    expect(doubts({ PUBLIC_URL: 'https://portal.example', TRUST_PROXY })).toEqual([]);
  expect(doubts({})).toEqual([]);
});

test('a platform is asked with all of its credentials, not at all without any, and half of them stop the start', () => {
  expect(readConfig({}).advertising).toEqual({ google: undefined, microsoft: undefined, meta: undefined });
  const { meta } = readConfig({ META_ADS_ACCESS_TOKEN: 'very-secret-token' }).advertising;
  expect(meta).toMatchObject({ url: 'https://graph.facebook.com', version: 'v25.0', accessToken: 'very-secret-token' });
  const sentence = (env: Record<string, string>) => {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const half = sentence({ GOOGLE_ADS_REFRESH_TOKEN: 'very-secret-token' });
  expect(half).toContain(
    'GOOGLE_ADS_REFRESH_TOKEN is given, but the connection also needs GOOGLE_ADS_DEVELOPER_TOKEN,',
  );
  expect(sentence({ META_ADS_APP_SECRET: 'very-secret-token' })).toContain('also needs META_ADS_ACCESS_TOKEN');
  const wrong = sentence({ META_ADS_ACCESS_TOKEN: 'very secret token' });
  expect(wrong).toContain('META_ADS_ACCESS_TOKEN must be at least 8 letters');
  expect(half + wrong).not.toMatch(/very.secret/);
  for (const url of ['http://graph.example', 'https://user:pass@graph.example', 'file:///etc/passwd'])
    expect(sentence({ META_ADS_URL: url })).toContain('META_ADS_URL must be an address');
});
