import { usd, type Cents } from '#kernel/money.ts';
import { words } from './ui.words.ts';

type Props = {
  cents: Cents | null | undefined;
  /** Says plus as well as minus. */
  signed?: boolean;
};

/** An amount of dollars: `$1,234.50`, figures of one width. */
export function Money({ cents, signed = false }: Props) {
  if (cents === null || cents === undefined)
    return (
      <span className="figures nobreak" translate="no">
        {words.unknown}
      </span>
    );
  const sign = signed && cents > 0n ? '+' : '';
  return (
    <span className="figures nobreak" translate="no">
      {`${sign}${usd(cents)}`.replace('-', '\u2212')}
    </span>
  );
}
