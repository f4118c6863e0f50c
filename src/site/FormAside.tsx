/** Beside the forms to register and sign in: prices and other facts that visitors should know before. */
import { useWords } from './drawing.tsx';
import { counters, orderWords, words, written } from './home.words.ts';

const facts = [
  { label: `${orderWords.opening} ${orderWords.openingNote}`, figure: words.feeFigure },
  { label: orderWords.topUpFee, figure: words.rateFigure },
  { label: words.openLabel, figure: words.openFigure },
  { label: counters[0].label, figure: written(counters[0]) },
] as const;

export function FormAside() {
  return (
    <dl className="form-aside figures">
      {useWords(facts).map(({ label, figure }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
