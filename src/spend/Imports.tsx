/** What was imported, newest first, and the way to take it back. */
import { dateText } from '#kernel/clock.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { useMay } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { getSpendImports, undoSpendImport } from './spend.api.ts';
import { words } from './spend.words.ts';
import css from './spend.module.css';

type Import = OutputOf<typeof getSpendImports>['imports'][number];

/** Of files, or of what connections read. */
export function Imports({ source }: { source: Import['source'] }) {
  const list = useCall(getSpendImports, { query: { limit: 25, source } });
  return (
    <Section title={words.imports} text={source === 'connection' ? words.importsRead : undefined}>
      <DataState call={list} failed={words.importsFailed} lines={4}>
        {({ imports }) => (
          <PlainTable
            label={words.imports}
            heads={[words.name, words.platform, words.kept, words.by, words.at, words.undo]}
            empty={words.noImports}
            ids={imports.map(({ _id }) => _id)}
            rows={imports.map((each) => [
              <span key="name" className={css['name']} translate="no">
                {each.fileName || each._id}
              </span>,
              each.platform,
              <Kept key="kept" of={each} />,
              each.by,
              <Time key="at" at={each.at} />,
              <Undo key="undo" of={each} />,
            ])}
          />
        )}
      </DataState>
    </Section>
  );
}

function Kept({ of: { days, accounts, firstDay, lastDay } }: { of: Import }) {
  if (firstDay === null || lastDay === null) return words.nothingKept;
  return (
    <div>
      {words.keptDays(days, accounts)}
      <p className={css['quiet']}>{words.from(dateText(firstDay), dateText(lastDay))}</p>
    </div>
  );
}

function Undo({ of: each }: { of: Import }) {
  const may = useMay(undoSpendImport);
  if (each.undoneBy !== null) return words.undone(each.undoneBy);
  if (!may) return null;
  const name = each.fileName || each._id;
  return (
    <AskedButton
      size="compact-sm"
      label={words.undo}
      of={words.undoOne(name)}
      title={words.undoTitle(name)}
      endpoint={undoSpendImport}
      args={(reason) => ({ query: { id: each._id }, body: { reason } })}
      reason={{ label: words.undoReason, required: true, templates: words.undoReasons }}
      failed={words.undoFailed}
      again={[getSpendImports]}
      done={({ message }) => toast.done(message)}
    >
      <p>{words.undoText}</p>
    </AskedButton>
  );
}
