/**
 * Reads every sentence that a person can read, in all `*.words.ts` and beside the rules of the server that say it, as
 * docs/words.md asks for them: no banned word, one name a thing, `15%`, at most so many words to a sentence. Run by
 * itself, `node scripts/words.mjs` prints what it found and the reading grade of each file.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/** Longer sentences are not taken in at once by somebody who reads a second language. */
const mostWords = 20;

/** What is not written, and what is written instead. */
const banned = [
  [/\w %/, 'a percent sign stands at its figure: 15%'],
  [/\b(utili[sz]e|commence|prior to|in order to|whilst|hereby|thereof|aforementioned)\b/i, 'use, begin, before, to'],
  [/\b(please note|kindly|as soon as possible|asap)\b/i, 'nothing: it says nothing'],
  [/\b(oops|uh-oh|whoops|yay)\b/i, 'what is wrong and what to do'],
  [/\b(simply|obviously|of course)\b/i, 'nothing: it scolds whoever finds it hard'],
  [/\b(back in full if not|since \$|or none\b)/i, 'a whole sentence'],
  [/\bcreat(e time|ed at|ed on)\b|^Created$/i, 'Created Time'],
  [/\bupdat(e time|ed at|ed on)\b|^Updated$/i, 'Updated Time'],
  [/\b(sign in failed|invalid input)\b/i, 'what is wrong and what to do'],
  [/\b(top ups?|topups?)\b/, 'top-up'],
  [/\b(wallet money home|purse)\b/i, 'wallet'],
  [/\b(ad-account|adaccount)s?\b/i, 'ad account'],
  [/\btransaction ids?\b/, 'transaction ID'],
  [/\bpay(ment)? links?\b/i, 'paylink'],
  [/\b(by notice and e-mail|gets an e-mail|an e-mail when they)\b/i, 'told, unless they switched that off'],
  [/\b(least deposit|recharg)/i, 'minimum deposit, top-up'],
  [/\b(a|an|one|the|by|our|Outlook) mails?\b/, 'e-mail; to mail is a verb'],
  [/\b(timezone)s?\b/, 'time zone'],
  [/^(Asked|Time)$/, 'Created Time, or When'],
  [/^Cancel \w/, 'take it back: Cancel only closes a window'],
  [/^Drop/, 'take back what one proposed, refuse what somebody else did'],
  [/!!|\?\?|\.\.\./, 'one sign, or …'],
];

/** What the specification prints word for word, or a law asks for: each with its reason. */
const exceptions = [
  {
    text: /^Insufficient wallet balance\. Please recharge\.$/,
    why: 'printed in the specification',
  },
  { text: /^Drop a picture here, paste it, or choose one$/, why: 'what a hand does with a picture' },
  { text: /^topups of$/, why: 'what an admin may type into the finder' },
  {
    text: /^(Create Time|Loading ads\.\.\.|Login Successful! Redirecting\.\.\.)$/,
    why: 'printed in the specification',
  },
  {
    file: /^src\/server\//,
    why: 'read by whoever runs the portal, on a terminal',
    most: 26,
  },
  { file: /^src\/kinds\/money\.ts$/, why: 'the headings of docs/money.md' },
  { text: /^\w+\.$/, why: 'the beginning of a name in the audit log, which nobody reads' },
  {
    file: /^src\/site\/policy\.words\.ts$/,
    why: 'a contract: its sentences are exact before they are short',
    most: 60,
  },
  {
    file: /^src\/site\/(?!security)\w+\.words\.ts$/,
    why: 'descriptions for search engines and the claims that the specification prints',
    most: 34,
  },
];

/** Every text of a words file, with its line; what is filled in stands as one word. */
export function textsIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, text) =>
    found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, text });
  const look = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    // What a call is for stands in /docs, for programmers.
    if (file.endsWith('.api.ts') && ts.isPropertyAssignment(node) && node.name.getText(tree) === 'summary') return;
    if (ts.isElementAccessExpression(node) || ts.isRegularExpressionLiteral(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join(''));
      node.templateSpans.forEach(({ expression }) => look(expression));
    } else ts.forEachChild(node, look);
  };
  look(tree);
  return found;
}

const sentencesOf = (text) => text.split(/(?<=[.?!:;])\s+/).filter((sentence) => /\p{L}/u.test(sentence));
const wordsOf = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));

/** Roughly: groups of vowels, a silent e at the end left out. */
const syllablesOf = (word) =>
  Math.max(
    1,
    (
      word
        .toLowerCase()
        .replace(/e$/, '')
        .match(/[aeiouy]+/g) ?? []
    ).length,
  );

/** The grade of school in which one reads this with ease (Flesch and Kincaid); labels are no sentences. */
export function gradeOf(texts) {
  const sentences = texts.flatMap(({ text }) => sentencesOf(text)).filter((sentence) => wordsOf(sentence).length > 3);
  const words = sentences.flatMap(wordsOf);
  if (words.length === 0) return 0;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** What is wrong with these texts, as `file:line: what`. */
export function faultsIn(texts) {
  return texts.flatMap(({ file, line, text }) => {
    const excepted = exceptions.find((each) => each.file?.test(file) ?? each.text.test(text.trim()));
    if (excepted && excepted.most === undefined) return [];
    const most = excepted?.most ?? mostWords;
    const long = sentencesOf(text)
      .filter((sentence) => wordsOf(sentence).length > most)
      .map((sentence) => `${file}:${line}: ${wordsOf(sentence).length} words, ${most} are allowed: ${sentence}`);
    const worded = banned.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(text) ?? [];
      return found === undefined ? [] : [`${file}:${line}: "${found.trim()}"; instead: ${instead}`];
    });
    return [...long, ...worded];
  });
}

export function everyText(folder) {
  return globSync('src/**/*.words.ts', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) => textsIn(file, readFileSync(join(folder, file), 'utf8')));
}

/** Words that no file which imports them names, as `file: key`. What is in a group of words is not looked at. */
export function unnamedIn(sources) {
  return [...sources].flatMap(([file, source]) => {
    const [, folder, base] = /^src\/(.*)\/([^/]*\.words\.ts)$/.exec(file) ?? [];
    if (!base) return [];
    const isReader = ([other, text]) =>
      text.includes(`'#${folder}/${base}'`) || (dirname(other) === `src/${folder}` && text.includes(`'./${base}'`));
    const read = [source, ...[...sources].filter(isReader).map(([, text]) => text)].join('\n');
    if (/\bwords\[/.test(read)) return [];
    const isNamed = (key) => new RegExp(`\\.${key}\\b|\\{[^{}]*\\b${key}\\b[^{}]*\\} = \\w`).test(read);
    return keysIn(file, source)
      .filter((key) => !isNamed(key))
      .map((key) => `${file}: ${key}`);
  });
}

/** The keys of the `words` that a file exports. */
function keysIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const made = tree.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText(tree) === 'words')?.initializer;
  const value = made && ts.isAsExpression(made) ? made.expression : made;
  return (value?.properties ?? []).flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
}

export function everySource(folder) {
  return new Map(
    globSync('src/**/*.{ts,tsx}', { cwd: folder })
      .map((file) => file.replaceAll('\\', '/'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
}

/** What stands beside the rules: refusals, notices, mails, lines. A sentence begins with a capital and ends. */
export function everySentence(folder) {
  return globSync('src/**/*.ts', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.words\.ts$|test/.test(file))
    .toSorted()
    .flatMap((file) => textsIn(file, readFileSync(join(folder, file), 'utf8')))
    .filter(({ text }) => /^[A-Z“].* .*[.?!]$/s.test(text.trim()));
}

/** What stands above a column of a list or a file, where it is no word of a words file. */
export function headersIn(file, source) {
  return [...source.matchAll(/\bheader: '([^']+)'/g)].map(({ 1: text, index }) => ({
    file,
    line: source.slice(0, index).split('\n').length,
    text,
  }));
}

export function everyHeader(folder) {
  return [...everySource(folder)]
    .filter(([file]) => !/\.words\.ts$|test/.test(file))
    .flatMap(([file, source]) => headersIn(file, source));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..');
  const [texts, sentences] = [everyText(root), everySentence(root)];
  const faults = faultsIn([...texts, ...sentences, ...everyHeader(root)]);
  for (const [file, own] of Map.groupBy(texts, ({ file }) => file))
    console.log(`${gradeOf(own).toFixed(1).padStart(5)}  ${file}`);
  console.log(`${gradeOf(texts).toFixed(1).padStart(5)}  all ${texts.length} texts`);
  console.log(`${gradeOf(sentences).toFixed(1).padStart(5)}  ${sentences.length} sentences of the server`);
  faults.forEach((fault) => console.log(fault));
  console.log(`${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}
