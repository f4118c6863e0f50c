/** One of a few, side by side. Mantine's measures where its mark stands, and the whole page with it. */
import { useId } from 'react';
import css from './Choice.module.css';

type ChoiceProps<Value extends string> = {
  'aria-label': string;
  data: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** As wide as the form it stands in. */
  wide?: true;
};

export function Choice<Value extends string>({ data, value, onChange, wide, ...named }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" className={css['choice']} data-wide={wide} {...named}>
      {data.map((each) => (
        <label key={each.value} className={css['one']}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={each.value}
            checked={each.value === value}
            onChange={() => onChange(each.value)}
          />
          {each.label}
        </label>
      ))}
    </div>
  );
}
