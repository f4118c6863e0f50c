/**
 * The log for the person who runs the portal: readable lines in a terminal, elsewhere one JSON object on each line for
 * log collectors. Passwords, tokens, codes and bodies are never logged; the reference of an error is enough to find it.
 */
import pino from 'pino';
import type { Config } from './config.server.ts';

type Fields = Record<string, unknown>;

export type Log = {
  /** For debugging; off unless LOG_LEVEL=debug. */
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

export type LogOptions = { level?: Config['logLevel']; readable?: boolean; write?: (line: string) => void };

export function openLog({ level = 'info', readable = process.stdout.isTTY, write = toStdout }: LogOptions = {}): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: withoutBigints },
      serializers: { error: plainError },
    },
    { write: readable ? (line) => write(readableLine(JSON.parse(line) as Entry)) : write },
  );
  return Object.fromEntries(
    levels.map((each) => [each, (message: string, fields: Fields = {}) => logger[each](fields, message)]),
  ) as Log;
}

function toStdout(line: string) {
  process.stdout.write(line);
}

type Entry = { at: string; level: string; message: string; error?: unknown };

/** Values are written as JSON, which escapes line breaks, so that nobody can forge a line of the log. */
function readableLine({ at, level, message, error, ...fields }: Entry): string {
  const words = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `;
  const { stack } = (error ?? {}) as { stack?: string };
  const trouble = error === undefined ? '' : stack === undefined ? ` ${String(error)}` : `\n${stack}`;
  return `${at.slice(11, 19)} ${mark}${[message.replaceAll(/[\r\n]+/g, ' '), ...words].join(' ')}${trouble}\n`;
}

/** JSON knows no bigint: it becomes its digits. */
function withoutBigints(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );
}

/** Replaces pino's serializer, which logs every property: those of PostgreSQL's errors quote what people typed. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = (error as NodeJS.ErrnoException).code;
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: plainError(cause) }),
  };
}
