/**
 * `npm run scale`: what an agency of so many clients takes, computed from what was measured (docs/scaling.md names
 * where) and from how clients are assumed to live. `npm run scale -- 50000` computes it for other numbers. A figure
 * that was measured with everybody on one machine of two cores is taken as what such a machine carries alone.
 */
import { pathToFileURL } from 'node:url';

/** Of one client, on average. */
const life = {
  walletReadsADay: 20,
  listsADay: 10,
  requestsAMonth: 4,
  movementsARequest: 3,
  /** Of a hundred requests so many have a picture. */
  pictures: 10,
};

/** The busiest second has so many times the calls of an average one. */
const peak = 10;
/** A node is not planned fuller than this, so that another can leave. */
const fullest = 0.5;
/** Verdicts that one admin gives on a working day. */
const verdictsAnAdmin = 400;

/** Measured: docs/bench.md and the tables of docs/scaling.md. */
const measured = {
  walletReadsASecond: 13_815,
  listsASecond: 1_041,
  ordersASecond: 1_862,
  /** The ledger alone, without HTTP: what one PostgreSQL commits. */
  ledgerASecond: 4_080,
  bytesAMovement: 10.8e9 / 14_409_998,
  bytesAPicture: 120_000,
  /** Of the journal, for a request asked for and decided; whole pages after a checkpoint come on top. */
  journalARequest: 10_400,
  auditSecondsAMovement: 341.3 / 10_019_999,
  backupSecondsAMovement: 152 / 14_409_998,
  connectionsANode: 11,
};

/** Dollars a month, round figures of no seller: who knows better changes them here and runs it again. */
const price = {
  /** Two cores, 8 GB of memory. */
  machine: 25,
  diskGigabyte: 0.1,
  storedGigabyte: 0.025,
};
/** Between primary and standby, megabytes a second: 1 Gbit/s. */
const network = 125;
/** The primary, its standby, and a third machine that has a vote. */
const databaseMachines = 3;
/** The journal of so many days is kept, so that one can go back to a moment. */
const daysOfJournal = 14;

type Needs = {
  clients: number;
  callsASecond: number;
  commitsASecond: number;
  nodes: number;
  connections: number;
  gigabytesAYear: number;
  pictureGigabytesAYear: number;
  journalGigabytesADay: number;
  journalMegabytesASecond: number;
  lagMilliseconds: number;
  auditMinutes: number;
  backupMinutes: number;
  admins: number;
  dollarsAMonth: number;
};

/** Rates are those of the busiest second; audit and backup are of a book of one year. */
export function needsOf(clients: number): Needs {
  const day = 86_400;
  const requestsADay = (clients * life.requestsAMonth) / 30;
  const reads = (clients * life.walletReadsADay * peak) / day;
  const lists = (clients * life.listsADay * peak) / day;
  // Each request is asked for once and decided once.
  const commits = (2 * requestsADay * peak) / day;
  const machines =
    reads / measured.walletReadsASecond + lists / measured.listsASecond + commits / measured.ordersASecond;
  const nodes = Math.max(2, Math.ceil(machines / fullest));
  const movements = requestsADay * 365 * life.movementsARequest;
  const journalADay = requestsADay * measured.journalARequest;
  const journalASecond = ((journalADay / day) * peak) / 1e6;
  const [gigabytes, pictures] = [
    (movements * measured.bytesAMovement) / 1e9,
    (requestsADay * 365 * (life.pictures / 100) * measured.bytesAPicture) / 1e9,
  ];
  const disk = 2 * gigabytes + (daysOfJournal * journalADay) / 1e9;
  return {
    clients,
    callsASecond: reads + lists + commits,
    commitsASecond: commits,
    nodes,
    connections: nodes * measured.connectionsANode,
    gigabytesAYear: gigabytes,
    pictureGigabytesAYear: pictures,
    journalGigabytesADay: journalADay / 1e9,
    journalMegabytesASecond: journalASecond,
    lagMilliseconds: (journalASecond / network) * 1_000,
    auditMinutes: (movements * measured.auditSecondsAMovement) / 60,
    backupMinutes: (movements * measured.backupSecondsAMovement) / 60,
    admins: Math.ceil(requestsADay / verdictsAnAdmin),
    dollarsAMonth:
      (nodes + databaseMachines) * price.machine + disk * price.diskGigabyte + pictures * price.storedGigabyte,
  };
}

/** What no longer fits, in the order in which it is felt when an agency grows. */
export function troubles(needs: Needs): string[] {
  const limits: [boolean, string][] = [
    [needs.admins > 20, `people: ${figure(needs.admins)} admins to decide`],
    [needs.pictureGigabytesAYear > 1_000, 'pictures fill the disk: an object store'],
    [needs.connections > 90, 'connections outgrow 100: max_connections, or a pooler in session mode'],
    [needs.auditMinutes > 60, 'the daily proof takes over an hour: on a standby'],
    [needs.journalMegabytesASecond > 0.8 * network, 'the journal outgrows a network of 1 Gbit/s: the standby lags'],
    [needs.commitsASecond > measured.ledgerASecond / 2, 'one PostgreSQL commits no more: shards by client'],
  ];
  return limits.flatMap(([felt, trouble]) => (felt ? [trouble] : []));
}

const figure = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 1_000 ? 2 : 3, useGrouping: true });

const rows: readonly [name: string, of: (needs: Needs) => number][] = [
  ['calls in the busiest second', (needs) => needs.callsASecond],
  ['commits in the busiest second', (needs) => needs.commitsASecond],
  ['nodes of two cores, two at least', (needs) => needs.nodes],
  ['connections', (needs) => needs.connections],
  ['database, GB a year', (needs) => needs.gigabytesAYear],
  ['pictures, GB a year', (needs) => needs.pictureGigabytesAYear],
  ['journal to the standby and the archive, GB a day', (needs) => needs.journalGigabytesADay],
  ['the same in the busiest second, MB', (needs) => needs.journalMegabytesASecond],
  ['how long a second of it takes to the standby, ms', (needs) => needs.lagMilliseconds],
  ['audit of one year, minutes', (needs) => needs.auditMinutes],
  ['backup of one year without pictures, minutes', (needs) => needs.backupMinutes],
  ['admins who decide by hand', (needs) => needs.admins],
  ['machines, disks and pictures after one year, dollars a month', (needs) => needs.dollarsAMonth],
];

/** The table of docs/scaling.md. */
export function tableOf(sizes: readonly number[]): string[] {
  const all = sizes.map(needsOf);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...all.map(({ clients }) => `${clients.toLocaleString('en')} clients`)]),
    `|${['', ...all].map(() => '---').join('|')}|`,
    ...rows.map(([name, of]) => line([name, ...all.map((needs) => figure(of(needs)))])),
    line(['felt, in this order', ...all.map((needs) => troubles(needs).join('; ') || 'nothing')]),
  ];
}

export const usual = [1_000, 100_000, 10_000_000];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asked = process.argv.slice(2).map(Number);
  if (asked.some((size) => !Number.isInteger(size) || size < 1)) {
    console.error('Give whole numbers of clients, like: npm run scale -- 50000');
    process.exitCode = 1;
  } else console.log(tableOf(asked.length > 0 ? asked : usual).join('\n'));
}
