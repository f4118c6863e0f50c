/**
 * The statement with its proof: every line as it was sealed, and the hashes that lead from them to a head that was
 * mailed. With it a client can check the statement without trusting the portal. It contains no line of any other
 * client.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { dayAt } from '#kernel/days.ts';
import { insist, notFound, refuse, type Refusal } from '#kernel/refusal.ts';
import { placeInSeal, sealedLines, statementSeal } from '#ledger/statements.server.ts';
import { Download, handle } from '#server/handle.server.ts';
import { clientById } from '#users/clients.server.ts';
import { getStatementProof, getStatementVerifier } from './statement.api.ts';
import { rangeOf } from './statement-range.server.ts';

const notSealed: Refusal = {
  code: 'statement.not_sealed',
  message: 'Nothing of this statement has been sealed yet. What moved is sealed within the hour.',
  status: 409,
};

export const proofHandlers = [
  handle(getStatementProof, async ({ query, session, app }) => {
    const range = await rangeOf(query, session, app);
    const seal = await statementSeal(app.db, query.head || undefined);
    insist(
      seal ? undefined : query.head ? { ...notFound, message: 'No seal has this head.', field: 'head' } : notSealed,
    );
    const [client, place] = await Promise.all([
      clientById(app.db, range.client),
      placeInSeal(app.db, range.client, seal!),
    ]);
    if (!place) return refuse(notSealed);
    const { previous, head, book, at } = seal!;
    const top = {
      client: client!.publicId,
      sealedAt: at.toISOString(),
      head,
      previous,
      book,
      path: place.path,
      from: inLines(range.from),
      to: inLines(range.to),
    };
    const lines = sealedLines(app.db, range.client, seal!);
    return new Download(Readable.from(written(top, lines)), {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="statement-proof-${dayAt(at)}.json"`,
    });
  }),

  handle(getStatementVerifier, async () => {
    const program = await readFile(join(import.meta.dirname, '../../scripts/verify-statement.mjs'));
    return new Download(program, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-disposition': 'attachment; filename="verify-statement.mjs"',
    });
  }),
];

/** A moment as the lines write theirs, so that the two compare as texts. */
function inLines(at: Date | undefined): string | null {
  return at ? at.toISOString().replace('Z', '000Z') : null;
}

type Top = { from: string | null; to: string | null };

/** Writes the file piece by piece, so that a history of any length needs the memory of one batch only. */
async function* written(top: Top, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(top).slice(0, -1)},"lines":[`;
  let [comma, opening, closing] = ['\n', '0.00', '0.00'];
  for await (const line of lines) {
    yield `${comma}${JSON.stringify(line)}`;
    comma = ',\n';
    const [, time = '', , , , balance = ''] = line.split('|');
    if (top.from !== null && time < top.from) opening = balance;
    if (top.to === null || time < top.to) closing = balance;
  }
  yield `\n],"opening":"${opening}","closing":"${closing}"}\n`;
}
