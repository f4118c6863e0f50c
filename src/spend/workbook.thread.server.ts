/** The thread of `workbook.server.ts`. A workbook that is none ends it. */
import { parentPort } from 'node:worker_threads';
import { readXlsx } from 'hucre/xlsx';

parentPort!.on('message', async ({ bytes, range }: { bytes: Uint8Array; range: string }) => {
  const { sheets } = await readXlsx(bytes, { sheets: [0], range });
  parentPort!.postMessage(sheets[0]?.rows ?? []);
});
