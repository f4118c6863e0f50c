import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { day, money } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';

const sum = z.object({ count: z.number(), amount: money });

const query = z.object({ day: z.optional(day) });

export const getTransfersDay = endpoint({
  method: 'GET',
  path: '/kimi/get-transfers-day',
  access: { admin: 'Finance' },
  summary:
    "A day of the agency's time zone, chain against book, for each network: what the chain saw come and go, whose it is, and what was decided that day.",
  query,
  output: z.object({
    message: z.string(),
    day: z.string(),
    timeZone: z.string(),
    networks: z.array(
      z.object({
        network: z.string(),
        arrived: sum,
        /** Of what arrived: counted for an approved top-up, named by one that waits, named by none. */
        credited: sum,
        waiting: sum,
        nobodys: sum,
        left: sum,
        /** Of what left: for a withdrawal, and for none. */
        paid: sum,
        unknown: sum,
        /** Top-ups and withdrawals that were approved on this day, and how many of them no transfer stands behind. */
        bookIn: sum,
        bookInUnseen: sum,
        bookOut: sum,
        bookOutUnseen: sum,
      }),
    ),
  }),
  trips: 4,
});

export const exportTransfersDay = endpoint({
  method: 'GET',
  path: '/kimi/export-transfers-day',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.transfers' },
  summary: 'The same as a spreadsheet.',
  query,
  media: [spreadsheetType],
  trips: 6,
});
