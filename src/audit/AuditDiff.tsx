/** What an entry changed, in one line where it fits: what each field was, and is. */
import css from './audit.module.css';
import { changesOf } from './entries.ts';

const longest = 120;
const shown = 40;

export function AuditDiff({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return null;
  return (
    <dl className={css['diff']}>
      {changes.map(({ label, was, is }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {was === undefined ? null : (
              <>
                <del>{was}</del>
                <span aria-hidden="true"> → </span>
              </>
            )}
            {is === undefined ? '–' : <Is text={is} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A long list would push every other entry out of sight; it opens. */
function Is({ text }: { text: string }) {
  if (text.length <= longest) return <ins>{text}</ins>;
  return (
    <details>
      <summary>{text.slice(0, shown)}…</summary>
      <ins>{text}</ins>
    </details>
  );
}
