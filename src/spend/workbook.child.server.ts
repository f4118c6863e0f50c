/** Run by `workbook.server.ts`. What is no workbook is said; what takes too much memory ends this process. */
import { readXlsx } from 'hucre/xlsx';

/** Whoever takes the rows needs memory for them, too; a hundred thousand rows of twelve columns are 1,200,000. */
const mostCells = 2_000_000;

process.on('message', async ({ bytes, range }: { bytes: Uint8Array; range: string }) => {
  const read = await readXlsx(bytes, { sheets: [0], range }).catch(() => undefined);
  const rows = read?.sheets[0]?.rows ?? [];
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  process.send!(!read ? 'damaged' : cells > mostCells ? 'too large' : rows);
});
// Nobody is left to read for.
process.once('disconnect', () => process.exit());
