/** A client's top-ups: what came in, how far it is, and the window in which money is added. */
import { Alert, Button } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { seenLine } from '#chain/evidence.words.ts';
import { ownFile } from '#requests/ownFile.tsx';
import { AgainButton, CancelButton, stateFilter } from '#requests/RequestParts.tsx';
import { useCall } from '#ui/call.tsx';
import { ThreadBelow } from '#support/ThreadBelow.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { Failed } from '#ui/DataState.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Page } from '#ui/Page.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { Announced } from './Announced.tsx';
import { DeclaredList } from './Declared.tsx';
import { ProofThumb } from './Proof.tsx';
import { GuideFrame } from './GuideFrame.tsx';
import { againFrom, emptyTopup } from './topup-form.ts';
import { TopupTimeline } from './TopupProgress.tsx';
import { getOwnTransactions, type Transaction } from './topups.api.ts';
import styles from './TopupsPage.module.css';
import { words } from './topups.words.ts';

/** Steps, address and QR code are needed only in the window. */
const TopupGuide = late(() => import('./TopupGuide.tsx').then((guide) => guide.TopupGuide), GuideFrame);

const columns: Column<Transaction>[] = [
  {
    id: 'applyId',
    header: words.applyId,
    cell: (row) => <CopyId value={row.applyId} label={words.applyId} />,
    title: true,
  },
  { id: 'money', header: words.money, cell: (row) => <Announced row={row} />, align: 'right', card: 'figure' },
  {
    id: 'transactionId',
    header: words.transactionId,
    cell: (row) => <CopyId value={row.transactionId} label={words.transactionId} short />,
  },
  { id: 'payway', header: words.payway, cell: (row) => row.payway },
  { id: 'state', header: words.state, cell: (row) => <StateCell row={row} />, card: 'corner' },
  { id: 'rejection', header: words.rejectedBecause, cell: (row) => <Rejection row={row} />, onTable: false },
  { id: 'proof', header: words.proof, cell: (row) => <ProofThumb of={row} /> },
  { id: 'created', header: words.created, cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt' },
  { id: 'decided', header: words.decided, cell: (row) => <Time at={row.decidedAt} />, hidden: true },
];

const filters = [stateFilter];

/** While it waits also how far its transfer is. */
function StateCell({ row }: { row: Transaction }) {
  return (
    <span className={styles['stack']}>
      <StateBadge state={row.state} />
      {row.state === 'Pending' && row.seen && row.seen.state !== 'NotSeen' ? (
        <span className={styles['seen']}>{seenLine(row.seen)}</span>
      ) : null}
    </span>
  );
}

/** A card says at once why it was rejected, and what comes next; below a row of the table that has more room. */
export function Rejection({ row }: { row: Transaction }) {
  if (row.state !== 'Rejected') return null;
  return (
    <span className={styles['rejection']}>
      {row.remarks}
      {row.paylink === null ? <AgainButton row={row} to={`?add=${row.applyId}`} values={{}} /> : null}
    </span>
  );
}

/** In the address for money that is added anew; for what is sent again, the name of what was rejected. */
const fresh = 'new';

/** Which top-up is being made stands in the address: it goes on after a reload, and wherever the link is opened. */
function useAdding() {
  const [address, setAddress] = useSearchParams();
  const adding = address.get('add') ?? undefined;
  const isAgain = adding !== undefined && adding !== fresh;
  const found = useCall(getOwnTransactions, { query: { q: adding ?? '', limit: 1 } }, { enabled: isAgain });
  const again = isAgain
    ? found.data?.transactions.find(({ applyId, state }) => applyId === adding && state === 'Rejected')
    : undefined;
  const setAdding = (next?: string) =>
    setAddress(
      (now) => {
        const then = new URLSearchParams(now);
        // The receipt of the last one goes with its window.
        then.delete('placed');
        if (next === undefined) then.delete('add');
        else then.set('add', next);
        return then;
      },
      { replace: next === undefined },
    );
  return { adding, again, missing: isAgain && !again ? found : undefined, setAdding };
}

export default function TopupsPage() {
  const { adding, again, missing, setAdding } = useAdding();
  const readOnly = useReadOnly();
  useEffect(() => TopupGuide.soon(), []);
  const initial = useMemo(() => (again ? againFrom(again) : emptyTopup), [again]);
  const add = (
    <Button onClick={() => setAdding(fresh)} disabled={readOnly} leftSection={<Icon name="plus" size={16} />}>
      {words.addHere}
    </Button>
  );
  return (
    <Page title={words.listTitle} text={words.listText} actions={add}>
      {missing?.error ? (
        <Failed error={missing.error} failed={words.listFailed} onRetry={() => void missing.refetch()} />
      ) : null}
      {missing?.data ? (
        <Alert color="wait" role="status" icon={<Icon name="info" />}>
          {words.notRejected(adding!)}
        </Alert>
      ) : null}
      <DeclaredList />
      <DataTable
        name="topups"
        caption={words.listTitle}
        endpoint={getOwnTransactions}
        rows={(answer) => answer.transactions}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.listEmpty, action: add }}
        failed={words.listFailed}
        search={words.search}
        exporting={ownFile('topup')}
        filters={filters}
        limit={8}
        expand={(row) => <More row={row} onAgain={({ applyId }) => setAdding(applyId)} />}
      />
      <Dialog
        opened={adding === fresh || again !== undefined}
        onClose={() => setAdding()}
        title={again ? words.fixTitle(again.applyId) : words.addMoney}
        size="lg"
      >
        <TopupGuide
          key={again?.applyId ?? 'new'}
          draft={again ? `topup-${again.applyId}` : 'topup'}
          initial={initial}
          {...(again ? { because: again.remarks } : {})}
          after={(restart) => (
            <>
              <Button onClick={() => setAdding()}>{words.toList}</Button>
              {again ? null : (
                <Button variant="subtle" onClick={restart}>
                  {words.another}
                </Button>
              )}
            </>
          )}
        />
      </Dialog>
    </Page>
  );
}

function More({ row, onAgain }: { row: Transaction; onAgain: (row: Transaction) => void }) {
  const readOnly = useReadOnly();
  return (
    <div className={styles['more']}>
      <div>
        <TopupTimeline of={row} />
        <div className={styles['actions']}>
          {row.state === 'Rejected' && row.paylink === null ? (
            <Button disabled={readOnly} onClick={() => onAgain(row)}>
              {words.fixAndSend}
            </Button>
          ) : null}
          {row.paylink === null && !row.declared ? (
            <CancelButton row={row} again={[getOwnTransactions]}>
              {words.cancelText}
            </CancelButton>
          ) : null}
        </div>
        <ThreadBelow subject={row.applyId} />
      </div>
      <div className={styles['onecolumn']}>
        <Facts
          items={[
            [words.transactionId, <CopyId key="id" value={row.transactionId} label={words.transactionId} />],
            [words.network, row.networkName],
            [
              words.address,
              row.networkAddress === '' ? (
                ''
              ) : (
                <CopyId key="address" value={row.networkAddress} label={words.address} />
              ),
            ],
            ...(row.clientRemarks === '' ? [] : [[words.yourNote, row.clientRemarks] as const]),
            ...(row.paylink === null
              ? []
              : [[words.viaPaylink, <CopyId key="link" value={row.paylink} label={words.paylink} />] as const]),
          ]}
        />
      </div>
    </div>
  );
}
