/**
 * Counts names where a registry should be walked: the name of a kind of request stands in its own file of src/kinds/,
 * in the slice that is that kind, and in tests. Anywhere else it is a question that the next kind makes wrong, and
 * nobody would be told. So is a table by all names, a comparison with `topup.name`, and importing one kind instead of
 * walking them.
 *
 *     node scripts/kind-names.mjs [root]     prints what stands where it should not; ends with 1 if there is any
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tests } from '../.dependency-cruiser.mjs';

/** Which slice is which kind. Its handlers may say its name. */
const slices = {
  topup: 'topups',
  application: 'adaccounts',
  deposit: 'deposits',
  refund: 'refunds',
  replacement: 'accounts',
  settlement: 'spend',
  withdrawal: 'withdrawals',
  penalty: 'corrections',
  goodwill: 'corrections',
};

/** What only looks like a kind, and how often it is there. Whoever adds a line says why it is none. */
const allowed = {
  // The money that an order puts into an account is a field, and a column, of that name.
  'src/adaccounts/LicenseFields.tsx': { deposit: 1 },
  'src/refunds/refunds.store.server.ts': { deposit: 1 },
  'src/adaccounts/adColumns.tsx': { deposit: 1 },
  'src/platforms/facebook.ts': { deposit: 1 },
  'src/platforms/order.ts': { deposit: 1 },
  'src/platforms/platform.ts': { deposit: 1 },
  // Pages.
  'src/platforms/platforms.ts': { refund: 1 },
  'src/routes.ts': { deposit: 1, refund: 1 },
  // A field of a client on the wire.
  'src/clients/ClientRequests.tsx': { refund: 1 },
  // What leads an ad account to a state.
  'src/ledger/accountlife.ts': { replacement: 2 },
  // A place in the book.
  'src/kinds/money.ts': { goodwill: 1 },
  'src/requests/book.checks.server.ts': { penalty: 2, goodwill: 2 },
};

/** Who imports a kind of another slice, and what for. Whoever adds a line says why the registry does not do. */
const imported = {
  // The printed menu names some lists of its own.
  'src/shell/menu.ts': ['application', 'deposit', 'refund', 'topup', 'withdrawal'],
  // Who is shown how many withdrawals wait to be paid.
  'src/shell/useCounts.tsx': ['withdrawal'],
  // The printed fields of a user's lists.
  'src/clients/clients.server.ts': ['application', 'deposit', 'refund', 'topup'],
  // The printed figures of today.
  'src/revenue/revenue.server.ts': ['goodwill', 'penalty', 'topup'],
  // A payment through a link is a top-up, and only top-ups are looked up on a chain.
  'src/paylinks/paylinks.server.ts': ['topup'],
  'src/chain/again.server.ts': ['topup'],
  'src/chain/evidence.store.server.ts': ['topup'],
  // The printed cards of a platform's notifications.
  'src/adaccounts/adaccounts.server.ts': ['deposit', 'refund'],
  // A refill asks an ordinary deposit.
  'src/runway/refill.server.ts': ['deposit'],
  // Which request opened an account: an order, unless it replaces another.
  'src/accounts/AccountPage.tsx': ['application'],
  // An admin begins a refund on the page of an account.
  'src/accounts/refunding.server.ts': ['refund'],
};

const home = join(import.meta.dirname, '..');
const root = process.argv[2] ?? home;
const read = (file) => readFileSync(join(root, file), 'utf8');
const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.tsx?$/.test(name) && !new RegExp(tests).test(name));

const kinds = files
  .filter((file) => file.startsWith('src/kinds/'))
  .flatMap((file) => [...read(file).matchAll(/: KindOf<'(\w+)'> =/g)].map(([, name]) => name));
if (kinds.length === 0) throw new Error('src/kinds/ declares no kind.');
const homeless = kinds.filter((kind) => root === home && !(kind in slices));
if (homeless.length > 0) throw new Error(`Say above which slice is the kind ${homeless.join(', ')}.`);

const one = `(${kinds.join('|')})`;
const patterns = [
  [new RegExp(`(['"])${one}\\1`, 'g'), 2],
  [new RegExp(`[=!]==\\s*${one}\\.name\\b|\\b${one}\\.name\\s*[=!]==`, 'g'), 1],
  [/Record<KindName\b/g, 0],
  [new RegExp(`^import \\{[^}]*\\b${one}\\b[^}]*\\} from '#kinds/\\1\\.ts'`, 'g'), 1],
];

const found = files.flatMap((file) => {
  const lines = withoutComments(read(file)).split('\n');
  const left = { ...allowed[file] };
  for (const name of imported[file] ?? []) left[name] = (left[name] ?? 0) + 1;
  const wrong = lines.flatMap((line, place) =>
    patterns.flatMap(([pattern, group]) =>
      [...line.matchAll(pattern)].flatMap((match) => {
        const name = group === 0 ? undefined : (match[group] ?? match[2]);
        if (isAtHome(file, name)) return [];
        if (left[name] > 0) {
          left[name] -= 1;
          return [];
        }
        return [`${file}:${place + 1}: ${line.trim()}`];
      }),
    ),
  );
  const gone = Object.entries(left).filter(([, times]) => times > 0);
  return [
    ...wrong,
    ...gone.map(([name, times]) => `${file}: '${name}' is allowed ${times} times more than it is there`),
  ];
});

for (const each of found) console.log(each);
if (found.length > 0) {
  console.log(`${found.length} times a kind is asked for by name. Let it say what you need to know, in src/kinds/.`);
  process.exitCode = 1;
}

function isAtHome(file, name) {
  if (name === undefined) return file.startsWith('src/kinds/');
  return file === `src/kinds/${name}.ts` || file.startsWith(`src/${slices[name]}/`);
}

/** Lines stay where they are. Good enough for sources that are formatted: no string of them holds a comment. */
function withoutComments(source) {
  return source
    .replaceAll(/^\s*\/\*\*?[^]*?\*\//gm, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^\s*\/\/.*$/gm, '');
}
