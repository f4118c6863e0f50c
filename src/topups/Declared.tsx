/**
 * A declared amount on its way: exactly what to send and where to, and live how far it is. It is kept by the server, so
 * that a reload and another device show the same.
 */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { dollarsText, usd, type Cents } from '#kernel/money.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { useCall, useChange } from '#ui/call.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import css from './Declared.module.css';
import { cancelDeclaration, declareTopup, getDeclarations, type Declaration } from './declarations.api.ts';
import { isDeclaredFor } from './declarations.ts';
import { words } from './declared.words.ts';
import { ArrivalSteps, SendExactly } from './SendExactly.tsx';

/** Those of this client; asked again by itself only where one is on its way. */
function useDeclarations(every?: number) {
  return useCall(getDeclarations, {}, { on: ['request'], ...(every === undefined ? {} : { every }) });
}

/** What somebody wants to send, and on which network. */
type Wanted = { wanted: Cents; networkName: string };

/**
 * The exact amount that was taken for this one and is still open: no proof is asked for. Says once that what was open
 * here has become a top-up.
 */
export function useDeclared({ wanted, networkName }: Wanted, onArrived: (applyId: string) => void) {
  const all = useDeclarations().data?.declarations;
  const open = all?.find(
    (each) => each.state === 'Open' && each.networkName === networkName && isDeclaredFor(each.amount, wanted),
  );
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    if (!all) return;
    const applyId = all.find(({ _id }) => _id === awaited.current)?.applyId;
    awaited.current = open?._id;
    if (applyId) onArrived(applyId);
  }, [all, open, onArrived]);
  return open;
}

/** The offer of an exact amount, or the one that was taken for this amount already. */
export function DeclareHere({ wanted, networkName, taken }: Wanted & { taken: Declaration | undefined }) {
  const { data } = useDeclarations();
  const readOnly = useReadOnly();
  const take = useChange(declareTopup, { failed: words.takeFailed, again: [getDeclarations] });
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

/** All that are open, above the list of top-ups, in which those stand that arrived. */
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
  useDeclarations(5_000);
  const waits = of.seen === undefined;
  return (
    <div className={css['declared']}>
      {waits && shown ? <SendExactly of={of} /> : null}
      <ArrivalSteps createdAt={of.createdAt} seen={of.seen} />
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
