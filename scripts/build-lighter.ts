/** Takes out of packages what nobody uses, and what the bundler keeps as it can't know that. */
import type { Plugin } from 'vite';

/** Mantine gives each field a second id in its first moment, and so draws all fields of a page twice. */
const oneId = `import { useId as idOf } from 'react';
export function useId(given) {
  const own = idOf();
  return typeof given === 'string' ? given : own;
}`;

/** Parts that React Router has for other ways to route, and the names that parts have for React's tools. */
export const lighter: Plugin = {
  name: 'lighter',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/(react-router|@mantine\/core|@mantine\/hooks\/esm\/use-id)\// },
    handler: (code, id) => ({
      code: (id.includes('use-id') ? oneId : code)
        .replaceAll(/^(const \w+ = )(?=React\$1\.(memo|createContext)\()/gm, '$1/* @__PURE__ */ ')
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, ''),
      map: null,
    }),
  },
};
