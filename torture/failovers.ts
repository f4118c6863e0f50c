/** `npm run torture -- failover`: many lives of a primary and its standby, and one without synchrony as the control. */
import { note } from '../bench/history.ts';
import { failover, type Report } from './failover.ts';
import { sumOf, toldOf } from './proof.ts';
import { randomFrom } from './random.ts';
import { ends, meanwhiles } from './scenarios.ts';

/** That nothing is lost is only proved where something is lost without synchrony. */
export function control(seed: number): Promise<Report> {
  const small = { nodes: 1, clients: 2 };
  return failover(randomFrom(seed), { ...small, synchronous: false, meanwhile: [meanwhiles.lags], end: ends.dies });
}

/** How many acknowledgements of a life are not in the promoted book. */
export function lostIn({ findings }: Pick<Report, 'findings'>): number {
  return findings.filter((finding) => finding.endsWith('was acknowledged and is lost')).length;
}

type Options = { seed: number; rounds: number; awaySeconds: number; say: (sentence: string) => void };

/** Answers how many findings there are, the control's silence among them. */
export async function failovers({ seed, rounds, awaySeconds, say }: Options): Promise<number> {
  const { cancelled, away, backup, crashed } = meanwhiles;
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const random = randomFrom(seed + round);
    // The standby is away for long in the first life only, as that takes as long as it says.
    const possible = [cancelled, crashed, backup, away(round === 0 ? awaySeconds : 5)];
    const meanwhile = round === 0 ? [possible[3]!] : random.shuffled(possible).slice(0, 2);
    const end = Object.values(ends)[round % 3]!;
    const report = await failover(random, { synchronous: true, meanwhile, end });
    reports.push(report);
    const names = [...meanwhile, end].map(({ name }) => name).join(', ');
    say(`${report.findings.length === 0 ? '✓' : '✗'} ${names}: writes after ${report.writesAfterMs} ms`);
    for (const finding of report.findings.slice(0, 12)) say(`      ${finding.slice(0, 1_000)}`);
  }
  const lost = lostIn(await control(seed));
  say(lost > 0 ? `✓ without synchrony ${lost} were lost` : '✗ without synchrony nothing was lost: this proves nothing');
  const findings = reports.reduce((sum, report) => sum + report.findings.length, lost > 0 ? 0 : 1);
  const most = (of: (report: Report) => number) => Math.max(...reports.map(of));
  const sum = (of: (report: Report) => number) => reports.reduce((all, report) => all + of(report), 0);
  const figures = [
    ['lives, seed', `${rounds}, ${seed}`, ''],
    ['asks and verdicts acknowledged', `${sum((one) => one.acknowledged)} and ${sum((one) => one.verdicts)}`, ''],
    ['acknowledged and lost', `${sum(lostIn)}`, '0'],
    ['lost by the control without synchrony', `${lost}`, 'at least 1'],
    [
      'writes on both nodes after the promotion',
      `${(most((one) => one.writesAfterMs) / 1000).toFixed(1)} s`,
      'at most 6 s',
    ],
    ['slowest answer', `${(most((one) => one.slowestMs) / 1000).toFixed(1)} s`, 'at most 17 s'],
    ['reads while the standby was away, each answered', `${sum((one) => one.readsWhileAway)}`, ''],
    ['played', toldOf(sumOf(reports.map(({ played }) => played))), ''],
    ['findings', `${findings}`, 'none'],
  ] as const;
  for (const [figure, measured, goal] of figures) {
    say(`${figure}: ${measured}${goal ? ` (goal ${goal})` : ''}`);
    note(figure, measured, goal);
  }
  return findings;
}
