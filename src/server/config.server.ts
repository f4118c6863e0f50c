/**
 * Settings are everything that differs between one agency's machine and another's. They come from the environment, are
 * read once at start, and a wrong one stops the start with a sentence that names it: a portal that runs on half of its
 * settings would take money it can't account for.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { brandFrom, type Brand } from '#kernel/brand.ts';
import { advertisingFields, advertisingFrom, halfGiven, type Advertising } from './advertising.server.ts';
import { isNodeAddress, nodeFields, nodesFrom, type Nodes } from './nodes.server.ts';
import {
  halfOfPictureStore,
  pictureStoreFields,
  pictureStoreFrom,
  type PictureStoreSettings,
} from './picturestore.server.ts';
import {
  whole,
  onOff,
  database,
  origin,
  mailServer,
  email,
  colour,
  chat,
  line,
  timeZone,
  trustProxy,
  mailFrom,
  secretKeys,
  every,
} from './settingtypes.server.ts';

const settings = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((folder) => resolve(folder)),
  DATABASE_URL: database.optional(),
  MIGRATE_DATABASE_URL: database.optional(),
  READ_DATABASE_URL: database.optional(),
  SECRET_KEY: secretKeys.optional(),
  BACKUP_KEY: secretKeys.optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  DRAIN_SECONDS: whole(0, 60).default(0),
  PUBLIC_URL: origin.optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(256, 'must have at most 256 characters')
    .optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: mailFrom.optional(),
  BUSINESS_TZ: timeZone.default('Asia/Shanghai'),
  RATE_LIMIT: onOff.default(true),
  FIRST_SIGHT: onOff.default(true),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], 'must be silent, fatal, error, warn, info or debug')
    .default('info'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
  AUDIT_EVERY: every.default(86_400),
  BACKUP_TEST_EVERY: every.default(604_800),
  PORTAL_DEV: onOff.default(false),
  ...nodeFields,
  ...advertisingFields,
  ...pictureStoreFields,
  // The token is never repeated in a message.
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{3,20}:[\w-]{20,200}$/, 'must be the token of a bot, as BotFather shows it')
    .optional(),
  TELEGRAM_API_URL: z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(isNodeAddress, 'must be an address that starts with https:// (http:// inside of the own network only)')
    .default('https://api.telegram.org'),
  // Their defaults are in kernel/brand.ts; here only their format is checked.
  BRAND_NAME: line.optional(),
  BRAND_LEGAL_NAME: line.optional(),
  BRAND_ADDRESS: line.optional(),
  BRAND_REGISTRATION: line.optional(),
  BRAND_PROMISE: line.optional(),
  BRAND_ORIGIN: origin.optional(),
  BRAND_LOGO_PATH: z
    .string()
    .max(4000, 'must be at most 4000 characters')
    .regex(/^[MLHVCSQTAZmlhvcsqtaz0-9eE.,\s+-]*$/, 'must be the `d` of an SVG path')
    .optional(),
  BRAND_ACCENT: colour.optional(),
  BRAND_ACCENT_DEEP: colour.optional(),
  BRAND_ON_ACCENT: colour.optional(),
  BRAND_INK: colour.optional(),
  BRAND_PAPER: colour.optional(),
  BRAND_EMAIL: email.optional(),
  BRAND_PHONE: line.optional(),
  BRAND_HOURS: line.optional(),
  BRAND_SKYPE: chat.optional(),
  BRAND_TELEGRAM: chat.optional(),
  BRAND_WHATSAPP: chat.optional(),
  BRAND_META: chat.optional(),
});

export type Config = {
  port: number;
  host: string;
  /** Absolute. Holds the embedded database and files; while the portal is stopped, a copy of it is a full backup. */
  dataDir: string;
  /** Absent: the embedded PostgreSQL in dataDir is used. */
  databaseUrl: string | undefined;
  /** The login of the database's owner, where the portal itself uses another login that cannot change tables. */
  migrateDatabaseUrl: string | undefined;
  /** A standby, from which the whole database is read for backups and audits where it has what the primary has. */
  readDatabaseUrl: string | undefined;
  databasePool: number;
  /**
   * How long a node goes on answering after it was told to stop, so that load balancers notice and send no more calls.
   */
  drainSeconds: number;
  /** The first one encrypts, all of them decrypt. Absent: a file in dataDir, made at the first start. */
  secretKeys: readonly string[] | undefined;
  /** The first one encrypts backups and the archive, all of them open them. Absent: they are not encrypted. */
  backupKeys: readonly string[] | undefined;
  /** Without a slash at its end; links in mails start with it. */
  publicUrl: string;
  admin: { email: string; password: string } | undefined;
  /** Absent: each mail becomes an .eml file in dataDir/mail and, in development, is printed too. */
  smtpUrl: string | undefined;
  mailFrom: string;
  businessTz: string;
  rateLimit: boolean;
  /** Signed-in pages come drawn, with their answers, in the document. */
  firstSight: boolean;
  trustProxy: boolean | number | string;
  /** Whoever has it may read /metrics. Absent: only this machine may, and only where publicUrl names this machine. */
  metricsToken: string | undefined;
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  /** How often the portal proves its own book; undefined: never. */
  auditEverySeconds: number | undefined;
  /** How often the portal restores a backup to see that it can; undefined: never. */
  backupTestEverySeconds: number | undefined;
  dev: boolean;
  /** The nodes that are asked whether a transfer arrived. Without addresses none is. */
  nodes: Nodes;
  /** Which advertising platforms are asked what ad accounts spend, and how. */
  advertising: Advertising;
  /** Where pictures are kept. Absent: in the database, like everything else. */
  pictureStore: PictureStoreSettings | undefined;
  /** The bot that writes notices into chats; without it nobody asks Telegram anything. */
  telegram: { url: string; token: string } | undefined;
  brand: Brand;
};

/**
 * Thrown when settings are wrong; its message has one line for each of them and is meant for the person at the
 * terminal.
 */
export class WrongSettings extends Error {}

/** Reads and checks the settings. An empty variable counts as absent, as compose files and CI write them. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = settings.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new WrongSettings(`These settings are wrong:\n${lines.join('\n')}`);
  }
  const value = read.data;
  const mistyped = mistypedIn(given);
  if (mistyped.length > 0) throw new WrongSettings(`These are no settings:\n${mistyped.join('\n')}`);
  if (!value.ADMIN_EMAIL !== !value.ADMIN_PASSWORD) {
    throw new WrongSettings(
      'ADMIN_EMAIL and ADMIN_PASSWORD belong together: give both, or neither to have the first admin made with a random password.',
    );
  }
  const half = [...halfGiven(value), ...halfOfPictureStore(value)];
  if (half.length > 0) throw new WrongSettings(`These settings are wrong:\n  ${half.join('\n  ')}`);
  if (value.MIGRATE_DATABASE_URL && !value.DATABASE_URL) {
    throw new WrongSettings(
      'MIGRATE_DATABASE_URL belongs to DATABASE_URL: the same database with a login that may change its tables.',
    );
  }
  if (value.READ_DATABASE_URL && !value.DATABASE_URL) {
    throw new WrongSettings('READ_DATABASE_URL belongs to DATABASE_URL: a standby of the same database.');
  }
  const publicUrl = value.PUBLIC_URL ?? `http://localhost:${value.PORT}`;
  return arrange(value, brandFrom({ ...given, PUBLIC_URL: publicUrl, BRAND_ORIGIN: value.BRAND_ORIGIN }), publicUrl);
}

/** Finds misspelt names. Otherwise `DATABSE_URL` would start the portal on its embedded database without a warning. */
function mistypedIn(given: Record<string, string | undefined>): string[] {
  const names = Object.keys(settings.shape);
  const absent = names.filter((name) => given[name] === undefined && name.length >= 8);
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .flatMap((typed) => absent.filter((name) => isSlipOf(typed, name)).map((name) => `  ${typed} is probably ${name}`));
}

/** Whether one letter is too many, missing, wrong or swapped with its neighbour; case, `_` and `-` do not count. */
function isSlipOf(typed: string, name: string): boolean {
  const [one, other] = [typed, name].map((each) => each.toUpperCase().replaceAll(/[_-]/g, '')) as [string, string];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const rest = (text: string, skip: number) => text.slice(start + skip);
  const swapped = one[start] === other[start + 1] && one[start + 1] === other[start] && rest(one, 2) === rest(other, 2);
  return (
    swapped || rest(one, 1) === rest(other, 1) || rest(one, 1) === rest(other, 0) || rest(one, 0) === rest(other, 1)
  );
}

function arrange(value: z.output<typeof settings>, brand: Brand, publicUrl: string): Config {
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    migrateDatabaseUrl: value.MIGRATE_DATABASE_URL,
    readDatabaseUrl: value.READ_DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    drainSeconds: value.DRAIN_SECONDS,
    secretKeys: value.SECRET_KEY,
    backupKeys: value.BACKUP_KEY,
    publicUrl,
    admin:
      value.ADMIN_EMAIL && value.ADMIN_PASSWORD
        ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD }
        : undefined,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${brand.name.replace(/[<>"@,;:\\]/g, '')} <${brand.support.email}>`,
    businessTz: value.BUSINESS_TZ,
    rateLimit: value.RATE_LIMIT,
    firstSight: value.FIRST_SIGHT,
    trustProxy: value.TRUST_PROXY,
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
    auditEverySeconds: value.AUDIT_EVERY ?? undefined,
    backupTestEverySeconds: value.BACKUP_TEST_EVERY ?? undefined,
    dev: value.PORTAL_DEV,
    nodes: nodesFrom(value),
    advertising: advertisingFrom(value),
    pictureStore: pictureStoreFrom(value),
    telegram: value.TELEGRAM_BOT_TOKEN ? { url: value.TELEGRAM_API_URL, token: value.TELEGRAM_BOT_TOKEN } : undefined,
    brand,
  };
}

/** Settings that are allowed but probably not meant: said at the start. */
export function doubtsAbout({ publicUrl, trustProxy }: Config): string[] {
  if (!publicUrl.startsWith('https:') || trustProxy !== false) return [];
  return [
    'PUBLIC_URL begins with https, so that a proxy stands in front, but TRUST_PROXY is off: everybody who comes through it counts as one caller for limits, and the log has its address only. Set TRUST_PROXY=on if the proxy sets X-Forwarded-For.',
  ];
}
