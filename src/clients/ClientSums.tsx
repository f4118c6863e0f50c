/** What all clients that were found have together. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { grouped } from '#kernel/money.ts';
import { Money } from '#ui/Money.tsx';
import { Sums } from '#ui/Sums.tsx';
import type { getUsers } from './clients.api.ts';
import { words } from './clients.words.ts';

export function ClientSums({ of: { total, sums } }: { of: Pick<OutputOf<typeof getUsers>, 'total' | 'sums'> }) {
  if (total === 0 || sums === undefined) return null;
  const figures = sums && [sums.wallet, sums.held].map((cents, n) => <Money key={n} cents={cents} />);
  return (
    <Sums
      what={words.sums.clients}
      heads={[words.field.wallet, words.field.held]}
      rows={figures && [{ name: grouped(total), figures }]}
      tooMany={words.sums.tooMany}
    />
  );
}
