/**
 * One client's own opening fee and top-up fee; empty means what everybody pays. Requests already made keep their
 * prices.
 */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { getUser } from '#clients/clients.api.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { centsOf, dollarsText, usd } from '#kernel/money.ts';
import { setClientPrices } from '#settings/settings.api.ts';
import { useChange } from '#ui/call.tsx';
import { MoneyField } from '#ui/MoneyField.tsx';
import { toast } from '#ui/toast.tsx';
import css from './story.module.css';
import { words } from './story.words.ts';

const { client: say } = words;
type Client = OutputOf<typeof getUser>['user'];

export function ClientPrices({ client }: { client: Client }) {
  const [fee, setFee] = useState(client.ownOpeningFee === null ? '' : dollarsText(client.ownOpeningFee));
  const [rate, setRate] = useState(client.ownTopUpBasisPoints === null ? '' : String(client.ownTopUpBasisPoints / 100));
  const change = useChange(setClientPrices, { again: [getUser], done: (answer) => toast.done(answer.message) });
  const feeFault = fee.trim() !== '' && centsOf(fee.trim()) === undefined ? say.wrongFee : undefined;
  const points = rate.trim() === '' ? null : Math.round(Number(rate) * 100);
  const rateFault = points !== null && !(points >= 0 && points <= 10_000) ? say.wrongRate : undefined;
  return (
    <form
      className={css['prices']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!feeFault && !rateFault)
          change.send({
            body: { userId: client._id, openingFee: fee.trim() === '' ? null : fee.trim(), topUpBasisPoints: points },
          });
      }}
    >
      <MoneyField
        label={say.openingFee}
        description={say.everybody(usd(client.openingFee))}
        value={fee}
        onChange={setFee}
        error={feeFault}
      />
      <TextInput
        label={say.topUpRate}
        description={say.everybody(`${client.topUpBasisPoints / 100} %`)}
        inputMode="decimal"
        value={rate}
        onChange={(event) => setRate(event.currentTarget.value)}
        error={rateFault}
      />
      <Button type="submit" variant="default" loading={change.busy}>
        {say.savePrices}
      </Button>
    </form>
  );
}
