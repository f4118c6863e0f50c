/**
 * The figures, docs/bench.md. With `--record` a bench writes what it measured: when, which commit, on which machine,
 * how busy that was, and a line for each figure. It takes the place of what the same command wrote before.
 */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '#server/postgres-install.server.ts';

const root = join(import.meta.dirname, '..');
const kept = join(root, 'docs/bench.md');
const loadBefore = loadavg()[0]!;
let figures: string[] = [];

/** Keeps a figure to be recorded; it has been printed already. */
export function note(figure: string, measured: string, goal = ''): void {
  figures.push(`| ${[figure, measured, goal].map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`);
}

/** Writes what was noted since, where `--record` was given. */
export async function record(
  command: string,
  args: readonly string[] = process.argv.slice(2),
  file = kept,
): Promise<void> {
  if (!args.includes('--record') || figures.length === 0) return;
  const rest = args.filter((arg) => arg !== '--record').join(' ');
  const heading = `## \`${command}${rest ? ` -- ${rest}` : ''}\``;
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const section = [
    `${heading}\n`,
    `${at}, ${commit()} on ${await machine()}; load ${loadBefore.toFixed(1)} before it.\n`,
    '| figure | measured | goal |\n|---|---|---|',
    ...figures,
  ].join('\n');
  figures = [];
  await writeFile(file, withSection(await readFile(file, 'utf8'), heading, `${section}\n`));
  console.log(`Written to ${file}.`);
}

/** The text with this section, in the place of the one with its heading or at the end. */
function withSection(text: string, heading: string, section: string): string {
  const sections = text.split(/^(?=## )/m).map((each) => `${each.trimEnd()}\n`);
  const at = sections.findIndex((each) => each.startsWith(`${heading}\n`));
  sections.splice(at < 0 ? sections.length : at, 1, section);
  return sections.join('\n');
}

const said = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

/** The figures of this run are no change of what is measured. */
function commit(): string {
  const name = said('git', 'rev-parse', '--short', 'HEAD') || 'no commit';
  const changes = said('git', 'status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/bench.md');
  return changes ? `${name} with changes` : name;
}

async function machine(): Promise<string> {
  const postgres = said(join(await findPrograms(), 'bin/postgres'), '--version').replace(
    /^postgres \(PostgreSQL\)/,
    'PostgreSQL',
  );
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const fault = `a page fault ${faultUs().toFixed(1)} µs`;
  return `${cpus().length} × ${cpus()[0]!.model.trim()}, ${memory}, ${fault}, ${postgres}, Node ${process.versions.node}`;
}

/**
 * How long the first touch of 4 KB takes: under a microsecond on hardware, 15 on some virtual machines, where whatever
 * begins a process, opens a page or reads a file for the first time is as much slower.
 */
function faultUs(): number {
  const [bytes, page] = [64 * 1024 ** 2, 4096];
  const once = () => {
    const memory = new Uint8Array(bytes);
    const began = performance.now();
    for (let at = 0; at < bytes; at += page) memory[at] = 1;
    return ((performance.now() - began) * 1_000) / (bytes / page);
  };
  return Math.min(...Array.from({ length: 5 }, once));
}
