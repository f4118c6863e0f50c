/**
 * Microsoft Advertising, as its JSON interface is documented: GetAccountsInfo for states, one account performance
 * report for the spend of all accounts (submitted, asked for until it is made, downloaded as a ZIP), and the insertion
 * orders of each account for what is left. The report is the file that an admin could have exported, and is read so.
 */
import type { MicrosoftAdvertising } from '#server/advertising.server.ts';
import { hostOf, type Reply } from '#server/outward.server.ts';
import { soleFileIn } from '#server/zip.server.ts';
import * as z from 'zod/mini';
import {
  AccountFault,
  askPlatform,
  eachAccount,
  eachUnderstood,
  judgeStatus,
  microsIn,
  PlatformBroken,
  sent,
  todayIn,
  understood,
  type Connection,
  type Heard,
  type HeardAccount,
  type HeardSpend,
  type Tools,
} from './connection.server.ts';
import { signIn } from './signin.server.ts';

const text = z.union([z.string(), z.number()]);
const accountsInfo = z.object({ AccountsInfo: z.array(z.unknown()) });
const numbered = z.object({ Number: z.string() });
const accountInfo = z.extend(numbered, {
  Id: text,
  Name: z.nullish(z.string()),
  AccountLifeCycleStatus: z.string(),
  PauseReason: z.nullish(text),
});
const submitted = z.object({ ReportRequestId: z.string() });
const polled = z.object({
  ReportRequestStatus: z.object({ Status: z.string(), ReportDownloadUrl: z.nullish(z.string()) }),
});
const insertionOrder = z.object({
  Status: z.string(),
  BudgetRemaining: z.nullish(text),
  IsUnlimited: z.nullish(z.boolean()),
});
type Order = z.output<typeof insertionOrder>;
const insertionOrders = z.object({ InsertionOrders: z.nullish(z.array(insertionOrder)) });
const named = z.object({ Code: z.optional(text), ErrorCode: z.nullish(z.string()) });
const failure = z.object({ Errors: z.optional(z.array(named)), OperationErrors: z.optional(z.array(named)) });

const scope = 'https://ads.microsoft.com/msads.manage offline_access';
/** As long as a report may take before the next run tries again. */
const mostPolls = 60;
/** Days of a report begin and end where its accounts are; which day is today is said by this zone if none is named. */
const reportZone = 'America/Los_Angeles';
const pauses: Readonly<Record<string, string>> = {
  1: 'paused by a user',
  2: 'paused by billing',
  4: 'paused by a user and billing',
};
const mostUnpacked = 100 * 1024 * 1024;
const mostAccounts = 1_000;
/** Of one question, so that a platform that lets us see nothing any more is not asked about each of many accounts. */
const mostHalvings = 100;
const ordersPerPage = 100;
const mostOrders = 10_000;

export function microsoftConnection(settings: MicrosoftAdvertising, tools: Tools): Connection {
  const ask = asking(settings, tools);
  const { accountsUrl, version } = settings;
  return {
    async states() {
      const { AccountsInfo } = await ask(
        `${accountsUrl}/CustomerManagement/${version}/AccountsInfo/Query`,
        { CustomerId: settings.customerId, OnlyParentAccounts: false },
        accountsInfo,
      );
      const { of, faults } = eachUnderstood(accountInfo, AccountsInfo, (row) => numbered.safeParse(row).data?.Number);
      return { of: of.map(asHeard), faults };
    },
    spend: (accounts, from, to) =>
      inHalves(accounts, async (some) => {
        const today = todayIn(reportZone, await tools.now());
        const url = await report(settings, tools, ask, requestOf(some, from, to < today ? to : today));
        const read = url === undefined ? undefined : await tools.readReport(await download(settings, tools, url));
        return { of: byAccount(some, read), faults: [...(read?.faults ?? [])] };
      }),
    remaining: (accounts) =>
      eachAccount(accounts, tools.stop, async ({ adsId, id, currency }) => {
        const orders = await ordersOf(settings, ask, id);
        const open = orders.filter(({ Status }) => Status === 'Active' || Status === 'Exhausted');
        if (open.length === 0 || open.some(({ IsUnlimited }) => IsUnlimited === true)) return undefined;
        let sum = 0n;
        for (const { BudgetRemaining } of open) {
          const micros = microsIn(BudgetRemaining);
          if (micros === undefined) throw new AccountFault('What is left of an insertion order can’t be read.');
          sum += micros;
        }
        return { adsId, currency, micros: sum };
      }),
  };
}

function asHeard(each: z.output<typeof accountInfo>): HeardAccount {
  return {
    adsId: each.Number,
    id: String(each.Id),
    name: each.Name ?? '',
    word: each.AccountLifeCycleStatus,
    reason: pauses[String(each.PauseReason ?? '')] ?? '',
    currency: '',
    timeZone: '',
  };
}

type Ask = <T>(url: string, body: unknown, shape: z.ZodMiniType<T>, account?: string) => Promise<T>;

function asking(settings: MicrosoftAdvertising, tools: Tools): Ask {
  const token = signIn(tools, settings, scope);
  return async (url, body, shape, account) => {
    const headers = {
      authorization: `Bearer ${await token()}`,
      developertoken: settings.developerToken,
      customerid: settings.customerId,
      ...(account === undefined ? {} : { customeraccountid: account }),
    };
    const said = await askPlatform(tools, { url, body, headers }, (reply, why) => judge(hostOf(url), reply, why));
    return understood(shape, said);
  };
}

/** Of a report that is refused for one account it is not said for which: that one is found by asking for halves. */
async function inHalves(
  accounts: readonly HeardAccount[],
  ask: (some: readonly HeardAccount[]) => Promise<Heard<HeardSpend>>,
): Promise<Heard<HeardSpend>> {
  const heard: Heard<HeardSpend> = { of: [], faults: [] };
  const waiting = inPieces(accounts, mostAccounts);
  let halvings = 0;
  for (let some = waiting.shift(); some; some = waiting.shift()) {
    try {
      const { of, faults } = await ask(some);
      heard.of.push(...of);
      heard.faults.push(...faults);
    } catch (error) {
      if (error instanceof PlatformBroken) return { ...heard, broken: error, brokeOn: some };
      if (!(error instanceof AccountFault)) throw error;
      if (some.length === 1) heard.faults.push({ adsId: some[0]!.adsId, message: error.message });
      else if (++halvings <= mostHalvings) waiting.unshift(...inPieces(some, Math.ceil(some.length / 2)));
      else return { ...heard, broken: new PlatformBroken(error.message), brokeOn: some };
    }
  }
  return heard;
}

async function ordersOf({ accountsUrl, version }: MicrosoftAdvertising, ask: Ask, account: string) {
  const all: Order[] = [];
  for (let Index = 0; ; Index += 1) {
    const { InsertionOrders: page } = await ask(
      `${accountsUrl}/CustomerBilling/${version}/InsertionOrders/Search`,
      {
        Predicates: [{ Field: 'AccountId', Operator: 'Equals', Value: account }],
        PageInfo: { Index, Size: ordersPerPage },
      },
      insertionOrders,
      account,
    );
    all.push(...(page ?? []));
    if ((page ?? []).length < ordersPerPage) return all;
    if (all.length >= mostOrders) throw new AccountFault('This account has more insertion orders than anybody needs.');
  }
}

/** The address of the report, undefined where nothing is in it. */
async function report(
  { reportsUrl, version }: MicrosoftAdvertising,
  tools: Tools,
  ask: Ask,
  ReportRequest: ReturnType<typeof requestOf>,
): Promise<string | undefined> {
  const reporting = `${reportsUrl}/Reporting/${version}/GenerateReport`;
  const { ReportRequestId } = await ask(`${reporting}/Submit`, { ReportRequest }, submitted);
  for (let asked = 0; asked < mostPolls; asked += 1) {
    const { ReportRequestStatus: now } = await ask(`${reporting}/Poll`, { ReportRequestId }, polled);
    if (now.Status === 'Success') return now.ReportDownloadUrl ?? undefined;
    if (now.Status !== 'Pending') throw new PlatformBroken(`The platform could not make its report (${now.Status}).`);
    if (!(await waited(tools.waitMs(asked), tools.stop))) break;
  }
  throw new PlatformBroken('The platform did not make its report in time.');
}

async function download({ downloadUrls }: MicrosoftAdvertising, tools: Tools, url: string): Promise<Buffer> {
  // The address comes out of an answer: only places that the settings name are reached.
  if (!downloadUrls.some((place) => url.startsWith(`${place}/`) || url.startsWith(`${place}:443/`)))
    throw new PlatformBroken(
      `The report lies at ${hostIn(url)}, which no setting names. Add it to MICROSOFT_ADS_DOWNLOAD_URLS if it is Microsoft's.`,
    );
  const reply = await sent(tools.outward, { url: url.replace(':443/', '/'), signal: tools.stop });
  judgeStatus(hostIn(url), reply);
  const file = reply.status === 200 ? soleFileIn(reply.bytes, mostUnpacked) : undefined;
  if (!file) throw new PlatformBroken('The report that was downloaded is no ZIP with one file in it.');
  return file;
}

function requestOf(accounts: readonly HeardAccount[], from: string, to: string) {
  const dateOf = (day: string) => {
    const [Year, Month, Day] = day.split('-').map(Number);
    return { Day, Month, Year };
  };
  return {
    Type: 'AccountPerformanceReportRequest',
    ReportName: 'Spend by account',
    Format: 'Csv',
    FormatVersion: '2.0',
    // What says whether the report is complete, and that it was not cut off.
    ExcludeReportHeader: false,
    ExcludeColumnHeaders: false,
    ExcludeReportFooter: false,
    ReturnOnlyCompleteData: false,
    Aggregation: 'Daily',
    Columns: ['TimePeriod', 'AccountNumber', 'AccountName', 'CurrencyCode', 'Spend'],
    Scope: { AccountIds: accounts.map(({ id }) => id) },
    Time: { CustomDateRangeStart: dateOf(from), CustomDateRangeEnd: dateOf(to) },
  };
}

/**
 * An account of which one row was not understood is left out: half of its days would look like all of them. A row of
 * which only the amount can't be true says which day that is.
 */
function byAccount(
  accounts: readonly HeardAccount[],
  read: Awaited<ReturnType<Tools['readReport']>> | undefined,
): HeardSpend[] {
  const [ofDays = [], ofRows = []] = [read?.faults.filter(({ day }) => day), read?.faults.filter(({ day }) => !day)];
  const faulty = new Set(ofRows.map(({ adsId }) => adsId));
  // A fault that names no account may be of any.
  if (faulty.has('')) return [];
  const days = Map.groupBy(read?.days ?? [], ({ adsId }) => adsId);
  const unclear = Map.groupBy(ofDays, ({ adsId }) => adsId);
  return accounts
    .filter(({ adsId }) => !faulty.has(adsId))
    .map(({ adsId }) => ({
      adsId,
      // Rows in another currency are faults, and that of an account without rows is not said.
      currency: days.has(adsId) ? 'USD' : '',
      days: new Map([
        ...(days.get(adsId) ?? []).map(({ day, micros }) => [day, micros] as const),
        ...(unclear.get(adsId) ?? []).map(({ day }) => [day!, null] as const),
      ]),
      incompleteFrom: read?.incompleteFrom,
    }));
}

function judge(host: string, reply: Reply, why: unknown): never {
  const { Errors = [], OperationErrors = [] } = failure.safeParse(why).data ?? {};
  const codes = [...Errors, ...OperationErrors].map(({ Code, ErrorCode }) => ErrorCode ?? String(Code ?? ''));
  const has = (...names: string[]) => codes.some((code) => names.includes(code));
  if (has('CallRateExceeded', '117', 'ConcurrentRequestOverLimit', '207'))
    throw new PlatformBroken(`${host} was asked too often and wants to be left alone for a while.`, reply.retryAt);
  if (has('AuthenticationTokenExpired', '109', 'InvalidCredentials', '105'))
    throw new PlatformBroken('The platform did not accept the sign-in.');
  judgeStatus(host, reply);
  if (has('UserIsNotAuthorized', '106', 'InvalidAccountId', 'AccountNotFound', 'AccountNotAuthorized', '2003'))
    throw new AccountFault('The platform no longer lets us see this account.');
  throw new PlatformBroken(`${host} refused the question (${(codes[0] || `status ${reply.status}`).slice(0, 60)}).`);
}

function inPieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

function hostIn(url: string): string {
  return URL.canParse(url) ? hostOf(url) : 'an address that is none';
}

/** False where the portal is stopped meanwhile. */
function waited(ms: number, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve(false);
    const done = (whole: boolean) => {
      clearTimeout(timer);
      stop.removeEventListener('abort', stopped);
      resolve(whole);
    };
    const stopped = () => done(false);
    const timer = setTimeout(() => done(true), ms);
    stop.addEventListener('abort', stopped, { once: true });
  });
}
