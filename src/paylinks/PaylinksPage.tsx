/** A client's pay links: made, handed on, paid, revoked. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { AskedButton } from '#ui/AskedButton.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { CreatePaylink } from './CreatePaylink.tsx';
import { exportPaylinks, getPaylinks, revokePaylink, type Paylink } from './paylinks.api.ts';
import { paylinkStates } from './paylinks.ts';
import styles from './PaylinksPage.module.css';
import { words } from './paylinks.words.ts';
import { CopyLink, PaylinkShare } from './PaylinkShare.tsx';

function Payer({ row }: { row: Paylink }) {
  return (
    <span className={styles['stack']}>
      <span>{row.paylinkType === 'Company' ? row.companyName : `${row.firstName} ${row.lastName}`}</span>
      <span className={styles['quiet']}>{row.emailId}</span>
    </span>
  );
}

const columns: Column<Paylink>[] = [
  { id: 'payer', header: words.payer, cell: (row) => <Payer row={row} />, title: true },
  { id: 'id', header: words.link, cell: (row) => <CopyId value={row._id} label={words.link} /> },
  { id: 'type', header: words.type, cell: (row) => row.paylinkType },
  { id: 'country', header: words.country, cell: (row) => row.country, hidden: true },
  { id: 'money', header: words.money, cell: (row) => <Money cents={row.money} />, align: 'right', card: 'figure' },
  { id: 'state', header: words.state, cell: (row) => <StateBadge state={row.state} />, card: 'corner' },
  { id: 'created', header: words.created, cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt' },
  { id: 'expires', header: words.expires, cell: (row) => <Time at={row.expiresAt} onlyDay />, under: true },
  {
    id: 'copy',
    header: words.copy,
    cell: (row) => (row.state === 'Open' ? <CopyLink of={row} subtle /> : null),
    align: 'right',
    sticky: true,
  },
];

const filters = [
  { param: 'state', label: words.state, options: paylinkStates.map((value) => ({ value, label: value })) },
];

export default function PaylinksPage() {
  const [creating, setCreating] = useState(false);
  const readOnly = useReadOnly();
  const create = (
    <Button onClick={() => setCreating(true)} disabled={readOnly} leftSection={<Icon name="plus" size={16} />}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} text={words.text} actions={create}>
      <DataTable
        name="paylinks"
        caption={words.caption}
        endpoint={getPaylinks}
        rows={(answer) => answer.paylinks}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.empty, action: create }}
        failed={words.failed}
        thrown={words.thrown}
        search={words.search}
        filters={filters}
        exporting={{
          endpoint: exportPaylinks,
          fileName: 'paylinks.xlsx',
        }}
        expand={(row) => <More row={row} />}
      />
      <Dialog opened={creating} onClose={() => setCreating(false)} title={words.createTitle} size="lg">
        <CreatePaylink onDone={() => setCreating(false)} />
      </Dialog>
    </Page>
  );
}

function More({ row }: { row: Paylink }) {
  return (
    <div className={styles['more']}>
      {row.state === 'Open' ? <PaylinkShare of={row} /> : null}
      <div className={styles['side']}>
        <Facts
          items={[
            [words.payer, `${row.firstName} ${row.lastName}`],
            [words.email, row.emailId],
            [words.country, row.country],
            ...(row.paylinkType === 'Company'
              ? [[words.companyName, row.companyName] as const, [words.website, row.website] as const]
              : []),
            [words.payment, row.transaction === null ? '' : <Payment key="payment" of={row.transaction} />],
          ]}
        />
        {row.state === 'Open' ? <Revoke row={row} /> : null}
      </div>
    </div>
  );
}

function Payment({ of }: { of: NonNullable<Paylink['transaction']> }) {
  return (
    <span className={styles['stack']}>
      <span className={styles['url']}>
        <CopyId value={of.applyId} />
        <StateBadge state={of.state} />
      </span>
      {of.remarks === '' ? null : <span className={styles['quiet']}>{of.remarks}</span>}
    </span>
  );
}

function Revoke({ row }: { row: Paylink }) {
  return (
    <div>
      <AskedButton
        size="sm"
        label={words.revoke}
        title={words.revokeTitle}
        endpoint={revokePaylink}
        args={{ query: { id: row._id } }}
        failed={words.revokeFailed}
        again={[getPaylinks]}
        done={({ message }) => toast.done(message)}
      >
        {words.revokeText}
      </AskedButton>
    </div>
  );
}
