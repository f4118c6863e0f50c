/** The calls about connections to platforms: how they go, and asking one at once. */
import * as z from 'zod/mini';
import { operations } from '#kernel/access.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { time } from '#kernel/fields.ts';
import { accountStates } from '#ledger/accountlife.ts';
import { choosePlatform, platforms } from '#platforms/platforms.ts';

const at = z.nullable(time);
const platform = z.enum(platforms, { error: choosePlatform });

export const getConnections = endpoint({
  method: 'GET',
  path: '/kimi/get-connections',
  access: { admin: 'Support' },
  summary:
    'The connections to platforms: when each was asked, what came, what failed, and where a platform and the portal differ.',
  output: z.object({
    message: z.string(),
    /** In the order of the platforms. */
    connections: z.array(
      z.object({
        platform,
        /** What the platform's programming interface is called. */
        service: z.string(),
        on: z.boolean(),
        /** The settings without which it is off. */
        needs: z.array(z.string()),
        /** The node that is at it just now. */
        node: z.nullable(z.string()),
        outcome: z.nullable(z.enum(['done', 'partly', 'failed'])),
        /** Why it failed. */
        why: z.string(),
        startedAt: at,
        endedAt: at,
        /** When all came that was asked for. */
        goodAt: at,
        nextAt: at,
        /** The platform asks us to wait until then. */
        waitsUntil: at,
        /** Of the last run: accounts that were shown, steps that were taken, days and limits that were kept. */
        came: z.object({ accounts: z.number(), steps: z.number(), days: z.number(), left: z.number() }),
        /** Of single accounts, at most 200. */
        faults: z.array(z.object({ adsId: z.string(), message: z.string() })),
        /** Where the platform says something else than the portal, and a person has to look; at most 200. */
        differs: z.array(
          z.object({
            _id: z.string(),
            adsId: z.string(),
            state: z.enum(accountStates),
            word: z.string(),
            why: z.string(),
          }),
        ),
        /** Open accounts of ours that the platform does not show; `goneSince` where it did before. At most 200. */
        hidden: z.array(z.object({ _id: z.string(), adsId: z.string(), state: z.enum(accountStates), goneSince: at })),
        /** Shown by the platform, and no account of ours; at most 200. */
        unknown: z.array(
          z.object({
            adsId: z.string(),
            name: z.string(),
            word: z.string(),
            currency: z.string(),
            timeZone: z.string(),
          }),
        ),
      }),
    ),
  }),
  trips: 5,
});

export const runConnectionNow = endpoint({
  method: 'PUT',
  path: '/kimi/run-connection',
  access: operations,
  summary: 'Asks a platform within seconds instead of within the hour.',
  query: z.object({ platform }),
  output: z.object({ message: z.string(), platform }),
  trips: 5,
  refusals: ['connection.off', 'connection.waits'],
});
