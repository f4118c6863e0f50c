/** Microsoft Advertising, as its JSON interface is documented. */
import { crc32, deflateRawSync } from 'node:zlib';
import {
  dollars,
  fakeSecret,
  isSignedIn,
  serve,
  signedIn,
  spentBetween,
  type Answer,
  type Fake,
  type FakeAccount,
  type Mood,
} from './fake.testing.server.ts';

export function fakeMicrosoft(): Promise<Fake> {
  const reports = new Map<string, { body: string; polls: number }>();
  return serve(
    (url) => ({
      MICROSOFT_ADS_DEVELOPER_TOKEN: fakeSecret('developer'),
      MICROSOFT_ADS_CLIENT_ID: fakeSecret('client'),
      MICROSOFT_ADS_REFRESH_TOKEN: fakeSecret('refresh'),
      MICROSOFT_ADS_CUSTOMER_ID: '4711',
      MICROSOFT_ADS_URL: url,
      MICROSOFT_ADS_REPORTS_URL: url,
      MICROSOFT_ADS_DOWNLOAD_URLS: url,
      MICROSOFT_ADS_TOKEN_URL: `${url}/common/oauth2/v2.0/token`,
    }),
    (asked) => {
      const { url, headers, fake, mood, body } = asked;
      if (url.pathname.endsWith('/token')) return signedIn(asked, fakeSecret('refresh-next'));
      const report = reports.get(url.searchParams.get('q') ?? '');
      if (report) return { bytes: zipOf('report.csv', csvOf(fake, report.body, mood)) };
      const fault = (status: number, Code: number, ErrorCode: string) => ({
        status,
        json: { Errors: [{ Code, ErrorCode }] },
      });
      if (!isSignedIn(asked) || headers['developertoken'] !== fakeSecret('developer'))
        return fault(401, 105, 'InvalidCredentials');
      if (mood === 'no rights') return fault(400, 106, 'UserIsNotAuthorized');
      if (mood === 'quota') return fault(400, 117, 'CallRateExceeded');
      const {
        ReportRequestId = '',
        Predicates = [],
        PageInfo,
      } = JSON.parse(body) as {
        ReportRequestId?: string;
        Predicates?: { Value: string }[];
        PageInfo?: { Index: number; Size: number };
      };
      switch (url.pathname) {
        case '/CustomerManagement/v13/AccountsInfo/Query':
          return { json: { AccountsInfo: fake.accounts.map(microsoftAccount) } };
        case '/Reporting/v13/GenerateReport/Submit':
          if (asksOf(body).some((id) => fake.accounts.find((each) => each.id === id)?.closedToUs))
            return { status: 400, json: { OperationErrors: [{ Code: 2003, ErrorCode: 'AccountNotAuthorized' }] } };
          reports.set(`r${reports.size}`, { body, polls: 0 });
          return { json: { ReportRequestId: `r${reports.size - 1}` } };
        case '/Reporting/v13/GenerateReport/Poll': {
          const made = reports.get(ReportRequestId)!;
          made.polls += 1;
          const ready = mood !== 'pending' && made.polls > 1;
          const link = ready
            ? { ReportDownloadUrl: `${fake.url}/ReportDownload/Download.aspx?q=${ReportRequestId}` }
            : {};
          return { json: { ReportRequestStatus: { Status: ready ? 'Success' : 'Pending', ...link } } };
        }
        case '/CustomerBilling/v13/InsertionOrders/Search':
          return microsoftOrders(fake, { id: Predicates[0]?.Value, ...PageInfo! }, fault);
        default:
          return { status: 404, json: {} };
      }
    },
  );
}

function microsoftAccount({ id, number, name = '', word, odd }: FakeAccount) {
  return { Id: id, Name: name, Number: number, ...(odd ? {} : { AccountLifeCycleStatus: word }), PauseReason: null };
}

function microsoftOrders(
  fake: Fake,
  { id, Index, Size }: { id: string | undefined; Index: number; Size: number },
  fault: (status: number, code: number, name: string) => Answer,
): Answer {
  const account = fake.accounts.find((each) => each.id === id);
  if (!account || account.closedToUs) return fault(400, 106, 'UserIsNotAuthorized');
  if (account.limit === undefined) return { json: { InsertionOrders: [] } };
  const spent = [...account.spend.values()].reduce((sum, micros) => sum + micros, 0n);
  const left = account.left ?? Number(account.limit - spent) / 1_000_000;
  const ended = Array.from({ length: account.orders ?? 0 }, () => ({ AccountId: id, Status: 'Completed' }));
  const orders = [...ended, { AccountId: id, Status: 'Active', BudgetRemaining: left, IsUnlimited: false }];
  return { json: { InsertionOrders: orders.slice(Index * Size, (Index + 1) * Size) } };
}

type Requested = {
  ReportRequest: {
    Scope: { AccountIds: string[] };
    Time: Record<string, { Day: number; Month: number; Year: number }>;
  };
};

const asksOf = (body: string): string[] => (JSON.parse(body) as Requested).ReportRequest.Scope.AccountIds;

/** The layout of a file that an admin exports, as the report has it. */
function csvOf(fake: Fake, request: string, mood: Mood): string {
  const { ReportRequest } = JSON.parse(request) as Requested;
  const dayOf = ({ Year, Month, Day }: { Day: number; Month: number; Year: number }) =>
    new Date(Date.UTC(Year, Month - 1, Day)).toISOString().slice(0, 10);
  const [from, to] = [
    dayOf(ReportRequest.Time['CustomDateRangeStart']!),
    dayOf(ReportRequest.Time['CustomDateRangeEnd']!),
  ];
  const rows = fake.accounts
    .filter(({ id }) => ReportRequest.Scope.AccountIds.includes(id))
    .flatMap((each) =>
      spentBetween(each, from, to).map(
        ([day, micros]) =>
          `"${day}","${each.number}","${each.name ?? ''}","${each.currency ?? 'USD'}","${dollars(micros)}"`,
      ),
    );
  const head = [
    '"Report Name: Spend by account"',
    `"Report Time: ${from} - ${to}"`,
    '"Potential Incomplete Data: false"',
  ];
  const columns = '"TimePeriod","AccountNumber","AccountName","CurrencyCode","Spend"';
  const foot = mood === 'cut off' ? [] : ['', '"©2026 Microsoft Corporation. All rights reserved."'];
  return [...head, `"Rows: ${rows.length}"`, '', columns, ...rows, ...foot, ''].join('\r\n');
}

/** A ZIP with one part. */
export function zipOf(name: string, text: string): Buffer {
  const file = Buffer.from(text);
  const packed = deflateRawSync(file);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(file), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(file.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
