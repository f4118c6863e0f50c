/**
 * A declared amount on its way: exactly what to send and where to, and live how far it is. It is kept by the server, so
 * that a reload and another device show the same.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { dollarsText, usd, type Cents } from '#kernel/money.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { useCall, useChange } from '#ui/call.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import css from './Declared.module.css';
import { cancelDeclaration, declareTopup, getDeclarations, type Declaration } from './declarations.api.ts';
import { words } from './declared.words.ts';
import { ArrivalSteps, SendExactly } from './SendExactly.tsx';
import { getOwnTransactions } from './topups.api.ts';

/** Those of this client; asked again by itself only where one is on its way. */
function useDeclarations(every?: number) {
  return useCall(getDeclarations, {}, { on: ['request'], ...(every === undefined ? {} : { every }) });
}

/** What somebody wants to send, and on which network. */
type Wanted = { wanted: Cents; networkName: string };

/** The cents of it are chosen above what was wanted, and below the next dollar. */
function isFor({ wanted, networkName }: Wanted) {
  return (each: Declaration) => each.networkName === networkName && each.amount > wanted && each.amount < wanted + 100n;
}

/** The offer of an exact amount, or the one that was taken for this amount already. */
export function DeclareHere({ wanted, networkName }: Wanted) {
  const declarations = useDeclarations();
  const readOnly = useReadOnly();
  const take = useChange(declareTopup, { failed: words.takeFailed, again: [getDeclarations] });
  const { data } = declarations;
  const taken = data?.declarations.find(isFor({ wanted, networkName }));
  if (taken) return <Declared of={taken} />;
  if (!data?.automatic || !data.networks.includes(networkName)) return null;
  return (
    <section className={css['offer']}>
      <h3>{words.offerTitle}</h3>
      <p>{words.offer}</p>
      <Button
        variant="default"
        disabled={readOnly}
        loading={take.busy}
        onClick={() => take.send({ body: { amount: dollarsText(wanted), networkName } })}
      >
        {words.take}
      </Button>
    </section>
  );
}

/** Whether this amount was taken, so that no proof is asked for. */
export function useIsDeclared(wanted: Wanted): boolean {
  const { data } = useDeclarations();
  return data?.declarations.some(isFor(wanted)) === true;
}

/** All that are open or arrived lately, above the list of top-ups. */
export function DeclaredList() {
  const { data } = useDeclarations();
  const open = data?.declarations.filter(({ state }) => state === 'Open') ?? [];
  if (open.length === 0) return null;
  return (
    <div className={css['list']}>
      {open.map((each) => (
        <Section key={each._id} title={words.titleOf(usd(each.amount))}>
          <Declared of={each} folded />
        </Section>
      ))}
    </div>
  );
}

function Declared({ of, folded = false }: { of: Declaration; folded?: boolean }) {
  const [shown, setShown] = useState(!folded);
  useDeclarations(of.state === 'Open' ? 5_000 : undefined);
  const waits = of.state === 'Open' && of.seen === undefined;
  return (
    <div className={css['declared']}>
      {waits && shown ? <SendExactly of={of} /> : null}
      <Progress of={of} />
      {waits ? (
        <div className={css['amount']}>
          {folded ? (
            <Button variant="default" size="sm" onClick={() => setShown(!shown)}>
              {shown ? words.hide : words.show}
            </Button>
          ) : null}
          <TakeBack of={of} />
        </div>
      ) : null}
    </div>
  );
}

function Progress({ of }: { of: Declaration }) {
  const { applyId, seen } = of;
  const list = useCall(
    getOwnTransactions,
    { query: { q: applyId ?? '', limit: 1 } },
    { on: ['request'], enabled: applyId !== null },
  );
  const topup = list.data?.transactions.find((each) => each.applyId === applyId);
  const credited = topup?.state === 'Approved';
  return (
    <ArrivalSteps
      createdAt={of.createdAt}
      seen={seen}
      arrived={applyId !== null}
      credited={credited}
      creditedAt={credited ? topup.decidedAt : undefined}
      inReview={topup?.state === 'Pending'}
    />
  );
}

function TakeBack({ of }: { of: Declaration }) {
  return (
    <AskedButton
      size="sm"
      variant="subtle"
      label={words.takeBack}
      title={words.takeBackTitle}
      endpoint={cancelDeclaration}
      args={{ query: { id: of._id } }}
      failed={words.takeBackFailed}
      again={[getDeclarations]}
      done={({ message }) => toast.done(message)}
    >
      {words.takeBackText}
    </AskedButton>
  );
}
