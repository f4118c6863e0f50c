/**
 * One client's own opening fee and top-up fee; empty means what everybody pays. Requests already made keep their
 * prices.
 */
import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AuditDiff } from '#audit/AuditDiff.tsx';
import { getUser } from '#clients/clients.api.ts';
import type { getUserFigures } from '#clients/figures.api.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { basisPointsOf, centsOf, dollarsText, percent, plainAmount, shareOf, usd, type Cents } from '#kernel/money.ts';
import { priceOrder } from '#kinds/application.ts';
import { setClientPrices } from '#settings/settings.api.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Facts } from '#ui/Facts.tsx';
import { focusFault } from '#ui/focus.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MoneyField } from '#ui/MoneyField.tsx';
import { Link } from '#ui/router.tsx';
import { useMay } from '#ui/session.tsx';
import { saysSo } from '#ui/toast.tsx';
import { getProposals } from '#queue/inbox.api.ts';
import css from './story.module.css';
import { words } from './story.words.ts';

const { client: say } = words;
type Client = OutputOf<typeof getUser>['user'];
type Month = OutputOf<typeof getUserFigures>['lastMonth'] | undefined;

export function ClientPrices({ client, month }: { client: Client; month: Month }) {
  const may = useMay(setClientPrices);
  const { data } = useCall(getProposals, {}, { on: ['request'], enabled: may });
  if (!may) return <PricesRead client={client} />;
  const waiting = data?.proposals.find(({ kind, subject }) => kind === 'prices' && subject === client._id);
  return (
    <>
      {waiting ? <Waiting {...waiting} /> : null}
      <PricesForm client={client} month={month} replaces={data && (waiting?.own ?? false)} />
    </>
  );
}

type Proposed = OutputOf<typeof getProposals>['proposals'][number];

/** Prices that another admin has yet to confirm; until then the others are charged. */
function Waiting(waiting: Proposed) {
  return (
    <Alert mb="md" color="wait" title={say.pricesWait(waiting.by)} icon={<Icon name="clock" />}>
      <AuditDiff before={waiting.before} after={waiting.after} />
      <Link to="/admin/proposals">{say.pricesToInbox}</Link>
    </Alert>
  );
}

function PricesRead({ client: { ownOpeningFee: fee, ownTopUpBasisPoints: rate, ...all } }: { client: Client }) {
  return (
    <Facts
      items={[
        [say.openingFee, fee === null ? say.everybody(usd(all.openingFee)) : usd(fee)],
        [say.topUpRate, rate === null ? say.everybody(percent(all.topUpBasisPoints)) : percent(rate)],
      ]}
    />
  );
}

/**
 * What nobody typed is the client's, also where a colleague changes it meanwhile, and is not sent. Where it `replaces`
 * an own proposal, or may, both are: what is left out would be taken from that one, and is not what the window shows.
 */
function useTyped({ ownOpeningFee, ownTopUpBasisPoints }: Client, replaces: boolean | undefined) {
  const [typed, setTyped] = useState<{ fee?: string; rate?: string }>({});
  const fee = typed.fee ?? (ownOpeningFee === null ? '' : dollarsText(ownOpeningFee));
  const rate = typed.rate ?? (ownTopUpBasisPoints === null ? '' : String(ownTopUpBasisPoints / 100));
  const ownFee = fee.trim() === '' ? null : centsOf(plainAmount(fee));
  const ownRate = rate.trim() === '' ? null : basisPointsOf(rate);
  const changed = {
    ...(ownFee === ownOpeningFee && replaces === false ? {} : { openingFee: plainAmount(fee) || null }),
    ...(ownRate === ownTopUpBasisPoints && replaces === false ? {} : { topUpBasisPoints: ownRate ?? null }),
  };
  const type = (part: typeof typed) => setTyped({ ...typed, ...part });
  return { fee, rate, ownFee, ownRate, changed, type, forget: () => setTyped({}) };
}

type FormProps = { client: Client; month: Month; replaces: boolean | undefined };

function PricesForm({ client, month, replaces }: FormProps) {
  const { fee, rate, ownFee, ownRate, changed, type, forget } = useTyped(client, replaces);
  const [asking, setAsking] = useState(false);
  const change = useChange(setClientPrices, {
    again: [getUser, getProposals],
    done: saysSo(() => (setAsking(false), forget())),
  });
  const feeFault = ownFee === undefined ? say.wrongFee : undefined;
  const rateFault = ownRate === undefined ? say.wrongRate : undefined;
  const now = paid(client, client.ownOpeningFee, client.ownTopUpBasisPoints);
  const then = paid(client, ownFee ?? null, ownRate ?? null);
  return (
    <form
      className={css['prices']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (feeFault || rateFault) focusFault(event.currentTarget);
        else setAsking(true);
      }}
    >
      <MoneyField
        label={say.openingFee}
        description={say.everybody(usd(client.openingFee))}
        value={fee}
        onChange={(text) => type({ fee: text })}
        error={feeFault}
      />
      <TextInput
        label={say.topUpRate}
        description={say.everybody(percent(client.topUpBasisPoints))}
        inputMode="decimal"
        value={rate}
        onChange={(event) => type({ rate: event.currentTarget.value })}
        error={rateFault}
      />
      <Button type="submit" variant="default" loading={change.busy}>
        {say.savePrices}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={say.pricesTitle(client.username)}
        confirm={say.savePrices}
        busy={change.busy}
        refused={change.refusal?.message}
        reason={{ label: say.pricesWhy, required: true, error: say.pricesWhyMissing }}
        onConfirm={(reason) => change.send({ body: { userId: client._id, ...changed, reason } })}
      >
        <AuditDiff before={asTold(now)} after={asTold(then)} />
        <p>{say.pricesEffect(usd(orderCost(now)), usd(orderCost(then)))}</p>
        {replaces ? <p>{say.pricesReplace}</p> : null}
        <p>{say.pricesTold}</p>
        {month ? <p>{say.lastMonth(usd(month.fees), usd(feesAt(month, then)))}</p> : null}
      </ConfirmDialog>
    </form>
  );
}

type Paid = { openingFee: Cents; points: number };

/** What the client pays: a price of their own, or everybody's. */
function paid({ openingFee, topUpBasisPoints }: Client, ownFee: Cents | null, ownPoints: number | null): Paid {
  return { openingFee: ownFee ?? openingFee, points: ownPoints ?? topUpBasisPoints };
}

/** Of an order with $100.00. */
function orderCost({ openingFee, points }: Paid): Cents {
  const price = priceOrder([10_000n], openingFee, BigInt(Number.isInteger(points) ? points : 0));
  return price.amountCents + price.openingFeeCents + price.feeCents;
}

/** What the orders and deposits of a month would have brought at these prices. */
function feesAt({ orders, deposits }: NonNullable<Month>, { openingFee, points }: Paid): Cents {
  return BigInt(orders) * openingFee + shareOf(deposits, BigInt(Number.isInteger(points) ? points : 0));
}

/** As the audit log writes it. */
function asTold({ openingFee, points }: Paid) {
  return { openingFeeCents: String(openingFee), topupBasisPoints: points };
}
