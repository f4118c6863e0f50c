import type { Config } from '@react-router/dev/config';
import { finishBuild } from './scripts/finish-build.ts';

// The portal is a browser application in one document; the public pages beside it are drawn by the server.
export default {
  appDirectory: 'src',
  ssr: false,
  routeDiscovery: { mode: 'initial' },
  future: { unstable_optimizeDeps: true },
  buildEnd: ({ reactRouterConfig }) => finishBuild(reactRouterConfig.buildDirectory),
} satisfies Config;
