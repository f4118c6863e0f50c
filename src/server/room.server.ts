/**
 * A file that is being sent lies in memory until it was read, and its sender may take half a minute over it. So a node
 * has room for only so much of what is on its way, and one person, or one network of strangers, for a part of that.
 */
import type { ServerResponse } from 'node:http';
import { refuse } from '#kernel/refusal.ts';
import { openTally } from './tally.server.ts';

const mebibyte = 1024 * 1024;
const wholeRoom = 160 * mebibyte;
const roomOfOne = 32 * mebibyte;

export type Room = {
  /**
   * Keeps `bytes` for `whose` until the response ends. Refuses where there is no room, before a byte of the file was
   * read.
   */
  take(whose: string, bytes: number, response: ServerResponse): void;
};

export function openRoom(): Room {
  const taken = openTally<string>();
  return {
    take(whose, bytes, response) {
      if (taken.of(whose) + bytes > roomOfOne) refuse(yourOwn);
      if (taken.all() + bytes > wholeRoom) refuse(busy);
      taken.take(whose, bytes, response);
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
