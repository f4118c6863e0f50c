/** The platforms that can be asked by themselves, each with what its connection is called and needs. */
import { credentials, type Advertising } from '#server/advertising.server.ts';
import { microsoftConnection } from './bing.connection.server.ts';
import type { Connection, Tools } from './connection.server.ts';
import { metaConnection } from './facebook.connection.server.ts';
import { googleConnection } from './google.connection.server.ts';
import type { Platform } from './platforms.ts';

export type ConnectionSpec = {
  readonly platform: Platform;
  /** Where its settings stand. */
  readonly key: keyof Advertising;
  /** What the platform's programming interface is called. */
  readonly service: string;
  /** Without these settings it is off. */
  readonly needs: readonly string[];
  /** Undefined where the settings lack its credentials. */
  readonly open: (settings: Advertising, tools: Tools) => Connection | undefined;
};

export const connectionSpecs: readonly ConnectionSpec[] = [
  {
    platform: 'Google',
    key: 'google',
    service: 'Google Ads',
    needs: credentials.google,
    open: ({ google }, tools) => google && googleConnection(google, tools),
  },
  {
    platform: 'Bing',
    key: 'microsoft',
    service: 'Microsoft Advertising',
    needs: credentials.microsoft,
    open: ({ microsoft }, tools) => microsoft && microsoftConnection(microsoft, tools),
  },
  {
    platform: 'Facebook',
    key: 'meta',
    service: 'Meta',
    needs: credentials.meta,
    open: ({ meta }, tools) => meta && metaConnection(meta, tools),
  },
];

/** Whether the settings have what this connection needs. */
export function isOn({ key }: ConnectionSpec, settings: Advertising): boolean {
  return settings[key] !== undefined;
}
