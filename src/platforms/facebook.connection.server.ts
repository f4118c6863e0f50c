/**
 * Meta's Graph API, as it is documented: the accounts that the token reaches, page by page, each with its state and its
 * spending limit; and the insights of each account by day. The token goes in a header, so that no address holds it, and
 * pages are followed by their cursor, never by an address that an answer names.
 */
import { createHmac } from 'node:crypto';
import type { Meta } from '#server/advertising.server.ts';
import { hostOf, type Reply } from '#server/outward.server.ts';
import * as z from 'zod/mini';
import { dayPattern } from '#kernel/days.ts';
import {
  AccountFault,
  askPlatform,
  eachAccount,
  eachUnderstood,
  insistOnOne,
  judgeStatus,
  microsIn,
  PlatformBroken,
  todayIn,
  understood,
  type Connection,
  type HeardAccount,
  type Tools,
} from './connection.server.ts';
import { ofOneAccount, wholeList, type Most } from './wholelist.server.ts';

/** Amounts of an account are texts in the smallest unit of its currency. */
const minor = z.string().check(z.regex(/^-?\d{1,30}$/));
const named = z.object({ account_id: z.string().check(z.regex(/^\d{1,30}$/)) });
const adAccount = z.extend(named, {
  name: z.optional(z.string()),
  account_status: z.number(),
  disable_reason: z.optional(z.number()),
  currency: z.string(),
  timezone_name: z.optional(z.string()),
  amount_spent: z.optional(minor),
  spend_cap: z.optional(minor),
});
type AdAccount = z.output<typeof adAccount>;
const insight = z.object({
  account_id: z.string(),
  account_currency: z.string(),
  spend: z.string(),
  date_start: z.string().check(z.regex(dayPattern)),
  date_stop: z.string(),
});
const page = z.object({
  data: z.array(z.unknown()),
  paging: z.optional(
    z.object({ cursors: z.optional(z.object({ after: z.optional(z.string()) })), next: z.optional(z.string()) }),
  ),
});
const failure = z.object({
  error: z.object({
    code: z.optional(z.number()),
    error_subcode: z.optional(z.number()),
    type: z.optional(z.string()),
  }),
});

/** `account_status` as the documentation names it. */
const statuses: Readonly<Record<number, string>> = {
  1: 'ACTIVE',
  2: 'DISABLED',
  3: 'UNSETTLED',
  7: 'PENDING_RISK_REVIEW',
  8: 'PENDING_SETTLEMENT',
  9: 'IN_GRACE_PERIOD',
  100: 'PENDING_CLOSURE',
  101: 'CLOSED',
  201: 'ANY_ACTIVE',
  202: 'ANY_CLOSED',
};
const reasons = [
  '',
  'ADS_INTEGRITY_POLICY',
  'ADS_IP_REVIEW',
  'RISK_PAYMENT',
  'GRAY_ACCOUNT_SHUT_DOWN',
  'ADS_AFC_REVIEW',
  'BUSINESS_INTEGRITY_RAR',
  'PERMANENT_CLOSE',
  'UNUSED_RESELLER_ACCOUNT',
  'UNUSED_ACCOUNT',
  'UMBRELLA_AD_ACCOUNT',
  'BUSINESS_MANAGER_INTEGRITY_POLICY',
  'MISREPRESENTED_AD_ACCOUNT',
  'AOAB_DESHARE_LEGAL_ENTITY',
  'CTX_THREAD_REVIEW',
  'COMPROMISED_AD_ACCOUNT',
];

/** Of the app, the user and the business: too many calls. */
const tooOften = new Set([4, 17, 32, 613, 80_000, 80_003, 80_004]);
const perPage = 200;

export function metaConnection(settings: Meta, tools: Tools): Connection {
  const listed = new Map<string, AdAccount>();
  const all = listing(settings, tools);
  return {
    async states() {
      const fields = 'account_id,name,account_status,disable_reason,currency,timezone_name,amount_spent,spend_cap';
      const rows = await all('me/adaccounts', { fields }, z.unknown());
      const { of, faults } = eachUnderstood(adAccount, rows, (row) => named.safeParse(row).data?.account_id);
      for (const each of of) listed.set(each.account_id, each);
      return { of: [...listed.values()].map(asHeard), faults };
    },
    async spend(accounts, from, to) {
      // Where midnight passes meanwhile, the next run asks about the new day.
      const now = await tools.now();
      return eachAccount(accounts, tools.stop, async ({ adsId, id, timeZone, currency }) => {
        const today = todayIn(timeZone, now);
        const rows = await all(
          `act_${id}/insights`,
          {
            level: 'account',
            time_increment: '1',
            time_range: JSON.stringify({ since: from, until: to < today ? to : today }),
            fields: 'account_id,account_currency,spend,date_start,date_stop',
          },
          insight,
          ofOneAccount,
        );
        const days = new Map<string, bigint>();
        const said = rows[0]?.account_currency ?? currency;
        for (const { account_id, account_currency, date_start: day, date_stop: last, spend } of rows) {
          insistOnOne({ id, currency: said }, { id: account_id, currency: account_currency });
          const micros = microsIn(spend);
          if (micros === undefined || last !== day || days.has(day))
            throw new AccountFault(`What the platform says of ${day} can't be read in one way.`);
          days.set(day, micros);
        }
        return { adsId, currency: said, days, incompleteFrom: undefined };
      });
    },
    remaining: (accounts) =>
      eachAccount(accounts, tools.stop, async ({ adsId, id, currency }) => {
        const { spend_cap: cap, amount_spent: spent } = listed.get(id) ?? {};
        // No limit is 0. What is due (`balance`) is not what is left, and is not asked for.
        if (cap === undefined || cap === '0' || spent === undefined) return undefined;
        return { adsId, currency, micros: (BigInt(cap) - BigInt(spent)) * 10_000n };
      }),
  };
}

type Listing = <T>(path: string, query: Record<string, string>, row: z.ZodMiniType<T>, most?: Most) => Promise<T[]>;

/** All rows, or none: a page that is missing makes the question fail. */
function listing(settings: Meta, tools: Tools): Listing {
  return (path, query, row, most) =>
    wholeList(async (after) => {
      const sent = { ...query, ...(after === undefined ? {} : { after }) };
      const { data, paging } = understood(page, await ask(settings, tools, path, sent));
      const rows = data.map((each) => understood(row, each));
      if (paging?.next === undefined) return { rows, next: undefined };
      const next = paging.cursors?.after;
      // It says that there is more and not where.
      if (next === undefined) throw new (most?.Fault ?? PlatformBroken)('The platform broke off its list.');
      return { rows, next };
    }, most);
}

function ask(settings: Meta, tools: Tools, path: string, query: Record<string, string>): Promise<unknown> {
  const { accessToken, appSecret, url, version } = settings;
  const proof = appSecret && createHmac('sha256', appSecret).update(accessToken).digest('hex');
  const sent = new URLSearchParams({ ...query, limit: String(perPage), ...(proof ? { appsecret_proof: proof } : {}) });
  return askPlatform(
    tools,
    { url: `${url}/${version}/${path}?${sent.toString()}`, headers: { authorization: `Bearer ${accessToken}` } },
    (reply, why) => judge(hostOf(url), reply, why),
  );
}

function asHeard(each: AdAccount): HeardAccount {
  const why = each.disable_reason ?? 0;
  return {
    adsId: each.account_id,
    id: each.account_id,
    name: each.name ?? '',
    word: statuses[each.account_status] ?? String(each.account_status),
    reason: reasons[why] ?? String(why),
    currency: each.currency,
    timeZone: each.timezone_name ?? '',
  };
}

function judge(host: string, reply: Reply, why: unknown): never {
  const { code, error_subcode: subcode } = failure.safeParse(why).data?.error ?? {};
  if (code !== undefined && tooOften.has(code))
    throw new PlatformBroken(`${host} was asked too often and wants to be left alone for a while.`, reply.retryAt);
  if (code === 190 || code === 102)
    throw new PlatformBroken(
      'The access token has expired or was withdrawn. Make a new one and put it into the settings.',
    );
  // Of 100, any parameter that is not understood, this says that the account is not there.
  if (code === 10 || (code === 100 && subcode === 33) || code === 200 || code === 803)
    throw new AccountFault('The platform no longer lets us see this account.');
  judgeStatus(host, reply);
  throw new PlatformBroken(
    `${host} refused the question (${code === undefined ? `status ${reply.status}` : `code ${code}`}).`,
  );
}
