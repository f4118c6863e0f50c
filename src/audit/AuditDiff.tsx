/** What an entry changed, readable: one line for each field, before and after. */
import { usd } from '#kernel/money.ts';
import css from './audit.module.css';

export function AuditDiff({ before, after }: { before: unknown; after: unknown }) {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => (was[name] ?? '') !== '' || (is[name] ?? '') !== '',
  );
  if (names.length === 0) return null;
  return (
    <dl className={css['diff']}>
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {was[name] && was[name] !== is[name] ? (
              <>
                <del>{was[name]}</del>{' '}
              </>
            ) : null}
            {is[name] ?? ''}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function fieldsOf(value: unknown): Record<string, string> {
  if (value === null || typeof value !== 'object') return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => flat(name, each)));
}

function flat(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[name, value.map(String).join(', ')]];
  if (typeof value === 'object') return Object.entries(value).flatMap(([inner, each]) => flat(`${name}.${inner}`, each));
  return [[name, name.endsWith('Cents') && /^-?\d+$/.test(String(value)) ? usd(BigInt(String(value))) : String(value)]];
}
