/**
 * Prints every statement that the source asks of a `Database` (`….query('name', text)`), for the test that lets
 * PostgreSQL describe them all. Each file is loaded with its own calls said once more at its end, where only what
 * stands outside of functions is known: a statement that can be said there is constant, any other is built at run time.
 */
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
/** Connections of node-postgres itself, whose statements have no name. */
const bare = /^(client|connection|on)$/;
const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$|testing|^src\/test/.test(file));
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
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const made = [];
  const look = (node) => {
    if (ts.isCallExpression(node) && isOfDatabase(node.expression)) {
      const [name, text] = node.arguments.map((each) => each.getText());
      const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      made.push({ at, name, text, columns: columnsOf(source, node.typeArguments?.[0]) });
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

/** The columns that a row is said to have, where its type is written out here or in the same file. */
function columnsOf(source, type) {
  if (type === undefined) return undefined;
  if (ts.isTypeReferenceNode(type) && type.typeArguments === undefined) {
    const alias = source.statements.find(
      (each) => ts.isTypeAliasDeclaration(each) && each.name.text === type.getText(),
    );
    return alias && columnsOf(source, alias.type);
  }
  if (!ts.isTypeLiteralNode(type)) return undefined;
  return type.members.filter((each) => !each.questionToken).map((each) => each.name.text);
}
