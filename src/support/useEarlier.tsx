/**
 * What is read newest first, a page at a time: the first page, which is fetched anew whenever something is written, and
 * all older ones that were asked for.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '#ui/toast.tsx';
import { words } from './support.words.ts';

type Page<Row> = { readonly rows: readonly Row[]; readonly earlier: boolean };

export function useEarlier<Row extends { readonly _id: string }>(
  first: Page<Row>,
  before: (id: string) => Promise<Page<Row>>,
  failed: string,
) {
  const [kept, setKept] = useState<Page<Row>>();
  const [busy, setBusy] = useState(false);
  const older = kept?.rows.filter(({ _id }) => first.rows.every((each) => each._id !== _id)) ?? [];
  const all = [...first.rows, ...older];
  const more = () => {
    setBusy(true);
    before(all.at(-1)!._id)
      .then(({ rows, earlier }) => setKept({ rows: [...all, ...rows], earlier }))
      .catch(() => toast.failed(failed))
      .finally(() => setBusy(false));
  };
  const button = (
    <Button variant="subtle" loading={busy} onClick={more}>
      {words.earlier}
    </Button>
  );
  return { all, more: (kept ?? first).earlier ? button : null };
}
