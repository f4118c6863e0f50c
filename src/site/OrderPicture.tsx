/**
 * What an order costs, with the portal's own prices. With the script the sum changes at once when a visitor chooses;
 * without it the form loads this page again, and the server writes the sum into it.
 */
import { choicesOf, costOf, exampleOf, type Choice, type Cost } from './cost.ts';
import { useFacts, useWords } from './drawing.tsx';
import { orderWords } from './home.words.ts';

function Choose({ name, label, sign = '' }: { name: keyof Choice; label: string; sign?: string }) {
  const { prices } = useFacts();
  return (
    <div className="line">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={exampleOf(prices)[name]}>
        {choicesOf(prices)[name].map((each) => (
          <option key={each} value={each}>
            {sign}
            {each}
          </option>
        ))}
      </select>
    </div>
  );
}

function Line({ label, note, name }: { label: string; note?: string; name: keyof Cost }) {
  const { prices } = useFacts();
  return (
    <div className="line">
      <dt>
        {label} {note ? <small>{note}</small> : null}
      </dt>
      <dd data-show={name}>{costOf(prices, exampleOf(prices))![name]}</dd>
    </div>
  );
}

export function OrderPicture() {
  const words = useWords(orderWords);
  const { prices } = useFacts();
  // The script computes by these: cents of an order, and hundredths of a percent of its deposits.
  const rates = `${prices.openingFeeCents} ${prices.topupBasisPoints}`;
  return (
    <form className="order figures" method="get" action="/homepage#cost" data-order={rates} aria-labelledby="cost">
      <h2 id="cost">{words.title}</h2>
      <Choose name="accounts" label={words.accounts} />
      <Choose name="each" label={words.each} sign="$" />
      <dl>
        <Line label={words.opening} note={words.openingNote} name="opening" />
        <Line label={words.deposits} name="deposits" />
        <Line label={words.topUp} note={words.topUpNote} name="topUp" />
        <div className="line total">
          <dt>{words.total}</dt>
          <dd data-show="total" aria-live="polite">
            {costOf(prices, exampleOf(prices))!.total}
          </dd>
        </div>
      </dl>
      <noscript>
        <button className="button small" type="submit">
          {words.compute}
        </button>
      </noscript>
      <p>{words.note}</p>
    </form>
  );
}
