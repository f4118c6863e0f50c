/** A day, chain against book: what arrived and left, whose it was, and what was decided without a transfer. */
import { dayOf, endOfDay, startOfDay } from '#kernel/days.ts';
import type { Cents } from '#kernel/money.ts';
import type { App } from '#server/app.server.ts';
import { handle } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { exportTransfersDay, getTransfersDay } from './day.api.ts';
import { bookSums, chainSums, type BookSum, type ChainSum } from './day.store.server.ts';
import { words } from './day.words.ts';
import { usualNetworkName } from './networks.ts';

export const dayHandlers = [
  handle(getTransfersDay, async ({ query, app }) => {
    const day = query.day ?? dayOf(new Date(), app.config.businessTz);
    return {
      message: 'Transfers of a day fetched successfully',
      day,
      timeZone: app.config.businessTz,
      networks: await networksOf(app, day),
    };
  }),

  handle(exportTransfersDay, async ({ query, app }) => {
    const day = query.day ?? dayOf(new Date(), app.config.businessTz);
    const rows = await networksOf(app, day);
    return spreadsheet(`transfers-${day}.xlsx`, 'Transfers', columns, rows, app.config.businessTz);
  }),
];

type Sum = { count: number; amount: Cents };
type Row = { network: string } & Record<(typeof figures)[number], Sum>;

const chainFigures = ['arrived', 'credited', 'waiting', 'nobodys', 'left', 'paid', 'unknown'] as const;
const figures = [...chainFigures, 'bookIn', 'bookInUnseen', 'bookOut', 'bookOutUnseen'] as const;

async function networksOf({ db, config }: App, day: string): Promise<Row[]> {
  const span = { from: startOfDay(day, config.businessTz), to: endOfDay(day, config.businessTz) };
  const [chain, book] = await Promise.all([chainSums(db, span), bookSums(db, span)]);
  // However a request spells it.
  const inBook = book.map((each) => ({ ...each, network: usualNetworkName(each.network) }));
  const names = [...new Set([...chain, ...inBook].map(({ network }) => network))].toSorted();
  return names.map((network) => {
    const ofChain = chain.filter((each) => each.network === network);
    const ofBook = inBook.filter((each) => each.network === network);
    const moved = (...what: string[]) => total(ofChain.filter((each) => what.includes(each.what)));
    const decided = (isIn: boolean, unseen = false) =>
      total(ofBook.filter((each) => each.isIn === isIn && !(unseen && each.seen)));
    return {
      network,
      arrived: moved('credited', 'waiting', 'nobodys'),
      credited: moved('credited'),
      waiting: moved('waiting'),
      nobodys: moved('nobodys'),
      left: moved('paid', 'unknown'),
      paid: moved('paid'),
      unknown: moved('unknown'),
      bookIn: decided(true),
      bookInUnseen: decided(true, true),
      bookOut: decided(false),
      bookOutUnseen: decided(false, true),
    };
  });
}

function total(of: readonly Pick<ChainSum | BookSum, 'count' | 'cents'>[]): Sum {
  return of.reduce((all, { count, cents }) => ({ count: all.count + count, amount: all.amount + cents }), {
    count: 0,
    amount: 0n,
  });
}

const columns: readonly SheetColumn<Row>[] = [
  { header: words.network, type: 'text', value: (row) => row.network },
  ...figures.flatMap((name): SheetColumn<Row>[] => [
    { header: `${words.figures[name]}, ${words.count}`, type: 'number', width: 16, value: (row) => row[name].count },
    { header: words.figures[name], type: 'money', width: 24, value: (row) => row[name].amount },
  ]),
];
