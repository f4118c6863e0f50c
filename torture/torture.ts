/**
 * `npm run torture`: random clients and admins against two nodes on one PostgreSQL, while nodes, database, wires, disk
 * and clocks fail. `-- --seed=7` repeats the choices of a run, `-- --minutes=10` goes on for so long (5 unless given),
 * `-- --only=disk` takes only faults with that word in their name, `-- short` is what `npm run prove` runs. `-- nginx`
 * proves three nodes behind the real nginx instead (`--rounds=5` restarts them so often). `-- failover` lets the
 * machine under the database die (`--rounds=20` times, its standby away for `--away=180` s in the first). `-- cluster
 * --nodes=URL,URL --seconds=300` is at work on a trial cluster, whose owner's MIGRATE_DATABASE_URL it asks for.
 * `--record` keeps the figures in docs/bench.md.
 */
import { parseArgs } from 'node:util';
import { note, record } from '../bench/history.ts';
import { onCluster } from './cluster.ts';
import { failovers } from './failovers.ts';
import { toldOf } from './proof.ts';
import { torture } from './run.ts';
import { behindNginx } from './several-nginx.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    away: { type: 'string', default: '20' },
    nodes: { type: 'string', default: '' },
    seconds: { type: 'string', default: '300' },
    record: { type: 'boolean' },
  },
});
const seed = Number(given.seed ?? Math.floor(Math.random() * 1e9));
const minutes = positionals.includes('short') ? 'short' : Number(given.minutes);

if (positionals.includes('nginx')) {
  const failed = await behindNginx(Number(given.rounds));
  await record('npm run torture');
  process.exit(failed === 0 ? 0 : 1);
}

if (positionals.includes('failover')) {
  const how = { seed, rounds: Number(given.rounds), awaySeconds: Number(given.away) };
  const found = await failovers({ ...how, say: (sentence) => console.log(sentence) });
  await record('npm run torture');
  process.exit(found === 0 ? 0 : 1);
}

if (positionals.includes('cluster')) {
  const ownerUrl = process.env['MIGRATE_DATABASE_URL'];
  if (!ownerUrl || !given.nodes) throw new Error('It needs MIGRATE_DATABASE_URL, and --nodes=URL,URL.');
  const how = { seed, seconds: Number(given.seconds), nodes: given.nodes.split(','), ownerUrl };
  const found = await onCluster({ ...how, say: (sentence) => console.log(sentence) });
  await record('npm run torture');
  process.exit(found === 0 ? 0 : 1);
}

console.log(`seed ${seed}\n`);
const report = await torture({ seed, minutes, only: given.only, say: (sentence) => console.log(sentence) });
const { findings, skipped } = report;
console.log(`
${report.rounds} rounds: ${report.acknowledged} asks acknowledged, ${report.refused} refused, ${report.unanswered} given up; ${report.verdicts} verdicts
answers: ${report.answers}
played: ${toldOf(report.played)}
slowest answer ${(report.slowestMs / 1000).toFixed(1)} s (goal 30), slowest recovery ${(report.slowestRecoveryMs / 1000).toFixed(1)} s (goal 10)
${skipped.length > 0 ? `left out: ${skipped.join('; ')}\n` : ''}${findings.length === 0 ? 'Nothing was lost, nobody was told a lie.' : `${findings.length} findings with seed ${seed}.`}`);
process.exitCode = findings.length === 0 ? 0 : 1;
note('rounds', `${report.rounds}`);
note('asks and verdicts acknowledged', `${report.acknowledged} and ${report.verdicts}`);
note('answers', report.answers);
note('played', toldOf(report.played));
note(
  'slowest answer, slowest recovery',
  `${(report.slowestMs / 1000).toFixed(1)} s, ${(report.slowestRecoveryMs / 1000).toFixed(1)} s`,
  'at most 30 s, 10 s',
);
note('findings', `${findings.length}, seed ${seed}`, 'none');
await record('npm run torture');
