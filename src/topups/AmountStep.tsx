/** The first step of a top-up: how much. */
import { Alert, Button, NativeSelect } from '@mantine/core';
import { centsOf, plainAmount, usd } from '#kernel/money.ts';
import { Chip } from '#ui/Chip.tsx';
import { MoneyField } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StepTitle } from './StepTitle.tsx';
import { faultOfAmount } from './topup-form.ts';
import styles from './TopupGuide.module.css';
import { words } from './topups.words.ts';
import type { TopupForm } from './useTopupForm.tsx';

const quickAmounts = ['100', '200', '500', '1000'];

type Props = { form: TopupForm; asked: string | undefined; onNext: () => void };

export function AmountStep({ form, asked, onNext }: Props) {
  const next = () => {
    const fault = faultOfAmount(form.values.chargeMoney);
    if (fault === undefined) return onNext();
    form.setErrors({ chargeMoney: fault });
    document.getElementById(form.idOf('chargeMoney'))?.focus();
  };
  return (
    <form
      className={styles['step']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <StepTitle field={form.idOf('chargeMoney')}>{words.amountTitle}</StepTitle>
      <div className={styles['narrow']}>
        <MoneyField
          label={words.chargeMoney}
          description={words.amountHint}
          size="lg"
          required
          {...form.field('chargeMoney')}
        />
        <fieldset className={styles['chips']}>
          <legend className="visually-hidden">{words.quick}</legend>
          {[...(asked === undefined ? [] : [asked]), ...quickAmounts].map((amount) => (
            <Chip key={amount} className="figures" translate="no" onClick={() => form.set('chargeMoney', amount)}>
              {usd(centsOf(amount) ?? 0n).replace('.00', '')}
            </Chip>
          ))}
        </fieldset>
        <NativeSelect label={words.payway} data={[{ value: 'USDT', label: words.usdt }]} {...form.field('payway')} />
      </div>
      <div className={styles['buttons']}>
        <Button type="submit">{words.next}</Button>
      </div>
    </form>
  );
}

/**
 * A top-up that was begun keeps its amount. If the page was then opened for a larger amount, a button offers that one.
 */
export function MoreAsked({ form, asked }: { form: TopupForm; asked: string | undefined }) {
  const cents = asked === undefined ? undefined : centsOf(asked);
  if (cents === undefined || cents <= (centsOf(plainAmount(form.values.chargeMoney)) ?? 0n)) return null;
  return (
    <Alert color="wait" icon={<Icon name="info" />}>
      <p>{words.asked(usd(cents))}</p>
      <Button variant="default" size="sm" mt="sm" onClick={() => form.set('chargeMoney', asked)}>
        {words.useAsked(usd(cents))}
      </Button>
    </Alert>
  );
}
