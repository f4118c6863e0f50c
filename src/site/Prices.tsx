/**
 * Both prices, the sum of an order that a visitor chooses, and what costs nothing: on the home page and on each
 * platform's.
 */
import { useWords } from './drawing.tsx';
import { words as homeWords } from './home.words.ts';
import { OrderPicture } from './OrderPicture.tsx';

function Price({ label, figure, sum, text }: { label: string; figure: string; sum: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={figure.length > 4 ? 'figure long' : 'figure'}>{figure}</dd>
      <dd className="sum">{sum}</dd>
      <dd>{text}</dd>
    </div>
  );
}

export function Prices() {
  const words = useWords(homeWords);
  return (
    <section className="night" aria-labelledby="prices">
      <div className="wrap prices">
        <div className="prices-words">
          <h2 id="prices">{words.pricesHeading}</h2>
          <p className="lead">{words.pricesLead}</p>
          <dl className="figures">
            <Price label={words.feeLabel} figure={words.feeFigure} sum={words.feeSum} text={words.feeText} />
            <Price label={words.rateLabel} figure={words.rateFigure} sum={words.rateSum} text={words.rateText} />
          </dl>
        </div>
        <OrderPicture />
        <div className="prices-foot">
          <h3>{words.freeHeading}</h3>
          <ul className="figures">
            {words.freeList.map((each) => (
              <li key={each}>
                {each} <strong>{words.freeFigure}</strong>
              </li>
            ))}
          </ul>
          <p>{words.walletText}</p>
          <a className="button" href="/register">
            {words.start}
          </a>
        </div>
      </div>
    </section>
  );
}
