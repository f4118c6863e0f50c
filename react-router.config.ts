import type { Config } from '@react-router/dev/config';
import { prerenderedAddresses } from './src/routes.ts';
import { finishBuild } from './scripts/finish-build.ts';

// The portal is a browser application behind static pages: nothing is rendered on a request.
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: prerenderedAddresses,
  routeDiscovery: { mode: 'initial' },
  future: { unstable_optimizeDeps: true },
  buildEnd: ({ reactRouterConfig }) => finishBuild(reactRouterConfig.buildDirectory),
} satisfies Config;
