/**
 * All notices of a client, page by page; the bell shows the latest only. Leaving the page marks them as seen.
 */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { call, useRefresh } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { Badge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { getNotices, seeNotices } from './notices.api.ts';
import { words } from './notices.words.ts';
import styles from './notices.module.css';

type Notice = OutputOf<typeof getNotices>['notices'][number];

const columns: Column<Notice>[] = [
  { id: 'text', header: words.what, cell: (notice) => <Told notice={notice} />, title: true },
  {
    id: 'applyId',
    header: words.applyId,
    cell: (notice) => <CopyId value={notice.applyId} label={words.applyId} />,
    card: 'left',
  },
  { id: 'at', header: words.at, cell: (notice) => <Time at={notice.at} />, sort: 'at', card: 'right' },
];

function Told({ notice: { text, link, seen } }: { notice: Notice }) {
  return (
    <span className={styles['told']}>
      {link.startsWith('/') ? <Link to={link}>{text}</Link> : text}
      {seen ? null : <Badge tone="wait">{words.isNew}</Badge>}
    </span>
  );
}

function useSeenOnLeaving(): void {
  const readOnly = useReadOnly();
  const refresh = useRefresh();
  useEffect(() => {
    if (readOnly) return undefined;
    return () =>
      void call(seeNotices).then(
        () => refresh(getNotices),
        // If marking fails, they are marked the next time.
        () => undefined,
      );
  }, [readOnly, refresh]);
}

export default function NoticesPage() {
  useSeenOnLeaving();
  return (
    <>
      <PageHeader title={words.title} text={words.text} />
      <DataTable
        name="notices"
        caption={words.title}
        endpoint={getNotices}
        rows={(answer) => answer.notices}
        rowId={(notice) => notice._id}
        columns={columns}
        empty={{
          text: words.empty,
          action: (
            <Button component={Link} to="/dashboard" variant="default">
              {words.toDashboard}
            </Button>
          ),
        }}
        failed={words.failed}
        search={words.search}
        on={['notice']}
      />
    </>
  );
}
