/** Containers know every setting: what stands in deploy/.env reaches the portal, and what does not stands in no way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { advertisingFields } from '#server/advertising.server.ts';
import { readConfig } from '#server/config.server.ts';
import { nodeFields } from '#server/nodes.server.ts';
import { pictureStoreFields } from '#server/picturestore.server.ts';

const root = join(import.meta.dirname, '..');
const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
const portal = compose.slice(compose.indexOf('\n  portal:'), compose.indexOf('\n  proxy:'));
const given = Object.fromEntries(
  [...portal.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [name, value]),
);

/** The names in the portal's own list of settings. */
const source = readFileSync(join(root, 'src/server/config.server.ts'), 'utf8');
const shape = source.slice(source.indexOf('const settings = z.object({'), source.indexOf('\n});'));
const settings = [
  ...[...shape.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name),
  ...[nodeFields, advertisingFields, pictureStoreFields].flatMap(Object.keys),
];

/** These are the image's own (deploy/Dockerfile), and one is for developers. */
const ofTheImage = ['PORT', 'HOST', 'DATA_DIR', 'PORTAL_DEV'];

/** As Compose does it: `${NAME:-default}` and `${NAME:?why}`, also inside of each other. */
function composed(env) {
  const filled = (value) => {
    const inner = value.replaceAll(/\$\{(\w+)(?:(:[-?])([^${}]*))?\}/g, (_, name, how, rest) => {
      if (how === ':?' && !env[name]) throw new Error(rest);
      return env[name] || (how === ':-' ? rest : '');
    });
    return inner === value ? value : filled(inner);
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value)]));
}

const needed = {
  POSTGRES_PASSWORD: 'only-letters',
  PUBLIC_URL: 'https://portal.example',
  SECRET_KEY: 'Y29tcG9zZSBrZXkgb2YgdGhlIHRlc3RzIDAxMjM0NTY3ODk',
};

test('every setting reaches the portal in its container, and no other name does', () => {
  expect(new Set(settings).size).toBeGreaterThan(80);
  expect(Object.keys(given).toSorted()).toEqual(settings.filter((name) => !ofTheImage.includes(name)).toSorted());
  for (const name of Object.keys(given)) expect(composed({ ...needed, [name]: 'mine' })[name], name).toBe('mine');
});

test('what is not set is as if it were not there', () => {
  const { POSTGRES_PASSWORD: _, ...own } = needed;
  const fixed = {
    DATABASE_URL: 'postgresql://portal:only-letters@database/portal',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '4',
  };
  expect(readConfig(composed(needed))).toEqual(readConfig({ ...own, ...fixed }));
});
