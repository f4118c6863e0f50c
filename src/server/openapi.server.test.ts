/**
 * The description is true: it names every call and its errors, its examples are accepted, and the check on answers can
 * fail.
 */
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { handlers } from '#endpoints.server.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { money, time } from '#kernel/fields.ts';
import { refusalOfInput } from '#kernel/validate.ts';
import { docsPage } from './docs.server.ts';
import { openApiOf } from './openapi.server.ts';
import { checkerOf, type Answer } from './openapi.testing.server.ts';

const about = { title: 'API', url: 'https://portal.example' };
const endpoints = handlers.map((handler) => ({
  name: `${handler.endpoint.method} ${handler.endpoint.path}`,
  endpoint: handler.endpoint,
}));

describe('the check on answers', () => {
  const getThing = endpoint({
    method: 'GET',
    path: '/kimi/get-thing',
    access: { client: 'Viewer' },
    summary: 'A thing.',
    output: z.object({ message: z.string(), thing: z.nullable(z.object({ price: money, at: time })) }),
    trips: 1,
    refusals: ['thing.gone'],
  });
  const fault = checkerOf(openApiOf([getThing], about));
  const right: Answer = {
    method: 'GET',
    path: '/get-thing',
    status: 200,
    media: 'application/json',
    body: { message: 'Here.', thing: { price: 1.5, at: '2026-11-21T04:00:00.000Z' } },
  };
  const refused = (status: number, body: object) => ({ ...right, status, body });

  test('lets pass what is described, at both paths', () => {
    expect(fault(right)).toBeUndefined();
    expect(fault({ ...right, path: '/kimi/get-thing', body: { message: 'None.', thing: null } })).toBeUndefined();
    expect(fault(refused(401, { message: 'Please log in.', code: 'auth.required' }))).toBeUndefined();
    expect(fault(refused(400, { message: 'Gone.', code: 'thing.gone', field: 'id' }))).toBeUndefined();
  });

  const wrong: [string, Partial<Answer>, RegExp][] = [
    ['a missing field', { body: { thing: null } }, /must have required property 'message'/],
    [
      'a price as text',
      { body: { message: 'Here.', thing: { price: '1.50', at: '2026-11-21T04:00:00.000Z' } } },
      /price must be number/,
    ],
    [
      'a time in another form',
      { body: { message: 'Here.', thing: { price: 1, at: '21.11.2026' } } },
      /must match format "date-time"/,
    ],
    [
      'a status that is not described',
      { status: 410, body: { message: 'Gone.', code: 'thing.gone' } },
      /status is not described/,
    ],
    [
      'a code that is not described',
      { status: 400, body: { message: 'No.', code: 'thing.broken' } },
      /thing.broken is not described/,
    ],
    ['a refusal without words', { status: 400, body: { code: 'thing.gone' } }, /required property 'message'/],
    [
      'a refusal that tells more',
      { status: 400, body: { message: 'No.', code: 'thing.gone', sql: 'select' } },
      /additional properties/,
    ],
    ['another media type', { media: 'text/html' }, /text\/html is not described/],
  ];
  test.each(wrong)('finds %s', (_name, part, said) => {
    expect(fault({ ...right, ...part })).toMatch(said);
  });
});

const description = openApiOf(
  endpoints.map((each) => each.endpoint),
  about,
) as {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { responses: Record<string, Refused> };
};
type Refused = { content: { 'application/json': { example: { code: string } } } };

test('whatever the description refers to is there, and nothing has the name of another', () => {
  const text = JSON.stringify(description);
  const lost = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].filter(
    ([, path]) =>
      path!
        .split('/')
        .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], description) ===
      undefined,
  );
  expect(lost).toEqual([]);
  const names = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('the refusals shown look as refusals do', () => {
  const refusals = ['not_found', 'wallet.insufficient', 'idempotency.key_reused', 'topup.already_decided'];
  const payThing = endpoint({
    method: 'POST',
    path: '/pay-thing',
    access: { client: 'Viewer' },
    summary: 'Refused in every way.',
    trips: 1,
    refusals,
  });
  const fault = checkerOf(openApiOf([payThing], about));
  const shown = Object.entries(description.components.responses);
  expect(shown.length).toBeGreaterThan(10);
  for (const [name, { content }] of shown) {
    const body = content['application/json'].example;
    expect(
      fault({
        method: 'POST',
        path: '/pay-thing',
        status: Number(name.replace('Refused', '')),
        media: 'application/json',
        body,
      }),
    ).toBeUndefined();
  }
});

test('the page for people names every call, and is light', () => {
  const all = endpoints.map((each) => each.endpoint);
  const page = docsPage(openApiOf(all, about), all, about.title);
  for (const { endpoint: each } of endpoints) expect(page).toContain(`<code>${each.path}</code>`);
  expect(page.length).toBeLessThan(220_000);
  expect(page, 'a list of several choices').toMatch(/platform\?: \(&quot;Facebook&quot; .*\)\[\]/);
});

test('every call is described once, at its printed path', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(endpoints.map(({ name }) => name.replaceAll(/:(\w+)/g, '{$1}')).toSorted());
});

test.each(endpoints)('the example of $name is complete and accepted', ({ endpoint: { body, query, example } }) => {
  // What a query must have is an id or a choice, which the description names. Everything else needs an example.
  const [schema, given] = body ? [body, example ?? {}] : [query, example];
  expect(schema && given !== undefined ? refusalOfInput(schema, given) : undefined).toBeUndefined();
});
