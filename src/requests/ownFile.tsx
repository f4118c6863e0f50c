/** The file that a client's list of own requests offers, with the same filters as the list. */
import type { KindName } from '#kinds/kinds.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Exporting } from '#ui/Exporting.tsx';
import { exportOwnRequests } from './own.api.ts';

export function ownFile(kind: KindName, adType?: Platform): Exporting {
  return {
    endpoint: exportOwnRequests,
    query: { kind, ...(adType === undefined ? {} : { adType }) },
    fileName: `${[adType?.toLowerCase(), `${kind}s`].filter(Boolean).join('-')}.xlsx`,
  };
}
