/** A file of what a list shows, and the button of a page that offers one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint } from '#kernel/endpoint.ts';
import { download, refusalOf, type CallArgs } from './call.tsx';
import { useMayCall } from './session.tsx';
import { toast } from './toast.tsx';
import { words } from './ui.words.ts';

export type Exporting = {
  endpoint: Endpoint;
  query?: object;
  fileName: string;
  done: string;
  failed: string;
  label?: string;
};

/** One entry for each file that one may have; `query` is the list's own, for all of them. */
export function useExport(exporting: Exporting | readonly Exporting[] | undefined, query: object = {}) {
  const [busy, setBusy] = useState('');
  const may = useMayCall();
  const all = (exporting === undefined ? [] : [exporting].flat()).filter(({ endpoint }) => may(endpoint));
  const start = async ({ endpoint, query: more, fileName, done, failed }: Exporting) => {
    setBusy(fileName);
    try {
      await download(endpoint, { query: { ...query, ...more } } as CallArgs<Endpoint>, fileName);
      toast.done(done, 3_000);
    } catch (error) {
      const { code, message } = refusalOf(error, failed);
      toast.failed(code === 'network' ? failed : message);
    } finally {
      setBusy('');
    }
  };
  return all.map((each) => ({ label: each.label, busy: busy === each.fileName, start: () => void start(each) }));
}

export function ExportButton(props: Exporting) {
  return useExport(props).map(({ busy, start, label = words.table.export }) => (
    <Button key={label} variant="default" loading={busy} onClick={start}>
      {label}
    </Button>
  ));
}
