/**
 * What an admin looks at before deciding a top-up: the picture, the transfer in an explorer, and where the picture was
 * seen before.
 */
import { EvidenceLine } from '#chain/EvidenceLine.tsx';
import { words as chain, type Claimed } from '#chain/evidence.words.ts';
import { explorerLink } from '#network/network.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Money } from '#ui/Money.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { Proofs, ProofThumb } from './Proof.tsx';
import type { ReviewedTransaction } from './topups.api.ts';
import styles from './TopupsPage.module.css';
import { words } from './topups.words.ts';

export function ProofCell({ row }: { row: ReviewedTransaction }) {
  return (
    <span className={styles['proofcell']}>
      <ProofThumb of={row} />
      <SeenBefore row={row} />
    </span>
  );
}

/** `instead`: only where the column of the pictures has left the list. */
export function SeenBefore({ row, instead }: { row: ReviewedTransaction; instead?: true }) {
  const count = row.duplicates.length;
  if (count === 0) return null;
  return (
    <span className={styles['warn']} data-warns data-instead={instead} title={words.duplicateCount(count)}>
      {words.duplicates}
    </span>
  );
}

/** A transaction id to copy, with a look into the network's explorer where it has one. */
export function TransactionIdCell({ row }: { row: Pick<ReviewedTransaction, 'transactionId' | 'networkName'> }) {
  const link = explorerLink(row.networkName, row.transactionId);
  return (
    <span className={styles['hash']}>
      <CopyId value={row.transactionId} label={words.transactionId} short />
      {link ? (
        <a
          className={styles['quiet']}
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={words.explorerOf(row.transactionId)}
        >
          {words.explorer}
        </a>
      ) : null}
    </span>
  );
}

export function claimOf({ chargeMoney, createdAt }: ReviewedTransaction): Claimed {
  return { announced: chargeMoney, askedAt: createdAt };
}

export function ReviewDetails({ row }: { row: ReviewedTransaction }) {
  return (
    <div className={styles['more']}>
      <Proofs of={row} />
      <div className={styles['side']}>
        <div className={styles['onecolumn']}>
          <Facts
            items={[
              [words.client, row.userId.username],
              [words.email, row.userId.contact.emailId],
              [words.phone, row.userId.contact.contact1],
              [words.wallet, <Money key="wallet" cents={row.userId.wallet} />],
              [words.transactionId, <CopyId key="id" value={row.transactionId} label={words.transactionId} />],
              [chain.chain, <EvidenceLine key="chain" evidence={row.evidence} claimed={claimOf(row)} />],
              [words.network, row.networkName],
              [words.shownAddress, <CopyId key="address" value={row.networkAddress} label={words.address} />],
              ...(row.clientRemarks === '' ? [] : [[words.clientNote, row.clientRemarks] as const]),
              ...(row.paylink === null
                ? []
                : [[words.viaPaylink, <CopyId key="link" value={row.paylink} label={words.paylink} />] as const]),
              ...(row.adminRemarks === '' ? [] : [[words.adminRemarks, row.adminRemarks] as const]),
            ]}
          />
        </div>
        <Duplicates of={row} />
      </div>
    </div>
  );
}

function Duplicates({ of }: { of: Pick<ReviewedTransaction, 'duplicates'> }) {
  if (of.duplicates.length === 0) return null;
  return (
    <div role="note">
      <p className={styles['warn']} data-warns>
        {words.duplicateCount(of.duplicates.length)}
      </p>
      <ul className={styles['duplicates']}>
        {of.duplicates.map((one) => (
          <li key={one.applyId}>
            <CopyId value={one.applyId} label={words.applyId} />
            <span>{one.same === 'file' ? words.sameFile : words.samePicture}</span>
            <span>{words.byClient(one.username, one.sameClient)}</span>
            <StateBadge state={one.state} />
            <span className={styles['quiet']}>
              <Time at={one.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
