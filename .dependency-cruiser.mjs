/**
 * The borders of the house. Imports run one way, in the order printed here; the suffix says where a file runs and what
 * it may therefore import. `scripts/style.test.mjs` plants a violation of every rule, to prove that each of them can
 * fail.
 */
export const order = [
  'kernel',
  'server',
  'ui',
  'platforms',
  'ledger',
  'kinds',
  'totp',
  'jobs',
  'audit',
  'users',
  'telegram',
  'passkeys',
  'auth',
  'proposals',
  'notices',
  'settings',
  'network',
  'requests',
  'support',
  'chain',
  'signals',
  'withdrawals',
  'topups',
  'shares',
  'spend',
  'runway',
  'accounts',
  'connections',
  'adaccounts',
  'deposits',
  'refunds',
  'corrections',
  'wallet',
  'paylinks',
  'revenue',
  'clients',
  'book',
  'queue',
  'team',
  'lookup',
  'shell',
  'desk',
  'site',
];

/** Tests, and what only they and the demonstration import: they may look behind every wall. */
export const tests = '\\.(test|testing(\\.server)?)\\.tsx?$';
/** What runs on one side only. */
const impure = ['\\.test\\.ts$', '\\.server\\.ts$'];

const oneWay = order.slice(0, -1).map((word, index) => ({
  name: `order-${word}`,
  comment: `${word}/ stands left of what it imports; move the code right, or what it needs left.`,
  severity: 'error',
  from: { path: `^src/${word}/`, pathNot: tests },
  to: { path: `^src/(${order.slice(index + 1).join('|')})/` },
}));

export default {
  forbidden: [
    ...oneWay,
    {
      name: 'tools-know-no-domain',
      comment: 'server/ and ui/ are tools: they know the kernel and themselves.',
      severity: 'error',
      from: { path: '^src/(server|ui)/', pathNot: tests },
      to: { path: '^src/([^/]+)/', pathNot: '^src/(kernel|$1)/' },
    },
    {
      name: 'nobody-imports-the-top',
      comment: 'The files directly in src/ know every slice, so no slice may know them.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: tests },
      to: { path: '^src/[^/]+\\.tsx?$' },
    },
    {
      name: 'only-tests-import-testing',
      comment: 'What runs in production needs nothing that was written for tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '\\.testing\\.' },
    },
    {
      name: 'pure-stays-pure',
      comment: 'A .ts file runs anywhere: it imports only .ts files.',
      severity: 'error',
      from: { path: '^src/[^/]+/[^/]+\\.ts$', pathNot: impure },
      to: { path: ['^src/.*\\.server\\.ts$', '^src/.*\\.tsx$'] },
    },
    {
      name: 'pure-needs-no-platform',
      comment: 'A .ts file runs anywhere: of packages it takes only those that run anywhere, zod as zod/mini.',
      severity: 'error',
      from: { path: '^src/[^/]+/[^/]+\\.ts$', pathNot: impure },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'],
        pathNot: 'node_modules/(zod/(v4/)?(mini|locales)|otpauth/|uqr/|@noble/hashes/|@scure/base/)',
      },
    },
    {
      name: 'browser-asks-over-the-wire',
      comment: 'A page gets what the server knows through a call; only types may be imported.',
      severity: 'error',
      from: { path: '^src/.*\\.tsx$', pathNot: tests },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-draws-no-pages',
      comment: 'Node runs no .tsx: what a page and the server share is pure.',
      severity: 'error',
      from: { path: '^src/.*\\.server\\.ts$', pathNot: tests },
      to: { path: '\\.tsx$' },
    },
    {
      name: 'stores-are-private',
      comment: 'SQL belongs to the slice that owns the table; ask its .server.ts.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: tests },
      to: { path: '^src/[^/]+/[^/]+\\.store\\.server\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'no-circles',
      comment:
        'Two files that need each other when they run are one file, or three; a type that leads back is gone by then.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'installed-for-production',
      comment: 'What runs in production is a dependency, not a development one.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'exists',
      comment: 'An import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?|/\\+types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
