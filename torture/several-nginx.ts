/** `npm run torture -- nginx`: three nodes behind the real nginx with the configuration of deploy/. */
import { note } from '../bench/history.ts';
import { openNginx, whyNoNginx } from './nginx.ts';
import { wronglyResent } from './resent.ts';
import { rollingRestart } from './rolling.ts';
import { checks, openSeveral } from './several.ts';

/**
 * Prints each guarantee and its figures; answers how many did not hold. Without an nginx nothing is proved, and that is
 * said.
 */
export async function behindNginx(rounds: number): Promise<number> {
  const missing = whyNoNginx();
  if (missing) {
    console.log(`Nothing was proved: ${missing}.`);
    return 1;
  }
  const several = await openSeveral(openNginx);
  let failed = 0;
  const figures: string[] = [];
  const say = (figure: string) => {
    figures.push(figure);
    console.log(`    ${figure}`);
  };
  const tell = (name: string, faults: readonly string[]) => {
    if (faults.length > 0) failed += 1;
    console.log(`${faults.length === 0 ? '✓' : '✗'} ${name}`);
    note(name, figures.splice(0).join('; '), faults.length === 0 ? 'held' : 'missed');
    for (const fault of faults.slice(0, 10)) console.log(`      ${fault.slice(0, 500)}`);
  };
  try {
    tell('nginx -t takes deploy/nginx.conf', []);
    tell('a call that a node got goes to no other, unless it only reads', await wronglyResent());
    for (const [name, check] of Object.entries(checks)) tell(name, await check(several, say));
    for (let round = 0; round < rounds; round++)
      tell('three nodes are restarted one after the other without a failed call', await rollingRestart(several, say));
  } finally {
    await several.close();
  }
  return failed;
}
