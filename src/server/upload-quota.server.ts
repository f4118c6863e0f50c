/**
 * A file stays in memory while it is uploaded, which may take half a minute. So all uploads together may use only a
 * fixed part of a node's memory, and one person only a part of that; people who are not signed in count together,
 * network by network.
 */
import type { ServerResponse } from 'node:http';
import { refuse } from '#kernel/refusal.ts';
import { openUsage } from './usage.server.ts';

const mebibyte = 1024 * 1024;
const mostOfAll = 160 * mebibyte;
const mostOfOne = 32 * mebibyte;

export type UploadQuota = {
  /**
   * Reserves `bytes` for an owner until the response ends. Refuses where the quota is used up, before a byte of the
   * file was read.
   */
  reserve(owner: string, bytes: number, response: ServerResponse): void;
};

export function openUploadQuota(): UploadQuota {
  const used = openUsage<string>();
  return {
    reserve(owner, bytes, response) {
      if (used.of(owner) + bytes > mostOfOne) refuse(yourOwn);
      if (used.all() + bytes > mostOfAll) refuse(busy);
      used.add(owner, bytes, response);
    },
  };
}

const yourOwn = {
  code: 'limit.uploads',
  message: 'Please wait until your other files have arrived.',
  status: 429,
  extra: { retryAfter: 5 },
} as const;

const busy = {
  code: 'server.busy',
  message: 'Many files are being sent just now. Please try again in a moment.',
  status: 503,
  extra: { retryAfter: 5 },
} as const;
