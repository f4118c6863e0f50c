import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './Icon.tsx';

export function Stats({ children }: { children: ReactNode }) {
  return <div className="stats">{children}</div>;
}

type Props = { label: string; value: ReactNode; detail?: ReactNode; to?: string };

/** One figure that matters, its name above it; with `to` the whole of it is a link. */
export function Stat({ label, value, detail, to }: Props) {
  const id = useId();
  return (
    <section className="stat" aria-labelledby={id} data-link={to === undefined ? undefined : true}>
      <h2 id={id} className="stat-label">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="stat-link">
            {label}
            <Icon name="right" size={15} />
          </Link>
        )}
      </h2>
      <p className="stat-value figures">{value}</p>
      {detail ? <p className="stat-detail">{detail}</p> : null}
    </section>
  );
}
