/**
 * What an order costs, as the portal itself would say it. A visitor chooses and the script shows the sum at once;
 * without it the form asks for this page again, and the server writes the sum into it.
 */
import { choices, costOf, example, type Cost } from './cost.ts';
import { orderWords as words } from './home.words.ts';

const shown = costOf(example)!;

function Choice({ name, label, sign = '' }: { name: keyof typeof choices; label: string; sign?: string }) {
  return (
    <div className="line">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={example[name]}>
        {choices[name].map((each) => (
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
  return (
    <div className="line">
      <dt>
        {label} {note ? <small>{note}</small> : null}
      </dt>
      <dd data-show={name}>{shown[name]}</dd>
    </div>
  );
}

export function OrderPicture() {
  return (
    <form className="order figures" method="get" action="/homepage#cost" data-order="" aria-labelledby="cost">
      <h2 id="cost">{words.title}</h2>
      <Choice name="accounts" label={words.accounts} />
      <Choice name="each" label={words.each} sign="$" />
      <dl>
        <Line label={words.opening} note={words.openingNote} name="opening" />
        <Line label={words.deposits} name="deposits" />
        <Line label={words.topUp} note={words.topUpNote} name="topUp" />
        <div className="line total">
          <dt>{words.total}</dt>
          <dd data-show="total" aria-live="polite">
            {shown.total}
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
