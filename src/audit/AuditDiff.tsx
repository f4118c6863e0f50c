/** What an entry changed, in one line where it fits: what each field was, and is. */
import css from './audit.module.css';
import { changesOf } from './entries.ts';

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
            {is === undefined ? '–' : <ins>{is}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
