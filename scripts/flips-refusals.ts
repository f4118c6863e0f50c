/** The refusals that endpoints declare: taken out of the declaration, and no longer answered. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { handlers } from '#endpoints.server.ts';
import { read, root, type Flip, type Test } from './flip-words.ts';

/** Each refusal that an endpoint declares: no longer declared, and no longer answered. */
export function refusalFlips(): Flip[] {
  return handlers.flatMap(({ endpoint: { method, path, refusals = [] } }) =>
    refusals.flatMap((code): Flip[] => {
      const refusal = `${method} ${path} ${code}`;
      return [
        {
          group: 'refusals',
          refusal,
          what: `${refusal} is not declared`,
          file: declaredIn,
          sign: `${method} ${path} answers ${code},`,
          change: redeclare(
            method,
            path,
            `refusals: declaration.refusals.filter((other) => other !== ${JSON.stringify(code)})`,
          ),
          tests: testsNaming(path, code),
        },
        {
          group: 'refusals',
          what: `${refusal} is never answered`,
          file: 'src/server/mount.server.ts',
          refusal,
          change: unanswered(method, path, code),
          tests: testsNaming(path, code),
        },
      ];
    }),
  );
}

/** The declaration is changed inside of `endpoint()`, so that it does not matter how an endpoint is written. */
export const declaredIn = 'src/kernel/endpoint.ts';
export function redeclare(method: string, path: string, change: string): Flip['change'] {
  const [from] = /\n {2}return declaration;\n/.exec(read(declaredIn))!;
  const is = `declaration.method === ${JSON.stringify(method)} && declaration.path === ${JSON.stringify(path)}`;
  // Several flips may change this place in one run: each puts its line right before this `return`.
  return (source) => source.replace(from, `\n  if (${is}) declaration = { ...declaration, ${change} };${from}`);
}

function unanswered(method: string, path: string, code: string): Flip['change'] {
  const is = [
    'error instanceof Refused',
    `endpoint.method === ${JSON.stringify(method)} && endpoint.path === ${JSON.stringify(path)}`,
    `error.refusal.code === ${JSON.stringify(code)}`,
  ].join(' && ');
  return (source) => {
    const at = source.indexOf('} catch (error) {\n', source.indexOf('async function answer('));
    if (at < 0) throw new Error('Where calls are answered, nothing is caught any more.');
    const behind = at + '} catch (error) {\n'.length;
    return `${source.slice(0, behind)}    if (${is}) throw new Error('This was not refused.');\n${source.slice(behind)}`;
  };
}

/** All tests that call a portal over HTTP, without the random ones, which get other refusals each time. */
const portalTests = (readdirSync(join(root, 'src'), { recursive: true }) as string[])
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ file: `src/${name}`, text: read(`src/${name}`) }))
  .filter(({ file, text }) => text.includes('testPortal(') && !file.includes('/model.'));

/** Tests that name both the call and the refusal, then those that name the refusal, then those that name the call. */
function testsNaming(path: string, code: string): Test[] {
  const call = path.replace(/^\/kimi/, '').replace(/:\w+/, '');
  const score = ({ text }: { text: string }) => (text.includes(code) ? 2 : 0) + (text.includes(call) ? 1 : 0);
  return portalTests
    .filter((test) => score(test) > 0)
    .toSorted((a, b) => score(b) - score(a))
    .map(({ file }) => ({ file }));
}

export const portalFiles: readonly Test[] = portalTests.map(({ file }) => ({ file }));
