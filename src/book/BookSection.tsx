/**
 * On the admins' dashboard: whether the audit found the book in order, since when, and the seals to keep outside of the
 * portal.
 */
import { dateText } from '#kernel/clock.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { grouped } from '#kernel/money.ts';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { Time } from '#ui/Time.tsx';
import { getBook } from './book.api.ts';
import css from './book.module.css';
import { words } from './book.words.ts';

type Book = OutputOf<typeof getBook>;
type Audit = NonNullable<Book['audit']>;

const every = 60_000;

export function BookSection() {
  const book = useCall(getBook, {}, { every });
  return (
    <Section title={words.title} text={words.text}>
      <DataState call={book} failed={words.failed} lines={4}>
        {(data) => (
          <>
            <State book={data} />
            <Backup book={data} />
          </>
        )}
      </DataState>
    </Section>
  );
}

/** The same in one line, for the top of the page; shows nothing until the answer is there. */
export function BookLine() {
  const { data } = useCall(getBook, {}, { every });
  const outcome = data?.audit?.outcome;
  if (!data?.audit || outcome === undefined) return data ? words.line.unproved : words.line.unknown;
  const trouble = troubleOf(data);
  return (
    <span className={css['apart']}>
      <span className={css['line']} data-outcome={outcome}>
        <Icon name={icons[outcome]} size={16} />
        <span>
          {words.line[outcome]} <Time at={data.audit.since} />
        </span>
      </span>
      {trouble === undefined ? null : (
        <span className={css['line']} data-outcome="failed">
          <Icon name="warning" size={16} /> {words.backup.short[trouble]}
        </span>
      )}
    </span>
  );
}

/** Trouble with the backup: its last test failed, or nobody has tested it for too long. */
function troubleOf({ backupTest }: Book): 'failed' | 'late' | undefined {
  if (backupTest?.outcome === 'failed') return 'failed';
  return backupTest?.late ? 'late' : undefined;
}

function Backup({ book }: { book: Book }) {
  const { backupTest: test } = book;
  if (!test) return null;
  const trouble = troubleOf(book);
  if (trouble !== undefined)
    return (
      <div className={css['trouble']} role="alert">
        <Icon name="warning" />
        <div>
          <strong>{words.backup.short[trouble]}</strong>
          <p>{trouble === 'failed' ? test.error : words.backup.late}</p>
          {test.at === null ? null : (
            <p>
              {words.backup.tried} <Time at={test.at} age />
            </p>
          )}
        </div>
      </div>
    );
  if (test.at === null) return <p className={css['quiet']}>{words.backup.first}</p>;
  return (
    <p className={css['quiet']}>
      {words.backup.came} <Time at={test.at} age />
    </p>
  );
}

const says = { clean: words.clean, wrong: words.wrong, failed: words.unsure } as const;
const icons = { clean: 'check', wrong: 'warning', failed: 'warning' } as const;

function State({ book: { audit, nextAt, mailedDay } }: { book: Book }) {
  if (!audit) {
    return (
      <>
        <p className={css['verdict']} data-outcome="unproved">
          <Icon name="clock" /> <strong>{words.unproved}</strong>
        </p>
        <p className={css['quiet']}>{nextAt === null ? words.off : words.soon}</p>
      </>
    );
  }
  return (
    <>
      <p className={css['verdict']} data-outcome={audit.outcome} role={audit.outcome === 'clean' ? undefined : 'alert'}>
        <Icon name={icons[audit.outcome]} />
        <strong>{says[audit.outcome]}</strong>
        <span>
          {words.since} <Time at={audit.since} />
        </span>
      </p>
      {audit.outcome === 'wrong' ? <Found audit={audit} /> : null}
      {audit.trouble === '' ? null : <p className={css['quiet']}>{audit.trouble}</p>}
      <p className={`${css['quiet']} ${css['apart']}`}>
        <span>
          {words.last} <Time at={audit.at} age />
        </span>
        {nextAt === null ? null : (
          <span>
            {words.next} <Time at={nextAt} />
          </span>
        )}
      </p>
      <More audit={audit} mailedDay={mailedDay} />
    </>
  );
}

function Found({ audit }: { audit: Audit }) {
  return (
    <>
      <ul className={css['found']}>
        {audit.checks
          .filter((each) => each.findings > 0)
          .map((each) => (
            <li key={each.check}>
              <strong>
                {each.check} ({each.findings})
              </strong>
              {each.shown.slice(0, 3).map((finding) => (
                <div key={finding}>{finding}</div>
              ))}
            </li>
          ))}
      </ul>
      <p className={css['quiet']}>{words.wrongNext}</p>
    </>
  );
}

function More({ audit, mailedDay }: { audit: Audit; mailedDay: string | null }) {
  const things = audit.checks.reduce((sum, each) => sum + each.counted, 0);
  const seals: [string, React.ReactNode][] = [];
  if (audit.book) seals.push([words.bookSeal(audit.book.last), <CopyId key="book" value={audit.book.head} short />]);
  if (audit.log) seals.push([words.logSeal(audit.log.last), <CopyId key="log" value={audit.log.head} short />]);
  return (
    <details className={css['more']}>
      <summary>{words.looked(audit.checks.length, grouped(things))}</summary>
      {seals.length > 0 ? <Facts items={seals} /> : null}
      <p className={css['quiet']}>{mailedDay === null ? words.notMailed : words.mailed(dateText(mailedDay))}</p>
      <PlainTable
        label={words.title}
        heads={[words.check, words.counted, words.found]}
        right={[2]}
        empty=""
        rows={audit.checks.map((each) => [
          each.check,
          words.ofThese(grouped(each.counted), each.of),
          String(each.findings),
        ])}
      />
    </details>
  );
}
