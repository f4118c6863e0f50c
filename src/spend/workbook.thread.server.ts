/** The thread of `workbook.server.ts`. What is no workbook is said; what takes too much ends it. */
import { parentPort } from 'node:worker_threads';
import { readXlsx } from 'hucre/xlsx';

parentPort!.on('message', async ({ bytes, range }: { bytes: Uint8Array; range: string }) => {
  const read = await readXlsx(bytes, { sheets: [0], range }).catch(() => undefined);
  parentPort!.postMessage(read ? (read.sheets[0]?.rows ?? []) : 'damaged');
});
