/** What a client calls an ad account, beside its platform and Ads ID. */
import { nameOrEmpty } from '#kernel/fields.ts';

export const mostNickname = 80;
export const nickname = nameOrEmpty(mostNickname);
