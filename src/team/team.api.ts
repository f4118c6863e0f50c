import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { day, time } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { kindName, platformName } from '#queue/queue.api.ts';

/** Whole days of the agency, both included, at most 92 of them; the last thirty where none is named. */
const span = { from: z.optional(day), to: z.optional(day) };

const pace = z.object({
  _id: z.string(),
  admin: z.string(),
  username: z.string(),
  kind: kindName,
  count: z.number(),
  /** Hours from asking to deciding. */
  median: z.number(),
  p90: z.number(),
  late: z.number(),
});

export const getTeam = endpoint({
  method: 'GET',
  path: '/kimi/get-team',
  access: { admin: 'Admin' },
  summary: 'Who decides what and how fast, by kind and admin, and what whoever takes over has to know.',
  query: z.object(span),
  output: z.object({
    message: z.string(),
    from: z.string(),
    to: z.string(),
    timeZone: z.string(),
    pace: z.array(pace),
    handover: z.object({
      /** What the figures of the last shift count from. */
      since: time,
      asked: z.number(),
      decided: z.number(),
      pending: z.number(),
      late: z.number(),
      oldest: z.nullable(time),
      toPay: z.number(),
      /** What waits for a second admin. */
      second: z.number(),
      queues: z.array(
        z.object({ kind: kindName, adType: z.nullable(platformName), pending: z.number(), late: z.number() }),
      ),
    }),
  }),
  trips: 5,
});

export const exportTeam = endpoint({
  method: 'GET',
  path: '/kimi/export-team',
  access: { admin: 'Admin' },
  leavesTrace: { as: 'read.team' },
  summary: 'Who decided what and how fast, as a spreadsheet.',
  query: z.object(span),
  media: [spreadsheetType],
  trips: 2,
});
