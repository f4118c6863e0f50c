/**
 * The API's description of itself, from the same declarations that serve the calls: OpenAPI 3.1. `docs.server.ts` makes
 * a page of it.
 */
import * as z from 'zod/mini';
import { audienceOf } from '#kernel/access.ts';
import { changesSomething, type Endpoint } from '#kernel/endpoint.ts';
import { namedBy } from '#kernel/fields.ts';
import { databaseAway, invalid, keyReused, notFound, notSignedIn, wrongRole, type Refusal } from '#kernel/refusal.ts';
import { fileTooLarge, notJson } from './body.server.ts';
import { sessionCookieOf } from './session.server.ts';

export type Json = Record<string, unknown>;

export const foreword =
  'Every call answers with and without the `/kimi` prefix. Sign in with `POST /login-account` and send the token as `Authorization: Bearer`. Money is a number of US dollars with at most two decimals, times are ISO 8601 UTC, ids are strings. Calls that move money take an `Idempotency-Key`: the same key and content gives the first answer again, with `Idempotent-Replayed: true`.';

const totalText =
  'Dollars that this should come to, such as `115.00`: where it comes to something else by now, nothing is made.';

/** Each call once, at its printed path. */
export function openApiOf(endpoints: readonly Endpoint[], about: { title: string; url: string }): Json {
  const shapes: Record<string, Json> = { Refusal: refusalSchema };
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, shapes) };
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: '1.0.0', description: foreword },
    servers: [{ url: about.url }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieOf({ publicUrl: about.url }) },
      },
      schemas: shapes,
      responses: Object.fromEntries(
        Object.entries(refusedWith).map(([status, why]) => [`Refused${status}`, refusedAs(why)]),
      ),
    },
  };
}

const decided = { state: 'Approved', decidedBy: 'Mira Vogel', decidedAt: '2026-11-21T08:15:30.000Z' };

/** For each status: why it is answered, and an example. */
const refusedWith: Readonly<Record<number, [why: string, example: Omit<Refusal, 'status'>]>> = {
  400: [
    'A field is missing or wrong; `field` names it.',
    invalid('adsDetails.0.gmail', 'Please enter the Gmail of this ad account.'),
  ],
  401: ['Not signed in, or not with these credentials.', notSignedIn],
  402: ['Not enough money.', { code: 'wallet.insufficient', message: 'Insufficient wallet balance. Please recharge.' }],
  403: ['Not for this role, or from another site.', wrongRole],
  404: ['Not there, or not yours.', notFound],
  409: [
    'In conflict with the present state.',
    { code: 'topup.already_decided', message: 'Transaction is already completed.', extra: decided },
  ],
  413: ['Too large.', fileTooLarge],
  415: ['Another media type.', notJson],
  422: ['The key was used with other content.', keyReused],
  429: [
    'Too many calls; see Retry-After.',
    {
      code: 'limit.reached',
      message: 'Too many requests. Please wait a moment and try again.',
      extra: { retryAfter: 12 },
    },
  ],
  500: [
    'Something unexpected; `reference` is for support.',
    { code: 'server.error', message: 'Something went wrong on our side.', extra: { reference: 'E-1a2b3c4' } },
  ],
  503: ['Briefly unavailable; see Retry-After.', databaseAway],
};

function refusedAs([description, { code, message, field, extra }]: [string, Omit<Refusal, 'status'>]): Json {
  const example = { code, message, ...(field ? { field } : {}), ...extra };
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' }, example } },
  };
}

const refusalSchema = {
  type: 'object',
  required: ['message', 'code'],
  additionalProperties: false,
  properties: {
    message: { type: 'string', description: 'A whole sentence for the person.' },
    code: { type: 'string', description: 'Stable for programs, e.g. `deposit.already_decided`.' },
    field: { type: 'string', description: 'The field at fault, where there is one: `adsDetails.0.gmail`.' },
    state: { type: 'string', description: 'The state that the call is in conflict with.' },
    decidedBy: { type: ['string', 'null'], description: 'Who decided before.' },
    decidedAt: { type: 'string', format: 'date-time' },
    totalCost: { type: 'number', description: 'What this comes to now, where prices have changed.' },
    retryAfter: { type: 'number', description: 'Seconds, as in the header `Retry-After`.' },
    options: { type: 'object', description: 'What a passkey is to sign; its answer goes into the header `Passkey`.' },
    about: { type: 'string', description: 'The same in a sentence, for whoever is asked to sign it.' },
    reference: { type: 'string', description: 'To tell support, where something unexpected happened.' },
  },
} as const;

export const whoMay: Record<ReturnType<typeof audienceOf>, string> = {
  public: 'Anybody.',
  'signed in': 'Clients and admins.',
  client: 'Clients.',
  admin: 'Admins.',
};

/** Refusals that any call may answer with, beside those of its own. */
export const sharedRefusals = [
  'auth.required',
  'auth.forbidden',
  'auth.read_only',
  'auth.other_person',
  'auth.two_factor_missing',
  'auth.origin',
  'auth.passkey_asked',
  'passkey.refused',
  'input.invalid',
  'input.repeated',
  'input.unreadable',
  'input.media',
  'input.too_large',
  'not_found',
  'limit.reached',
  'limit.downloads',
  'limit.uploads',
  'server.busy',
  'server.unavailable',
  'server.error',
];

function operationOf(endpoint: Endpoint, shapes: Record<string, Json>): Json {
  const { summary, refusals = [] } = endpoint;
  const audience = audienceOf(endpoint.access);
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => (next ?? '').toUpperCase())}`,
    summary,
    description: `${whoMay[audience]}${endpoint.confirmedBy ? ' An admin who has a passkey confirms it with that.' : ''}${refusals.length > 0 ? ` Refusals of its own: ${refusals.map((code) => `\`${code}\``).join(', ')}.` : ''}`,
    tags: [audience],
    ...(audience === 'public' ? { security: [] } : { security: [{ bearer: [] }, { cookie: [] }] }),
    parameters: parametersOf(endpoint, shapes),
    ...(takesBody(endpoint) ? { requestBody: { required: true, content: contentOf(endpoint, shapes) } } : {}),
    responses: responsesOf(endpoint, shapes),
  };
}

function takesBody(endpoint: Endpoint): boolean {
  return changesSomething(endpoint) && (endpoint.body !== undefined || endpoint.file !== undefined);
}

function parametersOf(endpoint: Endpoint, shapes: Record<string, Json>): Json[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const schema = endpoint.query ? schemaOf(endpoint.query, shapes) : {};
  const required = (schema['required'] ?? []) as string[];
  const example = (takesBody(endpoint) ? {} : (endpoint.example ?? {})) as Json;
  const inQuery = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([name, each]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: each,
    ...(name in example ? { example: example[name] } : {}),
  }));
  const key = endpoint.refusals?.includes(keyReused.code)
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 64 } }]
    : [];
  const total = endpoint.refusals?.includes('prices.changed')
    ? [{ name: 'Expected-Total', in: 'header', required: false, description: totalText, schema: { type: 'string' } }]
    : [];
  return [...inPath, ...inQuery, ...key, ...total];
}

function contentOf(endpoint: Endpoint, shapes: Record<string, Json>): Json {
  const schema = endpoint.body ? schemaOf(endpoint.body, shapes) : { type: 'object', properties: {} };
  const example = endpoint.example === undefined ? {} : { example: endpoint.example };
  const json = { 'application/json': { schema, ...example } };
  if (endpoint.form) return { ...json, 'application/x-www-form-urlencoded': { schema } };
  if (!endpoint.file) return json;
  const properties = {
    ...(schema['properties'] as Json),
    [endpoint.file]: { type: 'string', format: 'binary', description: fileText(endpoint.file) },
  };
  return { 'multipart/form-data': { schema: { ...schema, properties } }, ...json };
}

/** The description of a file's field: pictures come as `photo`, tables as `file`. */
function fileText(field: string): string {
  return field === 'photo' ? 'JPEG, PNG or WebP, at most 10 MB.' : 'A table as text, UTF-8 or UTF-16, at most 10 MB.';
}

/** Whether the call can answer 404: it names something that may not exist, or may not be the caller's. */
function namesSomething(endpoint: Endpoint): boolean {
  const fields = [endpoint.query, endpoint.body].flatMap((schema) => Object.values(shapeOf(schema)));
  const named = fields.map(namedBy).some((what) => what !== undefined && what !== 'outside' && what !== 'row');
  return (
    named ||
    endpoint.feature !== undefined ||
    endpoint.path.includes(':') ||
    (endpoint.refusals ?? []).includes('not_found')
  );
}

export function shapeOf(schema: Endpoint['body']): Record<string, z.core.$ZodType> {
  return (schema as unknown as { shape?: Record<string, z.core.$ZodType> } | undefined)?.shape ?? {};
}

const binary = { type: 'string', format: 'binary' };

function responsesOf(endpoint: Endpoint, shapes: Record<string, Json>): Json {
  const changes = changesSomething(endpoint);
  const answer = endpoint.output
    ? { 'application/json': { schema: schemaOf(endpoint.output, shapes) } }
    : Object.fromEntries(
        (endpoint.media ?? []).map((media) => [
          media,
          { schema: media === 'application/json' ? { type: 'object' } : binary },
        ]),
      );
  const own = new Set(endpoint.refusals);
  const refused = [
    400,
    403,
    429,
    500,
    503,
    ...(endpoint.access !== 'public' || own.has('auth.wrong') || own.has('passkey.refused') ? [401] : []),
    ...(own.has('wallet.insufficient') ? [402] : []),
    ...(namesSomething(endpoint) ? [404] : []),
    ...(changes || (endpoint.refusals ?? []).some((code) => code !== 'not_found') ? [409] : []),
    ...(changes ? [413, 415] : []),
    ...(own.has(keyReused.code) ? [422] : []),
  ].toSorted();
  return {
    200: { description: 'Done.', content: answer },
    ...(endpoint.also202
      ? { 202: { description: 'Waits for another admin; nothing has changed yet.', content: answer } }
      : {}),
    ...(endpoint.form ? { 303: { description: 'To a plain HTML form: the page that comes next.' } } : {}),
    ...(changes ? {} : { 304: { description: 'As it was when this `If-None-Match` was answered.' } }),
    ...Object.fromEntries(refused.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
  };
}

/**
 * The schema of what goes over the wire, which is the input side of every codec. Shapes with a name of their own are
 * added to `shapes`.
 */
function schemaOf(schema: z.core.$ZodType, shapes: Record<string, Json>): Json {
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  for (const [name, each] of Object.entries($defs as Record<string, Json>)) shapes[name] = referring(each);
  return referring(rest);
}

function referring(schema: Json): Json {
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name === 'id' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
