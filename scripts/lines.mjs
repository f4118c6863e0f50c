/**
 * Lines of more than 120 characters, and style sheets of more than 300 lines (the linter counts those of code).
 * The formatter breaks code; what it leaves whole is text. A sentence may be longer, as whoever looks for it finds it
 * in one piece; SQL and comments are broken by hand, and this check names those that are not. A literal is spread into
 * another one for no reason but where the formatter breaks its lines: those are named, too.
 *
 *     node scripts/lines.mjs [root]     prints what is too long or spread; ends with 1 if there is any
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const longest = 120;
const sources = '{src,scripts,seeds,bench,torture,e2e}/**/*.{ts,tsx,mjs}';
/** Printed by `npm run schema`: what PostgreSQL answers, and one row a line. */
const printed = new Set(['migrations/schema.sql', 'migrations/functions/rules.sql']);

/** Every style sheet of a folder that is more than one thing, as `file: its lines`. */
export function longSheets(folder) {
  return globSync('src/**/*.css', { cwd: folder })
    .map((file) => ({ file, lines: readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 300)
    .map(({ file, lines }) => `${file}: ${lines} lines`);
}

/** Every literal that is spread into another one, as `file:line`. */
export function spreadLiterals(folder) {
  return globSync(sources, { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      // Few files have what looks like one, and the rest is not read as a program.
      return /\.{3}\(?[[{]/.test(text) ? spreadIn(file, text) : [];
    });
}

function spreadIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const look = (node) => {
    const isSpread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node);
    if (isSpread && isLiteral(node.expression))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function isLiteral(node) {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isLiteral(node.expression);
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
}

/** Every line of a folder's sources that is too long, as `file:line: its beginning`. */
export function longLines(folder) {
  const programs = globSync(sources, { cwd: folder });
  const sql = globSync('migrations/**/*.sql', { cwd: folder }).filter((file) => !printed.has(file));
  const told = (file, text, places) =>
    places.map((place) => `${file}:${place + 1}: ${text.split('\n')[place].trim().slice(0, 80)}`);
  return [...programs, ...sql].toSorted().flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const long = text.split('\n').flatMap((line, place) => (line.length > longest ? [place] : []));
    if (long.length === 0) return [];
    return told(file, text, file.endsWith('.sql') ? long : withoutSentences(file, text, long));
  });
}

/**
 * Of these lines, those that no text makes long but SQL. A text stands on every line that it begins, crosses or ends.
 */
function withoutSentences(file, text, long) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const [sentences, statements] = [new Set(), new Set()];
  const look = (node) => {
    if (isText(node)) {
      const [first, last] = [node.getStart(source), node.getEnd()].map(
        (at) => source.getLineAndCharacterOfPosition(at).line,
      );
      const lines = isSql(node.getText(source)) ? statements : sentences;
      for (let line = first; line <= last; line += 1) lines.add(line);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return long.filter((line) => statements.has(line) || !sentences.has(line));
}

function isText(node) {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateExpression(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  );
}

/** By what no sentence has: `select … from`, `where x =`, `case when`. Words of SQL are written small. */
function isSql(text) {
  return [
    /\b(select|insert into|delete from|update \w+ \w* ?set)\b.*\b(from|values|where|set|into|as)\b/s,
    /\b(create|alter|truncate|drop) (unique |unlogged )?(table|index|role|view|sessions)\b/,
    /\b(from|join|where|and|on) \w+(\.\w+)? (\w+ )?(=|<>|is null|is not|in \(|any \(|on \w+\.\w)/,
    /\bcase (\w+ )?when\b|\bcoalesce\(|\border by\b|\bgroup by\b|\bleft join\b|\bset \w+ = \S+[,;]?$/,
  ].some((sign) => sign.test(text));
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '..');
  const [lines, sheets, spread] = [longLines(folder), longSheets(folder), spreadLiterals(folder)];
  for (const each of [...lines, ...sheets, ...spread]) console.log(each);
  if (lines.length > 0) console.log(`${lines.length} lines of SQL or comments have more than ${longest} characters.`);
  if (sheets.length > 0) console.log(`${sheets.length} style sheets have more than 300 lines.`);
  if (spread.length > 0) console.log(`${spread.length} literals are spread into another one.`);
  process.exitCode = lines.length + sheets.length + spread.length > 0 ? 1 : 0;
}
