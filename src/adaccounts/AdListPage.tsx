import { Button } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { stateFilter } from '#requests/RequestParts.tsx';
import type { Platform } from '#requests/requests.ts';
import { ShareDialog } from '#shares/ShareDialog.tsx';
import { useCall, callKey } from '#ui/call.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { keepDraft } from '#ui/drafts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { isAskedToSignIn, onSignIn } from '#ui/signin.ts';
import { Stat, Stats } from '#ui/Stat.tsx';
import { toast } from '#ui/toast.tsx';
import { words as shared } from '#ui/ui.words.ts';
import { useAddresses, usePlatform } from '#ui/usePlatform.tsx';
import { getFacebookPending } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { columnsOf, type ColumnName } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, calls, idOf, type Ad } from './calls.ts';
import { draftName, valuesOf } from './orderforms.ts';
import { TakeBack } from './TakeBack.tsx';
import styles from './adaccounts.module.css';

const { list } = words;

/** In the order of the specification. */
const shown: Record<Platform, readonly ColumnName[]> = {
  Google: [
    'applyId',
    'adsId',
    'userName',
    'email',
    'adNumber',
    'gmail',
    'totalCost',
    'ownState',
    'reason',
    'wallet',
    'created',
    'updated',
  ],
  Bing: [
    ...([
      'applyId',
      'adsId',
      'userName',
      'email',
      'adNumber',
      'domain',
      'outlookMail',
      'totalCost',
      'ownState',
      'reason',
    ] as const),
    ...(['wallet', 'created', 'updated'] as const),
  ],
  Facebook: [
    ...([
      'license',
      'applyId',
      'adsId',
      'userNameApart',
      'email',
      'accountName',
      'deposit',
      'ownState',
      'reason',
    ] as const),
    ...(['totalCost', 'walletAmount', 'created', 'updated'] as const),
  ],
};

/** The reader's own name, address and balance stand in the bar above every page. */
const offCards: readonly ColumnName[] = ['wallet', 'walletAmount', 'userName', 'userNameApart', 'email', 'updated'];

/** What belongs together stands together: thirteen columns are more than a page has room for. */
const under: readonly ColumnName[] = ['adsId', 'email', 'gmail', 'outlookMail', 'walletAmount', 'updated'];

const filters = [stateFilter];

export default function AdListPage() {
  const platform = usePlatform();
  const { create } = useAddresses(platform);
  return (
    <>
      <PageHeader title={list.title[platform]} actions={<CreateButton to={create} platform={platform} />} />
      {platform === 'Facebook' ? <Waiting /> : null}
      <AdList key={platform} platform={platform} />
    </>
  );
}

function CreateButton({ to, platform }: { to: string; platform: Platform }) {
  return (
    <Button component={Link} to={to} leftSection={<Icon name="plus" size={16} />}>
      {list.create[platform]}
    </Button>
  );
}

/** The notification cards: what of this client waits on Facebook. */
function Waiting() {
  const { deposits, refund } = useAddresses('Facebook');
  const { data } = useCall(getFacebookPending, {}, { on: ['request'] });
  const card = (label: string, count: number | undefined, to: string) => (
    <Stat
      label={label}
      value={count ?? list.unknownCount}
      detail={count === undefined ? undefined : count === 0 ? list.nothingWaits : list.waiting}
      to={to}
    />
  );
  return (
    <Stats phone="lines">
      {card(list.pendingApplication, data?.application, '?state=Pending')}
      {card(list.pendingDeposit, data?.deposits, `${deposits}?state=Pending`)}
      {card(list.pendingRefund, data?.refunds, `${refund}?state=Pending`)}
    </Stats>
  );
}

function AdList({ platform }: { platform: Platform }) {
  const { create } = useAddresses(platform);
  const [opened, setOpened] = useState<Ad>();
  const [shared, setShared] = useState<Ad>();
  const columns = useMemo<Column<Ad>[]>(
    () => [
      ...columnsOf(shown[platform], { offCards, under }),
      {
        id: 'actions',
        header: words.field.actions,
        sticky: true,
        align: 'right',
        cell: (ad) => (
          <RowActions ad={ad} platform={platform} onOpen={() => setOpened(ad)} onShare={() => setShared(ad)} />
        ),
      },
    ],
    [platform],
  );
  return (
    <>
      <Loading platform={platform} />
      <DataTable
        name={`${platform}-ads`}
        caption={list.title[platform]}
        endpoint={calls[platform].list}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: list.empty, action: <CreateButton to={create} platform={platform} /> }}
        failed={list.failed[platform]}
        thrown={list.thrown}
        unreadable={list.unreadable[platform]}
        search={list.search}
        filters={filters}
        limit={8}
        onRowOpen={setOpened}
      />
      <AdDetails
        ad={opened}
        onClose={() => setOpened(undefined)}
        reader="client"
        actions={opened ? <DetailActions ad={opened} platform={platform} onDone={() => setOpened(undefined)} /> : null}
      />
      <ShareDialog
        opened={shared !== undefined}
        onClose={() => setShared(undefined)}
        adsId={shared?.adsId ?? ''}
        platform={platform}
      />
    </>
  );
}

/** Said beside the sign-in that comes over the list when the session has ended meanwhile. */
function useNoToken(platform: Platform): void {
  const asked = useSyncExternalStore(onSignIn, isAskedToSignIn, () => false);
  useEffect(() => {
    if (asked && platform === 'Google') toast.info(list.noToken);
  }, [asked, platform]);
}

/** The first look at a list is announced; later ones keep the old rows in sight. */
function Loading({ platform }: { platform: Platform }) {
  useNoToken(platform);
  const first = useIsFetching({
    queryKey: callKey(calls[platform].list),
    predicate: ({ state }) => state.data === undefined,
  });
  return (
    <p role="status" className="visually-hidden">
      {first > 0 ? list.loading : ''}
    </p>
  );
}

const quiet = { size: 'compact-sm', variant: 'subtle' } as const;

type RowActionsProps = { ad: Ad; platform: Platform; onOpen: () => void; onShare: () => void };

function RowActions({ ad, platform, onOpen, onShare }: RowActionsProps) {
  return (
    <span className={styles['rowactions']}>
      {ad.state === 'Approved' && platform === 'Google' ? (
        <Button {...quiet} onClick={onShare}>
          {list.share}
        </Button>
      ) : null}
      {ad.state === 'Approved' ? <DepositLink ad={ad} platform={platform} compact /> : null}
      {ad.state === 'Rejected' ? <OrderAgain ad={ad} platform={platform} compact /> : null}
      <Button {...quiet} color="calm" aria-label={list.details(ad.applyId)} onClick={onOpen}>
        <span className={styles['onphones']}>{shared.table.details}</span>
        <Icon name="right" />
      </Button>
    </span>
  );
}

function DetailActions({ ad, platform, onDone }: { ad: Ad; platform: Platform; onDone: () => void }) {
  if (ad.state === 'Pending') return <TakeBack ad={ad} platform={platform} onDone={onDone} />;
  if (ad.state === 'Approved') return <DepositLink ad={ad} platform={platform} />;
  return <OrderAgain ad={ad} platform={platform} />;
}

function DepositLink({ ad, platform, compact = false }: { ad: Ad; platform: Platform; compact?: boolean }) {
  const { deposit } = useAddresses(platform);
  return (
    <Button
      component={Link}
      to={`${deposit}?adsId=${encodeURIComponent(ad.adsIds[0] ?? '')}`}
      {...(compact ? quiet : {})}
    >
      {list.deposit}
    </Button>
  );
}

/** What was rejected is put into the form as it was, to be mended and sent again. */
function OrderAgain({ ad, platform, compact = false }: { ad: Ad; platform: Platform; compact?: boolean }) {
  const { create } = useAddresses(platform);
  const navigate = useNavigate();
  const readOnly = useReadOnly();
  const again = () => {
    keepDraft(draftName(platform), valuesOf(ad));
    void navigate(`${create}?again=${ad.applyId}`);
  };
  return (
    <Button disabled={readOnly} onClick={again} {...(compact ? quiet : {})}>
      {list.again}
    </Button>
  );
}
