/** The statement: every movement of the wallet, by days and kind, on the screen and for the bookkeeper. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { OutputOf, QueryIn } from '#kernel/endpoint.ts';
import type { Cents } from '#kernel/money.ts';
import { movesWallet } from '#kinds/facts.ts';
import { kindsWhere } from '#kinds/kinds.ts';
import { download, refusalOf, useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { StatementDays } from './StatementDays.tsx';
import { exportStatement, getStatement, getStatementProof, getStatementVerifier } from './statement.api.ts';
import { words as say } from '#ui/ui.words.ts';
import { manyOf, words } from './statement.words.ts';
import styles from './statement.module.css';

type Line = OutputOf<typeof getStatement>['lines'][number];

const columns: Column<Line>[] = [
  { id: 'at', header: words.date, cell: (line) => <Time at={line.at} />, card: 'left' },
  {
    id: 'text',
    header: words.description,
    title: true,
    cell: (line) => (
      <span className={styles['description']}>
        {line.text}
        {line.note ? <span className={styles['note']}>{line.note}</span> : null}
      </span>
    ),
  },
  { id: 'applyId', header: words.id, cell: (line) => <CopyId value={line.applyId} label={words.id} />, card: 'left' },
  {
    id: 'amount',
    header: words.amount,
    cell: (line) => <Money cents={line.amount} signed />,
    align: 'right',
    card: 'corner',
  },
  {
    id: 'balance',
    header: words.balance,
    cell: (line) => <Money cents={line.balance} />,
    align: 'right',
    card: 'right',
  },
];

const filters = [
  {
    param: 'kind',
    label: words.kind,
    options: kindsWhere(movesWallet).map((kind) => ({ value: kind, label: manyOf(kind) })),
  },
];

/**
 * The days and the kind come from the page's address, so that a reload, or a colleague with the link, sees the same
 * lines.
 */
function useAsked() {
  const [address] = useSearchParams();
  const [from, to, kind] = ['from', 'to', 'kind'].map((name) => address.get(name) ?? '');
  return useMemo(() => ({ from, to, kind }) as { from: string; to: string; kind: string }, [from, to, kind]);
}

export default function StatementPage() {
  const { from, to, kind } = useAsked();
  const days = useMemo(() => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) }), [from, to]);
  const edges = useCall(getStatement, { query: { ...days, limit: 1 } }, { on: ['wallet'], keep: true });
  // Those of other days are not said of these.
  const { opening, closing } = (edges.isPlaceholderData ? undefined : edges.data) ?? {};
  const add = (
    <Button component={Link} to="/kimi/wallet/addmoney-table" variant="default">
      {words.addMoney}
    </Button>
  );
  return (
    <Page title={words.title} text={words.text} actions={<Exports query={{ ...days, kind }} />}>
      <Balances opening={opening} closing={closing} />
      <StatementDays zone={edges.data?.timeZone} />
      <DataTable
        name="statement"
        caption={words.title}
        endpoint={getStatement}
        query={days}
        rows={(answer) => answer.lines}
        rowId={(line) => line._id}
        columns={columns}
        empty={{ text: words.empty, action: add }}
        failed={words.failed}
        filters={filters}
        on={['wallet', 'request']}
      />
      <p className={styles['zone']}>{words.settled}</p>
      <p className={styles['zone']}>
        {words.proved}{' '}
        <a href={getStatementVerifier.path} download>
          {words.verifier}
        </a>
      </p>
    </Page>
  );
}

type BalancesProps = { opening: Cents | undefined; closing: Cents | undefined };

/** The wallet before the first day and after the last. It does not depend on the kind that is chosen. */
function Balances({ opening, closing }: BalancesProps) {
  const change = opening === undefined || closing === undefined ? undefined : closing - opening;
  return (
    <dl className={styles['balances']}>
      <div>
        <dt>{words.opening}</dt>
        <dd>
          <Money cents={opening} />
        </dd>
      </div>
      <div>
        <dt>{words.change}</dt>
        <dd>
          <Money cents={change} signed />
        </dd>
      </div>
      <div data-main>
        <dt>{words.closing}</dt>
        <dd>
          <Money cents={closing} />
        </dd>
      </div>
    </dl>
  );
}

const formats = ['xlsx', 'pdf', 'proof'] as const;
type Format = (typeof formats)[number];
type Days = { from?: string; to?: string };

/** A proof always covers all kinds, because its balances do; so the chosen kind is not sent. */
function fetchFile(format: Format, { kind, ...days }: Days & { kind: string }): Promise<void> {
  const name = ['statement', days.from, days.to].filter(Boolean).join('-');
  if (format === 'proof') return download(getStatementProof, { query: days }, `${name}-sealed-copy.json`);
  return download(
    exportStatement,
    { query: { ...days, kind, format } as QueryIn<typeof exportStatement> },
    `${name}.${format}`,
  );
}

/** Files of the lines that the page shows now, all of them and not only one page. */
function Exports({ query }: { query: Days & { kind: string } }) {
  const [busy, setBusy] = useState<Format>();
  const start = async (format: Format) => {
    setBusy(format);
    try {
      await fetchFile(format, query);
      toast.done(words.downloaded[format], 3_000);
    } catch (error) {
      const { code, message } = refusalOf(error, say.table.exportFailed);
      toast.failed(code === 'network' ? say.table.exportFailed : message);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <>
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          loading={busy === format}
          disabled={busy !== undefined && busy !== format}
          leftSection={<Icon name="download" size={16} />}
          aria-label={words.exportAs(words[format])}
          onClick={() => void start(format)}
        >
          {words[format]}
        </Button>
      ))}
    </>
  );
}
