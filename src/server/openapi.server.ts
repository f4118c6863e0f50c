/** The API's description of itself, from the same declarations that serve the calls: OpenAPI 3.1 and a page to read. */
import * as z from 'zod/mini';
import type { FastifyInstance } from 'fastify';
import { changesSomething, type Access, type Endpoint } from '#kernel/endpoint.ts';
import { sessionCookieOf } from './session.server.ts';

type Json = Record<string, unknown>;

/** Each call once, at its printed path. */
export function openApiOf(endpoints: readonly Endpoint[], about: { title: string; url: string }): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: '1.0.0',
      description:
        'Every call answers with and without the `/kimi` prefix. Money is a number of US dollars with at most two decimals, times are ISO 8601 UTC, ids are strings. Calls that move money take an `Idempotency-Key`.',
    },
    servers: [{ url: about.url }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieOf({ publicUrl: about.url }) },
      },
      schemas: { Refusal: refusalSchema },
    },
  };
}

const refusalSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A whole sentence for the person.' },
    code: { type: 'string', description: 'Stable for programs, e.g. `deposit.already_decided`.' },
    field: { type: 'string', description: 'The field at fault, where there is one.' },
    state: { type: 'string' },
    decidedBy: { type: 'string' },
    decidedAt: { type: 'string', format: 'date-time' },
    retryAfter: { type: 'number', description: 'Seconds.' },
    reference: { type: 'string', description: 'To tell support, where something unexpected happened.' },
  },
};

const whoMay: Record<Access, string> = {
  public: 'Anybody.',
  'signed in': 'Clients and admins.',
  client: 'Clients.',
  admin: 'Admins.',
};

function operationOf(endpoint: Endpoint): Json {
  const { access, summary, refusals = [] } = endpoint;
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => (next ?? '').toUpperCase())}`,
    summary,
    description: `${whoMay[access]}${refusals.length > 0 ? ` Refusals of its own: ${refusals.map((code) => `\`${code}\``).join(', ')}.` : ''}`,
    tags: [access],
    ...(access === 'public' ? { security: [] } : { security: [{ bearer: [] }, { cookie: [] }] }),
    parameters: parametersOf(endpoint),
    ...(changesSomething(endpoint) && (endpoint.body || endpoint.file)
      ? { requestBody: { required: true, content: contentOf(endpoint) } }
      : {}),
    responses: responsesOf(endpoint),
  };
}

function parametersOf(endpoint: Endpoint): Json[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const schema = endpoint.query ? schemaOf(endpoint.query) : {};
  const required = (schema['required'] ?? []) as string[];
  const inQuery = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([name, each]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: each,
  }));
  const key =
    changesSomething(endpoint) && endpoint.access !== 'admin'
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 64 } }]
      : [];
  return [...inPath, ...inQuery, ...key];
}

function contentOf(endpoint: Endpoint): Json {
  const schema = endpoint.body ? schemaOf(endpoint.body) : { type: 'object', properties: {} };
  const example = endpoint.example === undefined ? {} : { example: endpoint.example };
  const json = { 'application/json': { schema, ...example } };
  if (!endpoint.file) return json;
  const properties = {
    ...(schema['properties'] as Json),
    [endpoint.file]: { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB.' },
  };
  return { 'multipart/form-data': { schema: { ...schema, properties } }, ...json };
}

function responsesOf(endpoint: Endpoint): Json {
  const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } };
  const answer = endpoint.output
    ? { 'application/json': { schema: schemaOf(endpoint.output) } }
    : Object.fromEntries((endpoint.media ?? []).map((media) => [media, { schema: { type: 'string', format: 'binary' } }]));
  const known: Record<string, string> = {
    400: 'A field is missing or wrong; `field` names it.',
    ...(endpoint.access === 'public' ? {} : { 401: 'Not signed in.', 403: 'Not for this role.' }),
    ...(changesSomething(endpoint)
      ? {
          402: 'Not enough money.',
          404: 'Not there, or not yours.',
          409: 'In conflict with the present state.',
          413: 'Too large.',
          422: 'The key was used with other content.',
        }
      : {}),
    429: 'Too many calls; see Retry-After.',
    503: 'Briefly unavailable; see Retry-After.',
  };
  return {
    200: { description: 'Done.', content: answer },
    ...(endpoint.also202 ? { 202: { description: 'Waits for another admin; nothing has changed yet.', content: answer } } : {}),
    ...Object.fromEntries(Object.entries(known).map(([status, description]) => [status, { description, ...refusal }])),
  };
}

/** What goes over the wire: the input side of every codec. */
export function schemaOf(schema: z.core.$ZodType): Json {
  const rest = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  delete rest['$schema'];
  return rest;
}

export function describeApi(http: FastifyInstance, endpoints: readonly Endpoint[], about: { title: string; url: string }): void {
  const description = JSON.stringify(openApiOf(endpoints, about));
  const page = pageOf(endpoints, about.title);
  http.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(description),
  );
  http.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(page),
  );
}

function pageOf(endpoints: readonly Endpoint[], title: string): string {
  const groups = Object.keys(whoMay) as Access[];
  const sections = groups.map((access) => {
    const own = endpoints.filter((endpoint) => endpoint.access === access).toSorted((a, b) => a.path.localeCompare(b.path));
    return `<section><h2 id="${access.replace(' ', '-')}">${access === 'public' ? 'Open to anybody' : `For ${whoMay[access].toLowerCase().replace('.', '')}`}</h2>${own.map(entryOf).join('')}</section>`;
  });
  const links = groups.map((access) => `<a href="#${access.replace(' ', '-')}">${access}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API of ${escaped(title)}</title><style>${style}</style></head><body><main><h1>API of ${escaped(title)}</h1><p>Every call answers with and without the <code>/kimi</code> prefix. Sign in with <code>POST /login-account</code> and send the token as <code>Authorization: Bearer</code>. Money is US dollars with at most two decimals, times are ISO&nbsp;8601 UTC. Calls that move money take an <code>Idempotency-Key</code>: the same key and content gives the first answer again. A program reads <a href="/openapi.json">/openapi.json</a>.</p><nav>${links}</nav>${sections.join('')}</main></body></html>`;
}

function entryOf(endpoint: Endpoint): string {
  const query = endpoint.query
    ? `<h4>Query</h4><pre>${escaped(JSON.stringify(schemaOf(endpoint.query)['properties'], null, 2))}</pre>`
    : '';
  const body = endpoint.body ? `<h4>Body</h4><pre>${escaped(JSON.stringify(schemaOf(endpoint.body)['properties'], null, 2))}</pre>` : '';
  const example = endpoint.example === undefined ? '' : `<h4>Example</h4><pre>${escaped(JSON.stringify(endpoint.example, null, 2))}</pre>`;
  const answer = endpoint.output
    ? `<h4>Answer</h4><pre>${escaped(JSON.stringify(schemaOf(endpoint.output)['properties'] ?? schemaOf(endpoint.output), null, 2))}</pre>`
    : `<p>Answers ${escaped((endpoint.media ?? []).join(' or '))}.</p>`;
  const refusals = endpoint.refusals?.length
    ? `<p>Refusals of its own: ${endpoint.refusals.map((code) => `<code>${escaped(code)}</code>`).join(', ')}</p>`
    : '';
  return `<details><summary><b>${endpoint.method}</b> <code>${escaped(endpoint.path)}</code> <span>${escaped(endpoint.summary)}</span></summary>${query}${body}${example}${answer}${refusals}</details>`;
}

const style =
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:2rem 1rem}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:6px;font-size:.8rem}details{border-bottom:1px solid #8884;padding:.5rem 0}summary{cursor:pointer;min-height:1.75rem}summary span{opacity:.85}nav a{margin-right:1rem}h4{margin:.75rem 0 .25rem}code{overflow-wrap:anywhere}';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
