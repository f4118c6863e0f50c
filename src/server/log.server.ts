/**
 * The log is what the person who runs the portal reads: in a terminal a line a human reads, elsewhere one JSON object a
 * line for whatever collects them. It never gets passwords, tokens, codes or bodies; what an error needs is its
 * reference.
 */
import type { Config } from './config.server.ts';

type Fields = Record<string, unknown>;

export type Log = {
  /** For whoever looks for a fault; off unless LOG_LEVEL=debug. */
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  /** Something went wrong and the portal copes with it. */
  warn(message: string, fields?: Fields): void;
  /** A person should look. */
  error(message: string, fields?: Fields): void;
  /** The portal can't go on. */
  fatal(message: string, fields?: Fields): void;
};

const levels = ['debug', 'info', 'warn', 'error', 'fatal'] as const;
type Level = (typeof levels)[number];

export type LogOptions = { level?: Config['logLevel']; readable?: boolean; write?: (line: string) => void };

export function openLog({ level = 'info', readable = process.stdout.isTTY, write = toStdout }: LogOptions = {}): Log {
  const from = level === 'silent' ? levels.length : levels.indexOf(level);
  const format = readable ? readableLine : jsonLine;
  const writer = (each: Level, index: number) =>
    index < from ? () => {} : (message: string, fields: Fields = {}) => write(`${format(each, message, fields)}\n`);
  return Object.fromEntries(levels.map((each, index) => [each, writer(each, index)])) as Log;
}

function toStdout(line: string) {
  process.stdout.write(line);
}

function jsonLine(level: Level, message: string, fields: Fields): string {
  return JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, plainValue);
}

/** Line breaks in a value are escaped, so that nobody can write a line of their own into the log. */
function readableLine(level: Level, message: string, fields: Fields): string {
  const { error, ...rest } = fields;
  const words = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value, plainValue)}`);
  const trouble =
    error instanceof Error ? `\n${error.stack ?? error.message}` : error === undefined ? '' : ` ${String(error)}`;
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `;
  return `${new Date().toISOString().slice(11, 19)} ${mark}${[message.replaceAll(/[\r\n]+/g, ' '), ...words].join(' ')}${trouble}`;
}

/** What JSON can't say: errors become their words and place, whole numbers of any size their digits. */
function plainValue(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  const code = (value as NodeJS.ErrnoException).code;
  return { name, message, ...(code === undefined ? {} : { code }), stack, ...(cause === undefined ? {} : { cause }) };
}
