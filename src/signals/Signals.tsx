/**
 * What makes whoever decides look twice, a line each: the same in the lists of what waits, in the queue and in a
 * request's story. What stands beside an address (`told`) or a picture already is not said again.
 */
import css from '#chain/Evidence.module.css';
import { signalsApart, type Carrier } from './apart.ts';

export function Signals({ of, told }: { of: Carrier; told?: readonly string[] }) {
  return signalsApart(of, told).map(({ code, text }) => (
    <p key={code} className={css['signal']} data-warns>
      {text}
    </p>
  ));
}
