/**
 * Google Ads, as its REST interface is documented: GAQL questions to `googleAds:search`, page by page. The manager
 * account lists the accounts below it; spend and budgets are asked of each account.
 */
import type { GoogleAds } from '#server/advertising.server.ts';
import { hostOf, momentIn, type Reply } from '#server/outward.server.ts';
import * as z from 'zod/mini';
import { dayPattern } from '#kernel/days.ts';
import {
  AccountFault,
  clockIn,
  askPlatform,
  eachAccount,
  eachUnderstood,
  insistOnOne,
  judgeStatus,
  PlatformBroken,
  todayIn,
  understood,
  type Connection,
  type HeardAccount,
  type Tools,
} from './connection.server.ts';
import { signIn } from './signin.server.ts';
import { ofOneAccount, wholeList, type Most } from './wholelist.server.ts';

const page = z.object({ results: z.optional(z.array(z.unknown())), nextPageToken: z.optional(z.string()) });
/** An absurd amount is a fault of its row and no answer that can't be read. */
const micros = z.string().check(z.regex(/^-?\d{1,30}$/));
const named = z.object({ id: z.string().check(z.regex(/^\d{1,30}$/)) });
const client = z.object({
  customerClient: z.extend(named, {
    status: z.string(),
    manager: z.optional(z.boolean()),
    descriptiveName: z.optional(z.string()),
    currencyCode: z.optional(z.string()),
    timeZone: z.optional(z.string()),
  }),
});
const cost = z.object({
  customer: z.object({ id: z.string(), currencyCode: z.string() }),
  segments: z.object({ date: z.string().check(z.regex(dayPattern)) }),
  metrics: z.object({ costMicros: z.optional(micros) }),
});
const budget = z.object({
  accountBudget: z.object({
    adjustedSpendingLimitMicros: z.optional(micros),
    adjustedSpendingLimitType: z.optional(z.string()),
    amountServedMicros: z.optional(micros),
    approvedStartDateTime: z.optional(z.string()),
    approvedEndDateTime: z.optional(z.string()),
  }),
});
/** Of a failure: which of the documented codes, and how long to wait. */
const failure = z.object({
  error: z.object({
    status: z.optional(z.string()),
    details: z.optional(
      z.array(
        z.object({
          errors: z.optional(
            z.array(
              z.object({
                errorCode: z.optional(z.record(z.string(), z.string())),
                details: z.optional(
                  z.object({ quotaErrorDetails: z.optional(z.object({ retryDelay: z.optional(z.string()) })) }),
                ),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
});

/** The account itself is meant by these, not the credentials. */
const ofAccount: Readonly<Record<string, string>> = {
  CUSTOMER_NOT_ENABLED: 'The platform says that this account is not enabled, so that its figures can’t be read.',
  CUSTOMER_NOT_FOUND: 'The platform no longer knows this account.',
  USER_PERMISSION_DENIED: 'The manager account may no longer see this account.',
};

export function googleConnection(settings: GoogleAds, tools: Tools): Connection {
  const search = searching(settings, tools);
  return {
    async states() {
      const rows = await search(
        settings.loginCustomerId,
        'SELECT customer_client.id, customer_client.status, customer_client.manager, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone FROM customer_client',
        z.unknown(),
      );
      const { of, faults } = eachUnderstood(client, rows, (row) => {
        const id = z.object({ customerClient: named }).safeParse(row).data?.customerClient.id;
        return id && adsIdOf(id);
      });
      return { of: of.flatMap(({ customerClient: each }) => (each.manager === true ? [] : [asHeard(each)])), faults };
    },
    async spend(accounts, from, to) {
      // Where midnight passes meanwhile, the next run asks about the new day.
      const now = await tools.now();
      return eachAccount(accounts, tools.stop, async ({ adsId, id, timeZone, currency }) => {
        const today = todayIn(timeZone, now);
        const rows = await search(
          id,
          `SELECT customer.id, customer.currency_code, segments.date, metrics.cost_micros FROM customer WHERE segments.date BETWEEN '${from}' AND '${to < today ? to : today}'`,
          cost,
          ofOneAccount,
        );
        const days = new Map<string, bigint>();
        const said = rows[0]?.customer.currencyCode ?? currency;
        for (const { customer, segments, metrics } of rows) {
          insistOnOne({ id, currency: said }, { id: customer.id, currency: customer.currencyCode });
          if (days.has(segments.date)) throw new AccountFault(`The platform named ${segments.date} twice.`);
          days.set(segments.date, BigInt(metrics.costMicros ?? '0'));
        }
        return { adsId, currency: said, days, incompleteFrom: undefined };
      });
    },
    async remaining(accounts) {
      const moment = await tools.now();
      return eachAccount(accounts, tools.stop, async ({ adsId, id, currency, timeZone }) => {
        const rows = await search(
          id,
          `SELECT account_budget.status, account_budget.adjusted_spending_limit_micros, account_budget.adjusted_spending_limit_type, account_budget.amount_served_micros, account_budget.approved_start_date_time, account_budget.approved_end_date_time FROM account_budget WHERE account_budget.status = 'APPROVED'`,
          budget,
          ofOneAccount,
        );
        // One that has ended stays approved.
        const clock = clockIn(timeZone, moment);
        const running = rows.filter(
          ({ accountBudget: { approvedStartDateTime: from, approvedEndDateTime: to } }) =>
            (from ?? clock) <= clock && (to ?? `${clock}+`) > clock,
        );
        const left = running.map(({ accountBudget: each }) => ({
          limit: each.adjustedSpendingLimitType === 'INFINITE' ? undefined : each.adjustedSpendingLimitMicros,
          served: BigInt(each.amountServedMicros ?? '0'),
        }));
        // Without a budget, or with one that has no limit, nothing is left or spent up.
        if (left.length === 0 || left.some(({ limit }) => limit === undefined)) return undefined;
        return { adsId, currency, micros: left.reduce((sum, { limit, served }) => sum + BigInt(limit!) - served, 0n) };
      });
    },
  };
}

function adsIdOf(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

function asHeard({ id, descriptiveName, status, currencyCode, timeZone }: z.output<typeof client>['customerClient']) {
  return {
    adsId: adsIdOf(id),
    id,
    name: descriptiveName ?? '',
    word: status,
    reason: '',
    currency: currencyCode ?? '',
    timeZone: timeZone ?? '',
  } satisfies HeardAccount;
}

type Search = <T>(customer: string, query: string, row: z.ZodMiniType<T>, most?: Most) => Promise<T[]>;

/** All rows, or none: a page that is missing makes the question fail. */
function searching(settings: GoogleAds, tools: Tools): Search {
  const token = signIn(tools, settings);
  const ask = async (customer: string, asked: { query: string; pageToken?: string }) =>
    askPlatform(
      tools,
      {
        url: `${settings.url}/${settings.version}/customers/${customer}/googleAds:search`,
        body: asked,
        headers: {
          authorization: `Bearer ${await token()}`,
          'developer-token': settings.developerToken,
          'login-customer-id': settings.loginCustomerId,
        },
      },
      (reply, why) => judge(hostOf(settings.url), reply, why),
    );
  return (customer, query, row, most) =>
    wholeList(async (pageToken) => {
      const said = await ask(customer, { query, ...(pageToken === undefined ? {} : { pageToken }) });
      const { results = [], nextPageToken = '' } = understood(page, said);
      return { rows: results.map((each) => understood(row, each)), next: nextPageToken || undefined };
    }, most);
}

function judge(host: string, reply: Reply, why: unknown): never {
  const { error } = failure.safeParse(why).data ?? {};
  const errors = error?.details?.flatMap((detail) => detail.errors ?? []) ?? [];
  const codes = errors.flatMap(({ errorCode = {} }) => Object.values(errorCode));
  const delay = errors.map(({ details }) => details?.quotaErrorDetails?.retryDelay).find((each) => each !== undefined);
  if (
    error?.status === 'RESOURCE_EXHAUSTED' ||
    codes.some((code) => /^RESOURCE_(TEMPORARILY_)?EXHAUSTED$/.test(code))
  ) {
    const asked = momentIn(Number(/^(\d+)(?:\.\d+)?s$/.exec(delay ?? '')?.[1]));
    throw new PlatformBroken('The quota of the developer token is used up for now.', asked ?? reply.retryAt);
  }
  judgeStatus(host, reply);
  const own = codes.find((code) => code in ofAccount);
  if (own !== undefined) throw new AccountFault(ofAccount[own]!);
  if (reply.status === 401) throw new PlatformBroken('The platform did not accept the sign-in.');
  throw new PlatformBroken(
    `${host} refused the question (${(codes[0] ?? error?.status ?? `status ${reply.status}`).slice(0, 60)}).`,
  );
}
