/**
 * What makes whoever decides look twice, a line each: the same in the lists of what waits, in the queue and in a
 * request's story. What stands beside an address (`told`) or a picture already is not said again.
 */
import css from '#chain/Evidence.module.css';
import { Icon } from '#ui/Icon.tsx';
import { signalsApart, type Carrier } from './apart.ts';

export function Signals({ of, told }: { of: Carrier; told?: readonly string[] }) {
  return signalsApart(of, told).map(({ code, text }) => (
    <p key={code} className={css['signal']}>
      <Icon name="warning" size={14} />
      <span>{text}</span>
    </p>
  ));
}
