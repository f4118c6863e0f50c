/**
 * Who sends what a pattern chews on: a field that takes seconds to be refused takes them from everybody on the node.
 */
import { expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { handlers } from '#endpoints.server.ts';
import { refusalOfInput } from '#kernel/validate.ts';
import { csvLine } from '#server/csv.server.ts';
import { namesIn } from './walk.testing.server.ts';

/**
 * As many letters as a form of several fields may hold; what is tried again for each of them takes more than a second.
 */
const times = 15_000;
const endless = [
  `https://${'a.'.repeat(times)} b`,
  `https://${'.'.repeat(2 * times)} b`,
  `a@${'a.'.repeat(times)}@`,
  `a${' '.repeat(2 * times)}a`,
  `${'1'.repeat(2 * times)}x`,
  `${'a-'.repeat(times)}!`,
  `${'+ '.repeat(times)}x`,
  `${'US-'.repeat(times)}!`,
  'a,\n'.repeat(times),
];
const mostMs = 500 * busyFactor();

/** The best of three: a machine may be busy, a pattern always is. */
function timeOf(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && best > mostMs; turn++) {
    const began = performance.now();
    work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

test('no field of any call takes long to refuse what is long', { timeout: 120_000 }, () => {
  const slow: string[] = [];
  let tried = 0;
  for (const { endpoint } of handlers) {
    for (const schema of [endpoint.query, endpoint.body]) {
      for (const name of namesIn(schema)) {
        const rows = (text: string) => [
          { gmail: text, domain: text, outlookMail: text, accountName: text, adsId: text, money: text, deposit: text },
        ];
        for (const text of endless) {
          for (const value of [text, [text], rows(text)]) {
            tried += 1;
            const ms = timeOf(() =>
              refusalOfInput(schema!, { ...(endpoint.example as object | undefined), [name]: value }),
            );
            if (ms > mostMs) slow.push(`${endpoint.path} ${name} ${Math.round(ms)} ms: ${text.slice(0, 20)}`);
          }
        }
      }
    }
  }
  expect(slow).toEqual([]);
  expect(tried).toBeGreaterThan(3_000);
});

test('no text takes long to be written into a list, whatever it has in which a formula may begin', () => {
  for (const piece of ['\t', '\r\n', ';', ',"', ': ']) {
    const text = piece.repeat(100_000);
    expect(timeOf(() => csvLine([text]))).toBeLessThan(mostMs);
    expect(csvLine([`a${text}=1`]).replaceAll('""', '"')).toBe(`"a${text}'=1"\r\n`);
  }
});
