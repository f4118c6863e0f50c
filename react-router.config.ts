import type { Config } from '@react-router/dev/config';
import { prerenderedAddresses } from './src/routes.ts';
import { finishBuild } from './scripts/finish-build.ts';

// Every page gets ten seconds of React Router, which it can't be told to change; a busy machine takes longer for the
// first one.
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, 120_000));

// The portal is a browser application behind static pages: nothing is rendered on a request.
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: prerenderedAddresses,
  routeDiscovery: { mode: 'initial' },
  future: { unstable_optimizeDeps: true },
  buildEnd: ({ reactRouterConfig }) => finishBuild(reactRouterConfig.buildDirectory),
} satisfies Config;
