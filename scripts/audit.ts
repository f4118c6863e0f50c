/**
 * `npm run audit`: proves the whole book of the portal's database (DATA_DIR or DATABASE_URL), also while the portal
 * runs. Prints what was checked and how much of it, and the seals to keep; ends with 1 when anything was found, with 2
 * when it could not look. `npm run audit -- <seal>` also says whether a seal that was kept elsewhere is still the
 * portal's; `npm run audit -- --pictures` also fetches every picture of the object store and compares it with its
 * digest. With `--beside` it waits for a portal that is about to start, and never runs the database itself.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { newestSeals, sealWithHead } from '#book/kept.server.ts';
import { auditBook, type Checked } from '#requests/book.server.ts';
import { readConfig } from '#server/config.server.ts';
import { openPictureStore } from '#server/picturestore.server.ts';
import { checkStored } from '#topups/storedpictures.server.ts';
import { onDatabase } from './visit.ts';

try {
  const { values, positionals: heads } = parseArgs({
    allowPositionals: true,
    options: { pictures: { type: 'boolean', default: false }, beside: { type: 'boolean', default: false } },
  });
  const audited = async (client: pg.Client) => {
    const checked = await auditBook(client, print);
    const findings =
      checked.reduce((sum, each) => sum + each.findings, 0) +
      (await lostSeals(client, heads)) +
      (values.pictures ? await lostPictures(client) : 0);
    for (const { of, upto, head } of await newestSeals(client))
      console.log(`seal  of the ${of} up to ${upto}: ${head}`);
    console.log(
      findings === 0
        ? 'The book is proved: nothing was found.'
        : `${findings} finding${findings === 1 ? '' : 's'}. The book is NOT in order.`,
    );
    return findings === 0 ? 0 : 1;
  };
  process.exitCode = await onDatabase('audit', audited, { readsLong: true, beside: values.beside });
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

/** How many pictures of the object store are missing there, or others than were put. */
async function lostPictures(client: pg.Client): Promise<number> {
  const { pictureStore } = readConfig(process.env);
  if (!pictureStore)
    throw new Error('no setting names a store of pictures: give PICTURE_STORE_URL and what belongs to it.');
  const { pictures, faults } = await checkStored(client, openPictureStore(pictureStore));
  for (const fault of faults) console.log(`WRONG picture ${fault}`);
  if (faults.length === 0)
    console.log(`ok    each picture in the object store is as it was sent (${pictures} pictures)`);
  return faults.length;
}
