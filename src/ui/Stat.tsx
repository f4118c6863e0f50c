import { useId, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { Link } from './router.tsx';
import css from './Stat.module.css';

/** On a phone each stands in a line of its own, or two beside each other, so that the figures do not fill it. */
export function Stats({ children, phone }: { children: ReactNode; phone?: 'lines' | 'pairs' }) {
  return (
    <div className={css['stats']} data-phone={phone}>
      {children}
    </div>
  );
}

type Props = { label: string; value: ReactNode; detail?: ReactNode; to?: string };

/** One figure that matters, its name above it; with `to` the whole of it is a link. */
export function Stat({ label, value, detail, to }: Props) {
  const id = useId();
  return (
    <section className={css['stat']} aria-labelledby={id} data-link={to === undefined ? undefined : true}>
      <h2 id={id} className={css['label']}>
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className={css['link']}>
            {label}
            <Icon name="right" size={15} />
          </Link>
        )}
      </h2>
      <p className={`${css['value']} figures`}>{value}</p>
      {detail ? <p className={css['detail']}>{detail}</p> : null}
    </section>
  );
}
