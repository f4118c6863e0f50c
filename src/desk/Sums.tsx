/** What all that was found adds up to, whichever page is shown. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { useScrolls } from '#ui/useScrolls.tsx';
import { Money } from '#ui/Money.tsx';
import { sides, type getRequests } from './requests.api.ts';
import { words } from './requests.words.ts';
import css from './requests.module.css';

export function Sums({ sums }: { sums: OutputOf<typeof getRequests>['sums'] }) {
  const scrolls = useScrolls();
  if (sums === null) return <p className={css['toomany']}>{words.sums.tooMany}</p>;
  return (
    <div className={css['sumsbox']} role="group" aria-label={words.sums.title} {...scrolls}>
      <table className={css['sums']}>
        <caption>{words.sums.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.sums.what}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {words.sums[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['approved', 'waiting'] as const).map((which) => (
            <tr key={which}>
              <th scope="row">{words.sums[which]}</th>
              {sides.map((side) => (
                <td key={side}>
                  <Money cents={sums[which][side]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
