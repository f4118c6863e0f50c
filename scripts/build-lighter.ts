/** Takes out of packages what nobody uses, and what the bundler keeps as it can't know that. */
import type { Plugin } from 'vite';

/** Parts that React Router has for other ways to route, and the names that parts have for React's tools. */
export const lighter: Plugin = {
  name: 'lighter',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/(react-router|@mantine\/core)\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^(const \w+ = )(?=React\$1\.(memo|createContext)\()/gm, '$1/* @__PURE__ */ ')
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, ''),
      map: null,
    }),
  },
};
