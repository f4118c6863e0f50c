/** A file as it was uploaded, read as a report of its platform. `owner`: who waits for it. */
import { insist, refuse, type Refusal } from '#kernel/refusal.ts';
import type { Spec } from '#platforms/platforms.ts';
import { readReport, type Report } from './report.ts';
import { tablesIn } from './table.server.ts';

export async function reportIn(
  bytes: Buffer,
  layout: Spec['spend'],
  { today, owner }: { today: string; owner: string },
): Promise<Report> {
  let first: Refusal | undefined;
  for await (const { rows, isWhole } of tablesIn(bytes, owner)) {
    const read = readReport(rows, layout, { today, isWhole });
    if ('days' in read) return read;
    // What is wrong with a table whose header was found says more than that none was found.
    if (!first || first.message.startsWith(noHeaderAt)) first = read;
  }
  insist(first);
  return refuse({ code: 'input.invalid', message: 'This file holds no table.', status: 400, field: 'file' });
}

const noHeaderAt = 'No line with the columns';
