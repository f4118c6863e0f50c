/**
 * `npm run audit`: proves the whole book of the portal's database (DATA_DIR or DATABASE_URL), also while the portal
 * runs. Prints what was checked and how much of it, and the seals to keep; ends with 1 when anything was found, with 2
 * when it could not look. `npm run audit -- <seal>` also says whether a seal that was kept elsewhere is still the
 * portal's.
 */
import type pg from 'pg';
import { newestSeals, sealWithHead } from '#book/kept.server.ts';
import { auditBook, type Checked } from '#requests/book.server.ts';
import { onDatabase } from './visit.ts';

try {
  const audited = async (client: pg.Client) => {
    const checked = await auditBook(client, print);
    const findings =
      checked.reduce((sum, each) => sum + each.findings, 0) + (await lostSeals(client, process.argv.slice(2)));
    for (const { of, upto, head } of await newestSeals(client))
      console.log(`seal  of the ${of} up to ${upto}: ${head}`);
    console.log(
      findings === 0
        ? 'The book is proved: nothing was found.'
        : `${findings} finding${findings === 1 ? '' : 's'}. The book is NOT in order.`,
    );
    return findings === 0 ? 0 : 1;
  };
  process.exitCode = await onDatabase('audit', audited, { readsLong: true });
} catch (error) {
  console.error(`The audit could not be made: ${(error as Error).message}`);
  process.exitCode = 2;
}

function print({ check, counted, of, findings, shown, milliseconds }: Checked) {
  console.log(
    `${findings === 0 ? 'ok   ' : 'WRONG'} ${check} (${counted.toLocaleString('en')} ${of}, ${(milliseconds / 1000).toFixed(2)} s)`,
  );
  for (const finding of shown) console.log(`      ${finding}`);
  if (findings > shown.length) console.log(`      and ${findings - shown.length} more`);
}

/** How many of these seals, kept elsewhere, the portal does not have any more. */
async function lostSeals(client: pg.Client, heads: readonly string[]): Promise<number> {
  let lost = 0;
  for (const head of heads) {
    const seal = await sealWithHead(client, head);
    lost += seal ? 0 : 1;
    console.log(
      seal
        ? `ok    ${head} is the ${seal.of}'s up to ${seal.upto}, sealed ${seal.at.toISOString()}`
        : `WRONG ${head} is no seal of this portal`,
    );
  }
  return lost;
}
