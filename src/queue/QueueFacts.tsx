/**
 * Everything an admin looks at before deciding: the request, its proof, its client, and what was decided for them
 * before.
 */
import { fromDollars } from '#kernel/money.ts';
import { EvidenceNow, TransactionId } from '#chain/EvidenceLine.tsx';
import { words as chain } from '#chain/evidence.words.ts';
import { namesAccount, replacesAccount } from '#kinds/facts.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { feesOfKind } from '#requests/fees.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Money } from '#ui/Money.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { Signals } from '#signals/Signals.tsx';
import { DestinationFacts } from '#withdrawals/DestinationFacts.tsx';
import { toldBeside } from '#withdrawals/warnings.ts';
import { words as sent } from '#withdrawals/withdrawals.words.ts';
import { Proofs } from '#topups/Proof.tsx';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { detailsOf, isWorthTelling, whyOf, type QueuedRequest } from './verdicts.ts';

/** They ask other slices, and come once the rest can be read. */
const ClientFacts = late(() => import('./ClientFacts.tsx').then((facts) => facts.ClientFacts));
const InAccount = late(() => import('./ClientFacts.tsx').then((facts) => facts.InAccount));

export function QueueFacts({ row }: { row: QueuedRequest }) {
  return (
    <div className={css['judged']} data-proof={row.image ? (row.duplicates.length > 0 ? 'pair' : 'one') : undefined}>
      <div className={css['facts']}>
        {/* First: below the facts a phone's bar of verdicts covers what makes one look twice. */}
        <Signals of={row} told={toldBeside(row.destination)} />
        {row.duplicates.map((twin) => (
          <p key={twin.applyId} className={css['warn']}>
            <Icon name="warning" size={16} />
            <span>{words.seenBefore(twin.applyId, twin.username, twin.same)}</span>
            <StateBadge state={twin.state} />
          </p>
        ))}
        <Facts items={factsOf(row)} />
        <OrderRows row={row} />
        <ClientFacts row={row} />
      </div>
      {row.image ? (
        <div className={css['proof']}>
          <Proofs of={row} />
        </div>
      ) : null}
    </div>
  );
}

type Fact = [string, React.ReactNode];

/** Top-ups are, and withdrawals whose transfer was named. */
function isLookedUp({ kind, evidence, destination, transactionId }: QueuedRequest): boolean {
  return (
    kindNamed(kind).hasProof === true || evidence !== undefined || (destination !== undefined && transactionId !== '')
  );
}

function factsOf(row: QueuedRequest): Fact[] {
  const { hasProof } = kindNamed(row.kind);
  const facts: (Fact | false)[] = [
    [words.applyId, <CopyId key="id" value={row.applyId} />],
    row.adsId !== '' && [words.adsId, <CopyId key="ads" value={row.adsId} />],
    holdsMoney(row) && [words.inAccount, <InAccount key="in" row={row} />],
    row.transactionId !== '' && [
      words.transactionId,
      <TransactionId
        key="tx"
        networkName={String(row.details['networkName'] ?? '')}
        transactionId={row.transactionId}
      />,
    ],
    isLookedUp(row) && [chain.chain, <EvidenceNow key="chain" row={row} />],
    ...moneyOf(row),
    [words.asked, <Time key="at" at={row.createdAt} />],
    row.askedBy !== null && [words.askedBy, row.askedBy],
    row.askedBy !== null && [words.why, whyOf(row)],
    row.askedBy === null && row.clientRemarks !== '' && [words.note, row.clientRemarks],
    ...networkOf(row),
    // An order says its own below the accounts that it names.
    ...(kindNamed(row.kind).opens ? [] : detailsTold(row)),
    hasProof === true && !row.image && [words.proof, words.noProof],
  ];
  return facts.filter((fact) => fact !== false);
}

/** Whether it is about one ad account that there is: what that one holds is what a refund or a deposit is judged by. */
function holdsMoney({ kind, adsId }: QueuedRequest): boolean {
  return adsId !== '' && namesAccount(kindNamed(kind));
}

function moneyOf(row: QueuedRequest): Fact[] {
  const money: Fact[] = [[words.amount, <Money key="amount" cents={row.amount} />]];
  if (row.receivedMoney !== null) money.push([words.arrived, <Money key="arrived" cents={row.receivedMoney} />]);
  const { opening, topUp, back } = feesOfKind({
    kind: row.kind,
    amountCents: row.amount,
    totalCents: row.totalCost,
    feeCents: row.fee,
    openingFeeCents: row.openingFee,
  });
  if (opening > 0n) money.push([words.openingFee, <Money key="opening" cents={opening} />]);
  if (topUp > 0n) money.push([words.fee, <Money key="fee" cents={topUp} />]);
  if (back > 0n) money.push([words.feeBack, <Money key="back" cents={back} />]);
  if (row.totalCost !== row.amount) money.push([words.total, <Money key="total" cents={row.totalCost} />]);
  return money;
}

function networkOf({ details, destination, signals }: QueuedRequest): [string, React.ReactNode][] {
  const name = details['networkName'];
  const address = details['networkAddress'];
  if (typeof name !== 'string' || typeof address !== 'string' || name === '') return [];
  const to = { networkName: name, networkAddress: address, destination, signals };
  if (destination) return [[sent.destination, <DestinationFacts key="to" of={to} />]];
  return [
    [
      words.network,
      <span key="network" className={css['tx']}>
        {name} <CopyId value={address} short />
      </span>,
    ],
  ];
}

function detailsTold(row: QueuedRequest): [string, string][] {
  return detailsOf(row).map(([name, value]) => [
    words.details[name] ?? name,
    Array.isArray(value) ? value.join(', ') : (words.choices[String(value)] ?? String(value)),
  ]);
}

/** The rows of an order, whatever the platform calls their fields. */
function OrderRows({ row }: { row: QueuedRequest }) {
  const rows = Array.isArray(row.details['rows']) ? (row.details['rows'] as Record<string, unknown>[]) : [];
  const deposits = Array.isArray(row.details['deposits']) ? (row.details['deposits'] as unknown[]) : [];
  const told = detailsTold(row);
  if (!kindNamed(row.kind).opens || replacesAccount(kindNamed(row.kind))) return null;
  return (
    <section>
      <h3 className={css['subhead']}>{words.order}</h3>
      <ol className={css['order']}>
        {rows.map((each, place) => (
          <li key={place}>
            <span>
              {Object.values(each).filter(isWorthTelling).map(String).join(' · ') || words.account(place + 1)}
            </span>
            <Money cents={fromDollars(Number(deposits[place] ?? 0))} />
          </li>
        ))}
      </ol>
      {told.length > 0 ? <Facts items={told} /> : null}
    </section>
  );
}
