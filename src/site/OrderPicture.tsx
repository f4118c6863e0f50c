/** What an order costs, as the portal itself would say it. The script lets a visitor turn its two dials. */
import { orderWords as words } from './home.words.ts';

function Dial({ name, label, value, down, up }: { name: string; label: string; value: string; down: string; up: string }) {
  return (
    <div className="dial">
      <span id={`dial-${name}`}>{label}</span>
      <span className="dial-set">
        <button type="button" data-turn={`${name} -1`} aria-label={down}>
          −
        </button>
        <output data-show={name} aria-labelledby={`dial-${name}`}>
          {value}
        </output>
        <button type="button" data-turn={`${name} 1`} aria-label={up}>
          +
        </button>
      </span>
    </div>
  );
}

function Line({ label, note, name, value }: { label: string; note?: string; name: string; value: string }) {
  return (
    <div className="line">
      <dt>
        {label} {note ? <small>{note}</small> : null}
      </dt>
      <dd data-show={name}>{value}</dd>
    </div>
  );
}

export function OrderPicture() {
  return (
    <figure className="order figures" data-order="">
      <figcaption>{words.title}</figcaption>
      <Dial name="accounts" label={words.accounts} value="2" down={words.fewer} up={words.more} />
      <Dial name="each" label={words.each} value="$100" down={words.less} up={words.larger} />
      <dl>
        <Line label={words.opening} note={words.openingNote} name="opening" value="$30.00" />
        <Line label={words.deposits} name="deposits" value="$200.00" />
        <Line label={words.topUp} note={words.topUpNote} name="topUp" value="$30.00" />
        <div className="line total">
          <dt>{words.total}</dt>
          <dd data-show="total" aria-live="polite">
            $260.00
          </dd>
        </div>
      </dl>
      <p>{words.note}</p>
    </figure>
  );
}
