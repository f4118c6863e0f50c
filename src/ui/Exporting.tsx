/** A file of what a list shows, and the button of a page that offers one. */
import { Button } from '@mantine/core';
import { Fragment, useState, type ReactNode } from 'react';
import type { Endpoint } from '#kernel/endpoint.ts';
import { download, refusalOf, type CallArgs } from './call.tsx';
import { keptFocus } from './focus.tsx';
import { Refused } from './Refused.tsx';
import { useMayCall } from './session.tsx';
import { toast } from './toast.tsx';
import { words } from './ui.words.ts';

export type Exporting = {
  endpoint: Endpoint;
  query?: object;
  fileName: string;
  /** What is said afterwards, where it is something of its own. */
  done?: string;
  failed?: string;
  label?: string;
};

/** One entry for each file that one may have; `query` is the list's own, for all of them. */
export function useExport(exporting: Exporting | readonly Exporting[] | undefined, query: object = {}) {
  const [busy, setBusy] = useState('');
  const [refused, setRefused] = useState<{ fileName: string; message: string }>();
  const may = useMayCall();
  const all = (exporting === undefined ? [] : [exporting].flat()).filter(({ endpoint }) => may(endpoint));
  const { exported, exportFailed } = words.table;
  const start = async ({ endpoint, query: more, fileName, done = exported, failed = exportFailed }: Exporting) => {
    // A button that is busy loses the focus.
    const giveBack = keptFocus();
    setBusy(fileName);
    setRefused(undefined);
    try {
      await download(endpoint, { query: { ...query, ...more } } as CallArgs<Endpoint>, fileName);
      // So long, as the specification says, to whoever exports.
      toast.done(done, 3_000);
    } catch (error) {
      const { code, message } = refusalOf(error, failed);
      const said = code === 'network' ? failed : message;
      toast.failed(said);
      setRefused({ fileName, message: said });
    } finally {
      setBusy('');
      giveBack();
    }
  };
  return all.map((each) => ({
    label: each.label,
    busy: busy === each.fileName,
    refused: refused?.fileName === each.fileName ? refused.message : undefined,
    start: () => void start(each),
  }));
}

/** What a screen reader says of the button, where its label alone does not say of what; and the picture before it. */
type Look = { of?: string; icon?: ReactNode };

export function ExportButton({ of, icon, ...exporting }: Exporting & Look) {
  return useExport(exporting).map(({ busy, refused, start, label = words.table.export }) => (
    <Fragment key={label}>
      <Button variant="default" leftSection={icon} loading={busy} onClick={start} aria-label={of}>
        {label}
      </Button>
      <Refused message={refused} />
    </Fragment>
  ));
}
