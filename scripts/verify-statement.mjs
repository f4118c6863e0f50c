/**
 * Checks a statement that was downloaded with its proof, without the portal:
 *     node verify-statement.mjs statement-sealed-copy.json [the head as it was mailed or noted down]
 * 48 lines of plain Node: they add up every line, compute the chain of hashes over the lines, from it the root of the
 * tree of all statements, and compare that with the head.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha = (...parts) => createHash('sha256').update(parts.join('|')).digest('hex');
const cents = (dollars) => BigInt(dollars.replace('.', ''));
const refuse = (why) => {
  console.log(`NO. ${why}`);
  process.exit(1);
};

const [file, mailed] = process.argv.slice(2);
const proof = JSON.parse(readFileSync(file, 'utf8'));
let [chain, balance, opening, closing] = [sha(proof.client), 0n, 0n, 0n];
proof.lines.forEach((line, at) => {
  const [number, time, applyId, , amount, after] = line.split('|');
  balance += cents(amount);
  if (Number(number) !== at + 1)
    refuse(`Line ${at + 1} says that it is line ${number}: lines are missing or out of order.`);
  if (balance !== cents(after)) refuse(`Line ${number} (${applyId}) leaves another balance than it says.`);
  if (proof.from === null || time < proof.from) opening = proof.from === null ? 0n : balance;
  if (proof.to === null || time < proof.to) closing = balance;
  chain = sha('line', chain, line);
});
if (opening !== cents(proof.opening) || closing !== cents(proof.closing))
  refuse('Opening or closing balance is not their sum.');
const key = sha(proof.client);
const right = (depth) => (parseInt(key[depth >> 2], 16) >> (3 - (depth & 3))) & 1;
let node = sha('leaf', key, proof.lines.length, chain);
for (const [depth, beside] of [...proof.path.entries()].reverse())
  node = sha('node', ...(right(depth) ? [beside, node] : [node, beside]));
const digest = /^[0-9a-f]{64}$/;
if (![proof.book, ...[proof.previous, ...proof.path].filter((part) => part !== '')].every((part) => digest.test(part)))
  refuse('It holds something else where a digest should be.');
if (!/^[\dT:.Z-]+$/.test(proof.sealedAt)) refuse('It does not say when it was sealed.');
const head = sha('seal', proof.previous, proof.sealedAt, node, proof.book);
if (head !== proof.head)
  refuse('The lines are not the ones that were sealed: they make another head than the file says.');
if (mailed && head !== mailed.trim().toLowerCase()) refuse(`This is not the mailed head: the lines make ${head}.`);
const told = `${proof.lines.length} lines, opening ${proof.opening}, closing ${proof.closing}, all of them as sealed at ${proof.sealedAt}.`;
console.log(
  `YES. ${told}\n${mailed ? 'The head is the one you gave.' : `Compare this head with the one that was mailed:\n${head}`}`,
);
