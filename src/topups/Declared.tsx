/**
 * A declared amount on its way: exactly what to send and where to, and live how far it is. It is kept by the server, so
 * that a reload and another device show the same.
 */
import { Alert, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { dollarsText, usd, type Cents } from '#kernel/money.ts';
import type { Network } from '#network/network.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { useCall, useChange } from '#ui/call.tsx';
import { Icon } from '#ui/Icon.tsx';
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

/** What somebody wants to send, and where they are shown to send it. */
type Wanted = { wanted: Cents } & Network;

/** One whose address is still shown. */
type Payable = Declaration & { networkAddress: string };

/**
 * The exact amount that was taken for this one at this address and is still open, or for which something was seen: no
 * proof is asked for; and the one that is not to be sent any more. How much to send is known once `call` is answered.
 * Says once that what was open here has become a top-up.
 */
export function useDeclared({ wanted, networkName, networkAddress }: Wanted, onArrived: (applyId: string) => void) {
  // As often as the networks are asked for.
  const call = useDeclarations(20_000);
  const all = call.data?.declarations;
  const awaiting = all?.filter((each) => isAwaited(each) && isDeclaredFor(each.amount, wanted)) ?? [];
  const taken = awaiting.find(
    (each): each is Payable =>
      !isOver(each) && each.networkName === networkName && each.networkAddress === networkAddress,
  );
  const withdrawn = awaiting.find((each) => each.networkAddress === null || isOver(each));
  const followed = (taken ?? withdrawn)?._id;
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    if (!all) return;
    const applyId = all.find(({ _id }) => _id === awaited.current)?.applyId;
    awaited.current = followed;
    if (applyId) onArrived(applyId);
  }, [all, followed, onArrived]);
  return { call, taken, withdrawn };
}

type DeclareHereProps = Omit<Wanted, 'networkAddress'> & Omit<ReturnType<typeof useDeclared>, 'call'>;

/** The offer of an exact amount, or the one that was taken for this amount already. */
export function DeclareHere({ taken, withdrawn, ...wanted }: DeclareHereProps) {
  if (taken) return <Declared of={taken} />;
  return (
    <>
      {withdrawn ? <Withdrawn of={withdrawn} /> : null}
      <Offer {...wanted} />
    </>
  );
}

function Offer({ wanted, networkName }: Omit<Wanted, 'networkAddress'>) {
  const { data } = useDeclarations();
  const readOnly = useReadOnly();
  const take = useChange(declareTopup, { failed: words.takeFailed, again: [getDeclarations] });
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

/** All that are awaited, above the list of top-ups, in which those stand that arrived. */
export function DeclaredList() {
  const { data } = useDeclarations();
  const awaited = data?.declarations.filter(isAwaited) ?? [];
  if (awaited.length === 0) return null;
  return (
    <div className={css['list']}>
      {awaited.map((each) =>
        isPayable(each) ? (
          <Section key={each._id} title={(each.seen ? words.seenTitleOf : words.titleOf)(usd(each.amount))}>
            <Declared of={each} folded />
          </Section>
        ) : (
          <Withdrawn key={each._id} of={each} />
        ),
      )}
    </div>
  );
}

/** What may still become a top-up. */
function isAwaited({ state }: Declaration): boolean {
  return state === 'Open' || state === 'Expired';
}

/** Its day is over, and nothing was seen of it. */
function isOver({ state, seen }: Declaration): boolean {
  return state === 'Expired' && seen === undefined;
}

function isPayable(of: Declaration): of is Payable {
  return of.networkAddress !== null && !isOver(of);
}

/** Nothing more is to be sent for it; what was sent before is followed all the same. */
function Withdrawn({ of }: { of: Declaration }) {
  useDeclarations(5_000);
  return (
    <Alert color="bad" title={words.withdrawnTitleOf(usd(of.amount))} icon={<Icon name="warning" />}>
      <div className={css['declared']}>
        <p className={css['said']}>{isOver(of) ? words.overText : words.withdrawnText(of.networkName)}</p>
        {of.seen ? (
          <ArrivalSteps createdAt={of.createdAt} seen={of.seen} />
        ) : isOver(of) ? null : (
          <div className={css['amount']}>
            <TakeBack of={of} />
          </div>
        )}
      </div>
    </Alert>
  );
}

function Declared({ of, folded = false }: { of: Payable; folded?: boolean }) {
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
