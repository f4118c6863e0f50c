/** What both finders say of a request and of an ad account. */
import * as z from 'zod/mini';
import { money, time } from '#kernel/fields.ts';
import { kindName, platformName } from '#queue/queue.api.ts';

export const foundRequest = {
  applyId: z.string(),
  kind: kindName,
  adType: z.nullable(platformName),
  state: z.string(),
  amount: money,
  totalCost: money,
  createdAt: time,
};

export const foundAccount = {
  _id: z.string(),
  platform: platformName,
  adsId: z.string(),
  nickname: z.string(),
  state: z.string(),
  balance: money,
};
