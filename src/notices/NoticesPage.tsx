/**
 * All notices of a client, page by page; the bell shows the latest only.
 */
import { Button } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { Badge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { getNotices } from './notices.api.ts';
import { words } from './notices.words.ts';
import { useSeen } from './useSeen.tsx';
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

function Told({ notice: { _id, text, link, seen } }: { notice: Notice }) {
  const { seeOne } = useSeen();
  return (
    <span className={styles['told']}>
      {link.startsWith('/') ? (
        <Link to={link} onClick={() => (seen ? undefined : seeOne(_id))}>
          {text}
        </Link>
      ) : (
        text
      )}
      {seen ? null : <Badge tone="wait">{words.isNew}</Badge>}
    </span>
  );
}

export default function NoticesPage() {
  const { seeAll, busy, readOnly } = useSeen();
  const unseen = useCall(getNotices, { query: { limit: 20 } }, { on: ['notice'] }).data?.unseen ?? 0;
  return (
    <Page
      title={words.title}
      text={words.text}
      actions={
        unseen > 0 ? (
          <Button variant="default" loading={busy} disabled={readOnly} onClick={seeAll}>
            {words.seeAll}
          </Button>
        ) : null
      }
    >
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
    </Page>
  );
}
