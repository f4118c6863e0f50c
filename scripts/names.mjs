/**
 * Where a platform is named in the code outside its own file: in a text, a pattern, a property or a longer name, or by
 * one of its addresses. Whoever needs to know what differs between platforms asks the registry (`src/platforms/`), so
 * that a new one is one file. Comments may name them; so may tests, and what the public site says.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { tests } from '../.dependency-cruiser.mjs';

/**
 * The platforms' own files, what the public site says and which words are whose, what brands it, what Gmail is called,
 * and what the environment calls their credentials.
 */
const mayName =
  /^src\/platforms\/|^src\/site\/(\w+\.words|platformwords)\.ts$|^src\/(kernel\/brand|ui\/gmail)\.ts$|^src\/server\/advertising\.server\.ts$/;
const isTest = new RegExp(tests);

/** Every place that names a platform of this folder's registry, as `file:line: word`. */
export function strayNames(folder) {
  const files = globSync('{src,seeds}/**/*.{ts,tsx}', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  const textOf = (file) => readFileSync(join(folder, file), 'utf8');
  const named = /^  name: '(\w+)',\n  prefix: /gm;
  const own = files.filter((file) => /^src\/platforms\/\w+\.ts$/.test(file)).map(textOf);
  const specs = own.filter((text) => text.search(named) >= 0);
  const said = (pattern) => specs.flatMap((text) => [...text.matchAll(pattern)].map(([, each]) => each));
  const names = said(named);
  const addresses = said(/'(\/[\w/-]+)'/g);
  const isStray = strayBy(names, new Set(addresses));
  // Most files contain none of these words; only the others are parsed, which is slow.
  const isWorthIt = (text) => isStray(text) || addresses.some((each) => text.includes(each));
  const read = files.filter((file) => !mayName.test(file) && !isTest.test(file)).toSorted();
  return {
    names,
    files: read.length,
    stray: read.flatMap((file) => (isWorthIt(textOf(file)) ? strayIn(file, textOf(file), isStray) : [])),
  };
}

/** By name: alone, in a longer one (`asGoogleAd`) or with a dash (`g-oogle`), but not inside of a word (`rubbing`). */
function strayBy(names, addresses) {
  const forms = names.flatMap((name) => {
    const [first, rest] = [name[0], name.slice(1)];
    return [`(?<![A-Za-z])[${first}${first.toLowerCase()}]-?${rest}`, `${first}${rest}`, name.toUpperCase()];
  });
  const word = new RegExp(forms.join('|'));
  return (text) => word.test(text) || addresses.has(text.replaceAll(/^['"`]|['"`]$/g, ''));
}

/** Of the leaves of the tree, which have no comments in them. */
function strayIn(file, text, isStray) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const look = (node) => {
    const said = node.getText(source);
    if ((node.getChildCount(source) === 0 || ts.isJsxText(node)) && isStray(said)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}: ${said.trim().slice(0, 60)}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

if (import.meta.main) {
  const { names, files, stray } = strayNames(join(import.meta.dirname, '..'));
  for (const each of stray) console.log(each);
  console.log(`${names.join(', ')} stand ${stray.length} times in ${files} files that are not theirs`);
  if (stray.length > 0 || names.length === 0) process.exitCode = 1;
}
