/**
 * Prints every statement that the source asks of a `Database` (`….query('name', text)`), for the test that lets
 * PostgreSQL describe them all, with the columns that its rows are said to have. Each file is loaded with its own calls
 * said once more at its end, where only what stands outside of functions is known: a statement that can be said there
 * is constant, any other is built at run time.
 */
import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { tests } from '../.dependency-cruiser.mjs';

const root = join(import.meta.dirname, '..');
/** Connections of node-postgres itself, whose statements have no name. */
const bare = /^(client|connection|on)$/;
const isTest = new RegExp(tests);
const nothing = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !isTest.test(file));
const config = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config;
const program = ts.createProgram(
  files.map((file) => join(root, file)),
  ts.parseJsonConfigFileContent(config, ts.sys, root).options,
);
const checker = program.getTypeChecker();
const calls = new Map(files.map((file) => [file, callsOf(file)]).filter(([, found]) => found.length > 0));

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = [...calls.keys()].find((each) => url === pathToFileURL(join(root, each)).href);
    if (!file) return loaded;
    const said = calls.get(file).map(({ name, text }) => `() => [${name}, ${text}]`);
    return { ...loaded, source: `${loaded.source}\nexport const statementsSaid = [${said.join(',\n')}];\n` };
  },
});

const found = [];
for (const [file, those] of calls) {
  const { statementsSaid } = await import(pathToFileURL(join(root, file)).href);
  for (const [n, { at, name, columns }] of those.entries())
    found.push({
      at,
      columns,
      key: `${file.slice('src/'.length)} ${beginningOf(name)}`,
      ...constant(statementsSaid[n]),
    });
}
process.stdout.write(JSON.stringify(found), () => process.exit(0));

/** Where something of a call is known at run time alone, its name is not defined outside of its function. */
function constant(say) {
  try {
    const [name, text] = say();
    return typeof text === 'string' ? { name, text } : {};
  } catch (error) {
    if (error instanceof ReferenceError) return {};
    throw error;
  }
}

/** The part of a name that is the same for every form of a statement. */
function beginningOf(name) {
  return /['`]([^'`$]*)/.exec(name)?.[1].trim() || name;
}

function callsOf(file) {
  const source = program.getSourceFile(join(root, file));
  const made = [];
  const look = (node) => {
    if (ts.isCallExpression(node) && isOfDatabase(node.expression)) {
      const [name, text] = node.arguments.map((each) => each.getText());
      const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      made.push({ at, name, text, columns: columnsOf(node) });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return made;
}

function isOfDatabase(called) {
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== 'query') return false;
  return !bare.test(called.expression.getText());
}

/** What each column of the rows is said to be, written out or inferred: none where nobody looks at them. */
function columnsOf(call) {
  const [rows] = checker.getTypeArguments(checker.getTypeAtLocation(call));
  const [row] = checker.getTypeArguments(rows);
  const properties = row.getProperties().filter(({ flags }) => !(flags & ts.SymbolFlags.Optional));
  return Object.fromEntries(
    properties.map((each) => [each.name, kindOf(checker.getTypeOfSymbolAtLocation(each, call))]),
  );
}

/**
 * `string`, `number`, `bigint`, `boolean`, `Date`, one of them with `[]`, or `other`: what is made of JSON, or unknown.
 */
function kindOf(type) {
  const parts = (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & nothing));
  const kinds = [...new Set(parts.map(kindOfOne))];
  return kinds.length === 1 ? kinds[0] : 'other';
}

function kindOfOne(type) {
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BigIntLike) return 'bigint';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  // A branded id is the type of its values and a mark.
  if (type.isIntersection()) return type.types.map(kindOfOne).find((kind) => kind !== 'other') ?? 'other';
  if (checker.isArrayType(type)) return `${kindOf(checker.getTypeArguments(type)[0])}[]`;
  return type.getSymbol()?.name === 'Date' ? 'Date' : 'other';
}
