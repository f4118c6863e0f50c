/** What a client is told when a request was decided: one sentence for the bell and the subject of the mail. */
import { usd, type Cents } from '#kernel/money.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Platform } from './requests.ts';

type Told = {
  readonly kind: KindName;
  readonly platform: Platform | null;
  readonly state: State;
  readonly applyId: string;
  readonly amountCents: Cents;
  readonly totalCents: Cents;
  readonly receivedCents: Cents | null;
  readonly adsId: string | null;
};

const nouns: Record<KindName, (request: Told) => string> = {
  topup: ({ amountCents, receivedCents }) => `top-up of ${usd(receivedCents ?? amountCents)}`,
  application: ({ platform }) => `application for ${platform} ad accounts`,
  deposit: ({ platform, amountCents }) => `deposit of ${usd(amountCents)} into your ${platform} ad account`,
  refund: ({ platform, amountCents }) => `refund of ${usd(amountCents)} from your ${platform} ad account`,
  withdrawal: ({ amountCents }) => `withdrawal of ${usd(amountCents)}`,
  penalty: ({ amountCents }) => `penalty of ${usd(amountCents)}`,
  goodwill: ({ amountCents }) => `goodwill credit of ${usd(amountCents)}`,
};

const verbs: Partial<Record<State, string>> = {
  Approved: 'was approved',
  Rejected: 'was rejected',
  Reversed: 'was reversed',
};

/** `Your deposit of $50.00 into your Google ad account was approved (DP-7K3Q-X2MF).` */
export function decisionSentence(request: Told): string {
  const noun = nouns[request.kind](request);
  const own = request.kind === 'penalty' || request.kind === 'goodwill';
  if (own && request.state === 'Approved') return `A ${noun} was posted to your wallet (${request.applyId}).`;
  return `Your ${noun} ${verbs[request.state] ?? 'was changed'} (${request.applyId}).`;
}

/** What the mail brings besides: the Ads IDs that an order was waiting for. */
export function broughtBy({ kind, state, adsId }: Told): string[] {
  return kind === 'application' && state === 'Approved' && adsId !== null ? [`Ads ID: ${adsId}`] : [];
}

/** Where the client area shows this request and nothing else, opened where it can be opened. */
export function placeOf(request: Pick<Told, 'kind' | 'platform' | 'applyId'>): string {
  const page = pageOf(request);
  return page === statement ? page : `${page}?q=${request.applyId}&open=true`;
}

const statement = '/kimi/wallet/statement';

/** The list of the client area that has this kind of request. */
function pageOf({ kind, platform }: Pick<Told, 'kind' | 'platform'>): string {
  const area = platform?.toLowerCase() ?? '';
  const deposits = {
    google: '/google/finance/googleads-depositerecord',
    bing: '/bing/finance/bingadsdepositrecode',
    facebook: '/facebook/finance/metaadsdepositrecord',
  };
  switch (kind) {
    case 'topup':
      return '/kimi/wallet/addmoney-table';
    case 'application':
      return `/${area}/accountManage/accountList`;
    case 'deposit':
      return deposits[area as keyof typeof deposits] ?? '/dashboard';
    case 'refund':
      return area === 'bing' ? '/bing/aftersale/bingrefund' : `/${area}/aftersale/refund`;
    case 'withdrawal':
      return '/kimi/wallet/withdraw';
    default:
      return statement;
  }
}
