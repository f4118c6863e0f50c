/**
 * Reads what a caller sends, before any rule sees it: limited in size, depth and time, and refused where it could be
 * read in two ways. Everything wrong here is a 4xx.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#kernel/endpoint.ts';
import { oneLine } from '#kernel/oneline.ts';
import { invalid, refuse, Refused, type Refusal } from '#kernel/refusal.ts';
import type { Upload } from './handle.server.ts';

const largestUpload = 10 * 1024 * 1024;
const largestJson = 256 * 1024;
/** The most bytes that somebody who is not signed in may send without a file; a sign-in needs a hundredth of that. */
export const largestOfStrangers = 32 * 1024;
/** The most bytes of a form beside its file: the other fields and the separators between them. */
const besideUpload = 1024 * 1024;
const deepestJson = 24;

export const fileTooLarge: Refusal = {
  code: 'input.too_large',
  message: 'The file is larger than 10 MB.',
  status: 413,
  field: 'photo',
};
const fieldTooLong = (name: string): Refusal => ({
  code: 'input.too_large',
  message: 'This is too long for a field of a form.',
  status: 413,
  field: name.slice(0, 100),
});
export const notJson: Refusal = { code: 'input.media', message: 'This call takes JSON.', status: 415 };
const notAnObject: Refusal = { code: 'input.invalid', message: 'Please send one JSON object.', status: 400 };

/** Registers the parsers of every call: JSON with a depth limit, plain HTML forms. */
export function readBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: largestJson },
    (_request, body, done) => {
      const text = body as string;
      if (text === '') return done(null, {});
      if (isTooDeep(text)) return done(unreadable('This is nested too deeply.'));
      try {
        const value: unknown = JSON.parse(text);
        done(null, value);
      } catch {
        done(unreadable('This is not valid JSON.'));
      }
    },
  );
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (_request, body, done) => {
      done(null, fieldsOf(new URLSearchParams(body as string)));
    },
  );
}

/** Registers the multipart parser, only for calls that take a file: one file and the other fields. */
export async function readFiles(http: FastifyInstance): Promise<void> {
  await http.register(multipart, {
    limits: { files: 1, fileSize: largestUpload, fields: 60, fieldSize: 16 * 1024, fieldNameSize: 100, parts: 61 },
    throwFileSizeLimit: true,
  });
}

/** How many bytes of memory a form with a file will take; the most allowed where it does not state its length. */
export function sizeOfUpload({ headers }: FastifyRequest): number {
  const size = Number(headers['content-length'] ?? largestUpload);
  if (size > largestUpload + besideUpload) refuse(fileTooLarge);
  return size;
}

/** The body as one plain object; a file beside it where the endpoint takes one. */
export async function bodyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ body: unknown; file: Upload | undefined }> {
  if (endpoint.file && request.isMultipart()) return readMultipart(endpoint.file, request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded') && !endpoint.form) {
    refuse(notJson);
  }
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) refuse(notAnObject);
  return { body, file: undefined };
}

async function readMultipart(
  name: string,
  request: FastifyRequest,
): Promise<{ body: unknown; file: Upload | undefined }> {
  const body: Record<string, unknown> = {};
  let file: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (part.fieldname === name && bytes.length > 0) file = { name: oneLine(part.filename, 200), bytes };
        // The parser cuts what is too long and goes on: half a report would be taken for a whole one.
      } else if (part.valueTruncated || part.fieldnameTruncated) refuse(fieldTooLong(part.fieldname));
      else add(body, part.fieldname, part.value);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    // Errors of the parser have no status. A form that was cut off or has no boundary is the sender's fault: a 400.
    throw error instanceof Error && 'statusCode' in error
      ? error
      : unreadable('This form is broken or was cut off on its way.');
  }
  return { body, file };
}

/** A query string as an object. A parameter given twice has two meanings, so it is refused. */
export function queryOf(search: string): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (search === '') return query;
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) return { [repeated]: name };
    Object.defineProperty(query, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return query;
}

const repeated = Symbol('a parameter given twice');

/** Each parameter at most once, and no NUL in any, which PostgreSQL cannot store or compare. */
export function insistOnQuery(query: unknown): void {
  const name = (query as Record<symbol, string>)[repeated];
  if (name !== undefined)
    refuse({
      code: 'input.repeated',
      message: 'This parameter was given twice.',
      status: 400,
      field: name.slice(0, 100),
    });
  for (const [field, value] of Object.entries(query as Record<string, string>)) {
    if (value.includes('\u0000'))
      refuse(invalid(field.slice(0, 100), 'This text has characters that cannot be stored. Please remove them.'));
  }
}

function fieldsOf(form: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) add(fields, name, value);
  return fields;
}

function add(fields: Record<string, unknown>, name: string, value: unknown): void {
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // Not copied: whoever sends one field ten thousand times would have it copied as often.
  if (Array.isArray(before)) return void before.push(value);
  const next = before === undefined ? value : [before, value];
  Object.defineProperty(fields, name, { value: next, enumerable: true, writable: true, configurable: true });
}

/** Counts open brackets outside of strings before JSON.parse runs, because deep nesting would cost it much memory. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 91 || code === 123) {
      if (++depth > deepestJson) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

function unreadable(message: string): Error & { statusCode: number; code: string } {
  return Object.assign(new Error(message), { statusCode: 400, code: 'input.unreadable' });
}
