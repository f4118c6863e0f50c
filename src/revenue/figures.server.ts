/** The business over a span of days: for a page that draws it, and for a file of each of its tables. */
import { usualNetworkName } from '#chain/networks.ts';
import { dayOf, daysBetween, refusalOfSpan } from '#kernel/days.ts';
import { insist } from '#kernel/refusal.ts';
import type { Cents } from '#kernel/money.ts';
import { platforms } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Download } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { exportBusinessFigures, getBusinessFigures, places, type tables } from './figures.api.ts';
import { clientsOf, partsOf, payoutsWaiting, type ClientFigure, type DayPart } from './figures.store.server.ts';
import { fileNameOf, monthsOf, spanBefore, spanNamed, type DayFigure, type Span, type SpanName } from './figures.ts';
import { words } from './figures.words.ts';
import { holdings } from './revenue.store.server.ts';
import { mostDays } from './revenue.ts';

const shownClients = 20;

export const businessFiguresHandlers = [
  handle(getBusinessFigures, async ({ query, app: { oldReads, config } }) => {
    const db = await oldReads.database();
    const zone = config.businessTz;
    const asked = askedFor(query, zone);
    const [parts, clients, owed] = await Promise.all([
      partsOf(db, zone, { from: asked.before.from, to: asked.span.to }),
      clientsOf(db, zone, asked, shownClients),
      owedNow(db, zone),
    ]);
    const days = daysOf(parts, asked);
    return {
      message: 'Figures fetched successfully',
      ...asked.span,
      before: asked.before,
      timeZone: zone,
      total: { revenue: sumOf(days, 'revenue'), before: sumOf(days, 'before') },
      days,
      platforms: platformsOf(parts, asked),
      clients: clients.map(({ publicId, total: _, ...row }) => ({ _id: publicId, ...row })),
      clientsTotal: clients[0]?.total ?? 0,
      networks: networksOf(parts, asked),
      owed,
    };
  }),

  handle(exportBusinessFigures, async ({ query, app: { oldReads, config } }) => {
    const zone = config.businessTz;
    return files[query.table](await oldReads.database(), zone, askedFor(query, zone));
  }),
];

type Asked = { span: Span; before: Span };

function askedFor(query: { span: SpanName; from?: string | undefined; to?: string | undefined }, zone: string): Asked {
  const named = spanNamed(query.span, dayOf(new Date(), zone));
  const span = { from: query.from || named.from, to: query.to || named.to };
  insist(refusalOfSpan(span.from, span.to, mostDays));
  return { span, before: spanBefore(span) };
}

const sumOf = (rows: readonly DayFigure[], field: 'revenue' | 'before') =>
  rows.reduce((sum, row) => sum + row[field], 0n);

function daysOf(parts: readonly DayPart[], { span, before }: Asked): DayFigure[] {
  const sums = new Map<string, Cents>();
  for (const { what, day, cents } of parts) sums.set(`${what} ${day}`, (sums.get(`${what} ${day}`) ?? 0n) + cents);
  const of = (what: DayPart['what'], day: string) => sums.get(`${what} ${day}`) ?? 0n;
  const earlier = daysBetween(before.from, before.to, mostDays);
  return daysBetween(span.from, span.to, mostDays).map((date, place) => ({
    date,
    revenue: of('platform', date),
    before: of('platform', earlier[place]!),
    in: of('in', date),
    out: of('out', date),
  }));
}

/** Sums of what these parts are called, in the span and before it. */
function comparedBy(
  parts: readonly DayPart[],
  what: DayPart['what'],
  { span }: Asked,
  nameOf: (part: string) => string,
): Map<string, { now: Cents; before: Cents }> {
  const found = new Map<string, { now: Cents; before: Cents }>();
  for (const part of parts.filter((each) => each.what === what)) {
    const sums = found.get(nameOf(part.part)) ?? { now: 0n, before: 0n };
    sums[part.day >= span.from ? 'now' : 'before'] += part.cents;
    found.set(nameOf(part.part), sums);
  }
  return found;
}

/** Each platform that earned something, in the order of the registry; fees that were for none come last. */
function platformsOf(parts: readonly DayPart[], asked: Asked) {
  const found = comparedBy(parts, 'platform', asked, (part) => part);
  return [...platforms, null].flatMap((adType) => {
    const sums = found.get(adType ?? '');
    return sums ? [{ adType, revenue: sums.now, before: sums.before }] : [];
  });
}

/** By the name that everybody knows, however it was written with the request. */
function networksOf(parts: readonly DayPart[], asked: Asked) {
  const [came, went] = [
    comparedBy(parts, 'in', asked, usualNetworkName),
    comparedBy(parts, 'out', asked, usualNetworkName),
  ];
  return [...new Set([...came.keys(), ...went.keys()])].toSorted().map((network) => ({
    network,
    in: came.get(network)?.now ?? 0n,
    out: went.get(network)?.now ?? 0n,
    inBefore: came.get(network)?.before ?? 0n,
    outBefore: went.get(network)?.before ?? 0n,
  }));
}

async function owedNow(db: Database, zone: string) {
  const [held, payouts] = await Promise.all([holdings(db, zone), payoutsWaiting(db)]);
  const amounts: Record<(typeof places)[number], Cents> = {
    wallets: held.walletCents,
    held: held.heldCents,
    payouts,
    adAccounts: held.inAdAccountsCents,
    all: held.walletCents + held.heldCents + held.inAdAccountsCents,
    spent: held.spentCents,
    revenue: held.revenueCents,
    penalties: held.penaltiesCents,
    goodwillGiven: held.goodwillCents,
    cash: held.cashCents,
  };
  return places.map((place) => ({ place, amount: amounts[place] }));
}

type Compared = { revenue: Cents; before: Cents };

const compared: readonly SheetColumn<Compared>[] = [
  { header: words.revenue, type: 'money', value: (row) => row.revenue },
  { header: words.before, type: 'money', value: (row) => row.before },
];

const ofDays = (header: string): readonly SheetColumn<DayFigure>[] => [
  { header, type: 'text', value: (row) => row.date },
  ...compared,
  { header: words.in, type: 'money', value: (row) => row.in },
  { header: words.out, type: 'money', value: (row) => row.out },
];

type File = (db: Database, zone: string, asked: Asked) => Promise<Download>;

const files: Record<(typeof tables)[number], File> = {
  days: (db, zone, asked) => fileOf('days', asked, ofDays(words.day), zone, async () => readDays(db, zone, asked)),
  months: (db, zone, asked) =>
    fileOf('months', asked, ofDays(words.month), zone, async () => monthsOf(await readDays(db, zone, asked))),
  platforms: (db, zone, asked) =>
    fileOf(
      'platforms',
      asked,
      [{ header: words.platform, type: 'text', value: (row) => row.adType ?? words.noPlatform }, ...compared],
      zone,
      async () => platformsOf(await readParts(db, zone, asked), asked),
    ),
  clients: (db, zone, asked) =>
    fileOf<ClientFigure>(
      'clients',
      asked,
      [
        { header: words.client, type: 'text', value: (row) => row.username },
        { header: words.clientId, type: 'text', value: (row) => row.publicId },
        ...compared,
      ],
      zone,
      () => clientsOf(db, zone, asked, null),
    ),
  networks: (db, zone, asked) =>
    fileOf(
      'networks',
      asked,
      [
        { header: words.network, type: 'text', value: (row) => row.network || words.noNetwork },
        { header: words.in, type: 'money', value: (row) => row.in },
        { header: words.inBefore, type: 'money', value: (row) => row.inBefore },
        { header: words.out, type: 'money', value: (row) => row.out },
        { header: words.outBefore, type: 'money', value: (row) => row.outBefore },
      ],
      zone,
      async () => networksOf(await readParts(db, zone, asked), asked),
    ),
  owed: (db, zone, asked) =>
    fileOf(
      'owed',
      asked,
      [
        { header: words.place, type: 'text', value: (row) => words.places[row.place] },
        { header: words.amount, type: 'money', value: (row) => row.amount },
        { header: words.asOf, type: 'time', value: (row) => row.asOf },
      ],
      zone,
      async () => {
        const asOf = new Date();
        return (await owedNow(db, zone)).map((row) => ({ ...row, asOf }));
      },
    ),
};

function fileOf<Row>(
  table: string,
  asked: Asked,
  columns: readonly SheetColumn<Row>[],
  zone: string,
  read: () => Promise<readonly Row[]>,
): Promise<Download> {
  const rows = async function* () {
    yield* await read();
  };
  const name = fileNameOf(table, asked.span, dayOf(new Date(), zone));
  return spreadsheet(name, words.fileTitle, columns, rows(), zone);
}

const readParts = (db: Database, zone: string, { span, before }: Asked) =>
  partsOf(db, zone, { from: before.from, to: span.to });

async function readDays(db: Database, zone: string, asked: Asked): Promise<DayFigure[]> {
  return daysOf(await readParts(db, zone, asked), asked);
}
