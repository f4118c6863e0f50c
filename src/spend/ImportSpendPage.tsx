/** What ad accounts spent, from a report: first the difference, then kept; and what was imported before, to undo it. */
import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { dateText } from '#kernel/clock.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { specOf, type Platform } from '#platforms/platforms.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { useChange, type CallArgs } from '#ui/call.tsx';
import { Money } from '#ui/Money.tsx';
import { AccountLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { useMay } from '#ui/session.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { toast } from '#ui/toast.tsx';
import { getSpendImports, importSpend } from './spend.api.ts';
import { Imports } from './Imports.tsx';
import { lastMonths, settlePageOf } from './settling.ts';
import { settleMonth } from './settling.api.ts';
import { words } from './spend.words.ts';
import css from './spend.module.css';

type Difference = OutputOf<typeof importSpend>;
type Sent = CallArgs<typeof importSpend>;

export default function ImportSpendPage() {
  const platforms = usePlatforms();
  const [platform, setPlatform] = useState<Platform>(platforms[0]!.name);
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);
  const [shown, setShown] = useState<{ answer: Difference; of: Sent }>();
  const change = useChange(importSpend, {
    failed: words.failed,
    toast: false,
    again: [getSpendImports],
    done: (answer, of) => {
      setShown({ answer, of });
      if (!answer.dry) toast.done(answer.message);
    },
    refused: ({ message }, of) => isOfThis(of) || toast.failed(message),
  });
  // An answer about another file, chosen before, says nothing of this one.
  const isOfThis = (sent: Sent | undefined) => sent?.file === file && sent?.body?.platform === platform;
  const answer = isOfThis(shown?.of) ? shown?.answer : undefined;
  const choose = (chosen: File | undefined) => {
    if (chosen) setFile(chosen);
    setMissing(false);
    setShown(undefined);
    if (!change.busy) change.reset();
  };
  const send = (dry: boolean) => (file ? change.send({ body: { platform, text: '', dry }, file }) : setMissing(true));
  const refused = missing ? words.noFile : isOfThis(change.variables) ? change.refusal?.message : undefined;
  return (
    <>
      <Head />
      <div className={css['stack']}>
        <Section>
          <form
            className={css['fields']}
            noValidate
            aria-label={words.title}
            onSubmit={(event) => {
              event.preventDefault();
              send(true);
            }}
          >
            <NativeSelect
              label={words.platform}
              description={words.needs(columnsOf(platform))}
              data={platforms.map(({ name }) => name)}
              value={platform}
              onChange={(event) => {
                setPlatform(event.currentTarget.value as Platform);
                choose(undefined);
              }}
            />
            <ChooseFile file={file} onFile={choose} />
            {refused ? (
              <p role="alert" className={css['fault']}>
                {refused}
              </p>
            ) : null}
            <Button type="submit" loading={change.busy}>
              {words.show}
            </Button>
          </form>
        </Section>
        {answer ? <Answer of={answer} busy={change.busy} onApply={() => send(false)} /> : null}
        <Imports source="file" />
      </div>
    </>
  );
}

function Head() {
  const maySettle = useMay(settleMonth);
  return (
    <Page
      title={words.title}
      text={words.text}
      back={{ to: '/accounts', label: words.back }}
      actions={
        <>
          <Button component={Link} to="/admin/accounts/connections" variant="default">
            {words.connections}
          </Button>
          {maySettle ? (
            <Button component={Link} to={settlePageOf(lastMonths(new Date())[0]!)} variant="default">
              {words.settle}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

function columnsOf(platform: Platform): string {
  const { adsId, day, amount, currency } = specOf(platform).spend;
  return [day, adsId, amount, currency].map(([name]) => name).join(', ');
}

function ChooseFile({ file, onFile }: { file: File | undefined; onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <div className={css['file']}>
        <Button variant="default" onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        {file ? (
          <span className={css['name']} translate="no">
            {words.chosen(file.name)}
          </span>
        ) : null}
      </div>
      <p className={css['quiet']}>{words.hint}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={words.file}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function Answer({ of: answer, busy, onApply }: { of: Difference; busy: boolean; onApply: () => void }) {
  const wanted = answer.added + answer.changed + answer.again;
  return (
    <>
      <Section
        title={answer.message}
        actions={
          answer.dry && wanted > 0 ? (
            <Button loading={busy} onClick={onApply}>
              {words.apply(wanted)}
            </Button>
          ) : null
        }
      >
        <div className={css['stack']}>
          <PlainTable
            label={words.days}
            caption
            heads={[words.date, words.accounts, words.before, words.after]}
            right={[1, 2, 3]}
            empty={words.noDays}
            rows={answer.days.map((day) => [
              <Day key="date" of={day.date} />,
              day.accounts,
              <Money key="before" cents={day.before} />,
              <Money key="after" cents={day.after} />,
            ])}
          />
          <Rows of={answer} />
        </div>
      </Section>
      {answer.unknown.length === 0 ? null : (
        <Section title={words.unknown} text={words.unknownText}>
          <PlainTable
            label={words.unknown}
            heads={[words.adsId, words.days, words.spent]}
            right={[1, 2]}
            empty={words.allKnown}
            rows={answer.unknown.map((each) => [each.adsId, each.days, <Money key="spent" cents={each.amount} />])}
          />
        </Section>
      )}
    </>
  );
}

/** In one piece on a phone, too. */
function Day({ of: day }: { of: string }) {
  return <span className="nobreak">{dateText(day)}</span>;
}

function Rows({ of: { rows } }: { of: Difference }) {
  return (
    <PlainTable
      label={words.rows}
      caption
      heads={[words.adsId, words.line, words.date, words.result, words.before, words.after]}
      right={[1, 4, 5]}
      empty={words.noRows}
      rows={rows.map((row) => [
        row._id ? <AccountLink key="ads" _id={row._id} adsId={row.adsId} /> : row.adsId,
        row.line,
        row.date && <Day key="date" of={row.date} />,
        row.outcome === 'fault' ? (
          <span key="fault" className={css['fault']}>
            {row.message}
          </span>
        ) : (
          words.outcome[row.outcome]
        ),
        row.before === null ? null : <Money key="before" cents={row.before} />,
        row.after === null ? null : <Money key="after" cents={row.after} />,
      ])}
    />
  );
}
