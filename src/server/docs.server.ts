/**
 * The API's documentation for people: one light page, made from the same description that programs read
 * (openapi.server.ts).
 */
import type { FastifyInstance } from 'fastify';
import { audienceOf } from '#kernel/access.ts';
import type { Endpoint } from '#kernel/endpoint.ts';
import { escaped } from '#kernel/markup.ts';
import type { Features } from './features.server.ts';
import { foreword, openApiOf, sharedRefusals, whoMay, type Json } from './openapi.server.ts';

export function describeApi(
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
  about: { title: string; url: string },
  features: Features,
): void {
  // Made anew only when something else is switched on.
  let made: { of: ReadonlySet<string>; text: string; page: string } | undefined;
  const now = () => {
    const on = features.now();
    if (made?.of !== on) {
      const there = endpoints.filter(({ feature }) => feature === undefined || on.has(feature));
      const all = new Set(endpoints.flatMap(({ feature }) => feature ?? []));
      const description = without(all.difference(on), openApiOf(there, about)) as Json;
      made = { of: on, text: JSON.stringify(description), page: docsPage(description, there, about.title) };
    }
    return made;
  };
  http.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(now().text),
  );
  http.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(now().page),
  );
}

/**
 * The description without these names where a caller would send them: what is switched off cannot be chosen. Answers
 * keep the names, because what a client has there stays.
 */
function without(off: ReadonlySet<string>, part: unknown, isAsked = false): unknown {
  if (off.size === 0 || typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => without(off, each, isAsked));
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) =>
      isAsked && key === 'enum' && Array.isArray(value)
        ? [key, value.filter((each) => !off.has(String(each)))]
        : [key, without(off, value, isAsked || key === 'parameters' || key === 'requestBody')],
    ),
  );
}

type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
};

export function docsPage(description: Json, endpoints: readonly Endpoint[], title: string): string {
  const paths = description['paths'] as Record<string, Record<string, Operation>>;
  const entry = (endpoint: Endpoint) =>
    entryOf(endpoint, paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!);
  const groups = Object.keys(whoMay) as (keyof typeof whoMay)[];
  const sections = groups.map((audience) => {
    const own = endpoints
      .filter((endpoint) => audienceOf(endpoint.access) === audience)
      .toSorted((a, b) => a.path.localeCompare(b.path));
    const heading =
      audience === 'public' ? 'Open to anybody' : `For ${whoMay[audience].toLowerCase().replace('.', '')}`;
    return `<section><h2 id="${audience.replace(' ', '-')}">${heading}</h2>${own.map(entry).join('')}</section>`;
  });
  const shapes = (description['components'] as { schemas: Record<string, Json> }).schemas;
  const named = Object.entries(shapes).map(
    ([name, schema]) => `<h3 id="${name}">${name}</h3><pre>${typed(schema, '')}</pre>`,
  );
  const links = [...groups, 'shapes'].map((name) => `<a href="#${name.replace(' ', '-')}">${name}</a>`).join(' ');
  const words = marked(
    `${foreword} Any call may also be refused with ${sharedRefusals.map((code) => `\`${code}\``).join(', ')}.`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API of ${escaped(title)}</title><style>${style}</style></head><body><main><h1>API of ${escaped(title)}</h1><p>${words}</p><p>A program reads <a href="/openapi.json">/openapi.json</a>.</p><nav>${links}</nav>${sections.join('')}<section><h2 id="shapes">Shapes</h2>${named.join('')}</section></main></body></html>`;
}

function entryOf(endpoint: Endpoint, { parameters, requestBody, responses }: Operation): string {
  const asked = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${name}${required ? '' : '?'}: ${typed(schema, '')}</code>${place === 'query' ? '' : ` (${place})`}</li>`,
  );
  const bodies = Object.entries(requestBody?.content ?? {});
  const [first] = bodies;
  const body = first
    ? `<h4>Body: ${bodies.map(([media]) => escaped(media)).join(' or ')}</h4><pre>${typed(first[1].schema, '')}</pre>`
    : '';
  const example =
    endpoint.example === undefined
      ? ''
      : `<h4>Example</h4><pre>${escaped(JSON.stringify(endpoint.example, null, 1))}</pre>`;
  const answers = Object.entries(responses['200']?.content ?? {});
  const answer = endpoint.output
    ? `<h4>Answer</h4><pre>${typed(answers[0]![1].schema, '')}</pre>`
    : `<p>Answers ${answers.map(([media]) => escaped(media)).join(' or ')}.</p>`;
  const refused = Object.keys(responses).filter((status) => status >= '400');
  const refusals = `<p>Refused with ${refused.join(', ')}${endpoint.refusals?.length ? `; of its own: ${endpoint.refusals.map((code) => `<code>${escaped(code)}</code>`).join(', ')}` : ''}.</p>`;
  return `<details><summary><b>${endpoint.method}</b> <code>${escaped(endpoint.path)}</code> <span>${escaped(endpoint.summary)}</span></summary>${asked.length > 0 ? `<h4>Asked with</h4><ul>${asked.join('')}</ul>` : ''}${body}${example}${answer}${refusals}</details>`;
}

/** A schema in a short form for people: `{ name: text, amounts?: number[] }`. */
function typed(schema: Json, indent: string): string {
  const { $ref, anyOf, type, properties, items, required = [], description, format } = schema as Record<string, never>;
  const allowed = schema['const'] === undefined ? (schema['enum'] as unknown[] | undefined) : [schema['const']];
  if ($ref !== undefined) return linked(String($ref).split('/').at(-1)!);
  if (allowed) return escaped(allowed.map((value) => JSON.stringify(value)).join(' | '));
  if (anyOf !== undefined) return (anyOf as Json[]).map((each) => typed(each, indent)).join(' | ') + said(description);
  if (items !== undefined) return listOf(items, typed(items, indent));
  if (properties !== undefined) {
    const deeper = `${indent}  `;
    const fields = Object.entries(properties as Record<string, Json>).map(
      ([name, each]) =>
        `${deeper}${escaped(name)}${(required as string[]).includes(name) ? '' : '?'}: ${typed(each, deeper)}`,
    );
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  const plain = type === undefined ? 'anything' : [type].flat().join(' | ');
  return (format === undefined ? plain : `${plain} (${String(format)})`) + said(description);
}

/** The type of a list. Alternatives need brackets: `("a" | "b")[]`. */
function listOf({ anyOf, enum: allowed, type }: Json, each: string): string {
  return anyOf !== undefined || allowed !== undefined || Array.isArray(type) ? `(${each})[]` : `${each}[]`;
}

function linked(name: string): string {
  return `<a href="#${name}">${name}</a>`;
}

function said(description: unknown): string {
  return typeof description === 'string' ? ` <i>${escaped(description)}</i>` : '';
}

const style =
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:2rem 1rem}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:6px;font-size:.8rem}i{opacity:.75}details{border-bottom:1px solid #8884;padding:.5rem 0}summary{cursor:pointer;min-height:1.75rem}summary span{opacity:.85}nav a{margin-right:1rem}h4{margin:.75rem 0 .25rem}ul{margin:.25rem 0}code{overflow-wrap:anywhere}';

function marked(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
