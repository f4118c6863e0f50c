import { Button } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import type { Platform, Spec } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { ownFile } from '#requests/ownFile.tsx';
import { actionsColumn, CancelButton, stateFilter } from '#requests/RequestParts.tsx';
import { ShareDialog } from '#shares/ShareDialog.tsx';
import { useCall, callKey } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { isDraftOther, keepDraft } from '#ui/drafts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { isAskedToSignIn, onSignIn } from '#ui/signin.ts';
import { Stat, Stats } from '#ui/Stat.tsx';
import { toast } from '#ui/toast.tsx';
import { words as shared } from '#ui/ui.words.ts';
import { getAds, getAdsIds, getWaiting } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { columnsOf, ownFacts } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, idOf, openOf, type Ad } from './ads.ts';
import { blankOrder, draftName, valuesOf } from './orderforms.ts';
import { useNow } from './useNow.tsx';
import styles from './adaccounts.module.css';

const { list } = words;

const filters = [stateFilter];

export default function AdListPage() {
  const platform = usePlatform();
  const waiting = getWaiting[platform.name];
  return (
    <Page title={list.title(platform.name)} actions={<CreateButton platform={platform} />}>
      {waiting ? <Waiting platform={platform} counts={waiting} /> : null}
      <AdList key={platform.name} platform={platform} />
    </Page>
  );
}

function CreateButton({ platform: { pages, says } }: { platform: Spec }) {
  return (
    <Button component={Link} to={pages.order[0]} leftSection={<Icon name="plus" size={16} />}>
      {says.create}
    </Button>
  );
}

type WaitingProps = { platform: Spec; counts: NonNullable<(typeof getWaiting)[Platform]> };

/** The notification cards: what of this client waits on a platform. */
function Waiting({ platform: { pages }, counts }: WaitingProps) {
  const { data } = useCall(counts, {}, { on: ['request'] });
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
      {card(list.pendingDeposit, data?.deposits, `${pages.deposits[0]}?state=Pending`)}
      {card(list.pendingRefund, data?.refunds, `${pages.refund[0]}?state=Pending`)}
    </Stats>
  );
}

function AdList({ platform }: { platform: Spec }) {
  const { name, says } = platform;
  const [seen, setOpened] = useState<Ad>();
  const opened = useNow(getAds[name], seen);
  const [shared, setShared] = useState<Ad>();
  const { data: known } = useCall(getAdsIds, { query: { adType: name } }, { on: ['request'] });
  const columns = useMemo(() => listColumns(platform, known, setOpened, setShared), [platform, known]);
  const takingMoney = opened ? openOf(opened, known).takingMoney : [];
  const isIdle = opened?.state === 'Approved' && takingMoney.length === 0;
  return (
    <>
      <Loading platform={platform} />
      <DataTable
        name={`${name}-ads`}
        caption={list.title(name)}
        endpoint={getAds[name]}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: list.empty, action: <CreateButton platform={platform} /> }}
        failed={says.listFailed}
        thrown={list.thrown}
        unreadable={says.listUnreadable}
        search={list.search}
        exporting={ownFile('application', name)}
        filters={filters}
        limit={8}
        onRowOpen={setOpened}
      />
      <AdDetails
        ad={opened}
        platform={platform}
        onClose={() => setOpened(undefined)}
        reader="client"
        actions={
          opened && !isIdle ? (
            <DetailActions {...{ ad: opened, platform, takingMoney }} onDone={() => setOpened(undefined)} />
          ) : null
        }
      />
      <ShareDialog
        opened={shared !== undefined}
        onClose={() => setShared(undefined)}
        adsId={shared ? openOf(shared, known).open.join(', ') : ''}
        platform={name}
      />
    </>
  );
}

function listColumns(
  platform: Spec,
  known: OutputOf<typeof getAdsIds> | undefined,
  onOpen: (ad: Ad) => void,
  onShare: (ad: Ad) => void,
): Column<Ad>[] {
  return [
    ...columnsOf(platform, {
      ...platform.columns.list,
      hidden: ownFacts,
      offCards: ['updated'],
      wide: { at: 1280, names: ['updated'] },
    }),
    actionsColumn((ad) => (
      <RowActions {...{ ad, platform, ...openOf(ad, known) }} onOpen={() => onOpen(ad)} onShare={() => onShare(ad)} />
    )),
  ];
}

/** Said beside the sign-in that comes over the list when the session has ended meanwhile. */
function useNoToken({ says: { noToken } }: Spec): void {
  const asked = useSyncExternalStore(onSignIn, isAskedToSignIn, () => false);
  useEffect(() => {
    if (asked && noToken !== undefined) toast.info(noToken);
  }, [asked, noToken]);
}

/** The first look at a list is announced; later ones keep the old rows in sight. */
function Loading({ platform }: { platform: Spec }) {
  useNoToken(platform);
  const first = useIsFetching({
    queryKey: callKey(getAds[platform.name]),
    predicate: ({ state }) => state.data === undefined,
  });
  return (
    <p role="status" className="visually-hidden">
      {first > 0 ? list.loading : ''}
    </p>
  );
}

const quiet = { size: 'compact-sm', variant: 'subtle' } as const;

type RowActionsProps = ReturnType<typeof openOf> & {
  ad: Ad;
  platform: Spec;
  onOpen: () => void;
  onShare: () => void;
};

function RowActions({ ad, platform, open, takingMoney, onOpen, onShare }: RowActionsProps) {
  return (
    <span className={styles['rowactions']}>
      {open.length > 0 && platform.shares ? (
        <Button {...quiet} onClick={onShare}>
          {list.share}
        </Button>
      ) : null}
      {takingMoney[0] === undefined ? null : <DepositLink to={takingMoney} platform={platform} compact />}
      {ad.state === 'Rejected' ? <OrderAgain ad={ad} platform={platform} compact /> : null}
      <Button {...quiet} color="calm" aria-label={list.details(ad.applyId)} onClick={onOpen}>
        <span className={styles['onphones']}>{shared.table.details}</span>
        <Icon name="right" />
      </Button>
    </span>
  );
}

type DetailActionsProps = { ad: Ad; platform: Spec; takingMoney: readonly string[]; onDone: () => void };

function DetailActions({ ad, platform, takingMoney, onDone }: DetailActionsProps) {
  if (ad.state === 'Pending') {
    return (
      <CancelButton row={ad} again={[getAds[platform.name]]} size="sm" onDone={onDone}>
        {words.details.takeBackText(usd(ad.totalCost))}
      </CancelButton>
    );
  }
  if (takingMoney[0] !== undefined) return <DepositLink to={takingMoney} platform={platform} />;
  return <OrderAgain ad={ad} platform={platform} />;
}

type DepositLinkProps = { to: readonly string[]; platform: Spec; compact?: boolean };

/** Of several accounts, whoever pays says which. */
export function DepositLink({ to: [adsId = '', ...more], platform, compact = false }: DepositLinkProps) {
  const chosen = more.length > 0 ? '' : `?adsId=${encodeURIComponent(adsId)}`;
  return (
    <Button component={Link} to={`${platform.pages.deposit[0]}${chosen}`} {...(compact ? quiet : {})}>
      {list.deposit}
    </Button>
  );
}

/** What was rejected is put into the form as it was, to be mended and sent again. */
function OrderAgain({ ad, platform, compact = false }: { ad: Ad; platform: Spec; compact?: boolean }) {
  const navigate = useNavigate();
  const readOnly = useReadOnly();
  const [asking, setAsking] = useState(false);
  const draft = draftName(platform.name);
  const again = () => {
    keepDraft(draft, valuesOf(ad));
    void navigate(`${platform.pages.order[0]}?again=${ad.applyId}`);
  };
  const isBegun = () => isDraftOther(draft, [blankOrder(platform.order), valuesOf(ad)]);
  return (
    <>
      <Button disabled={readOnly} onClick={() => (isBegun() ? setAsking(true) : again())} {...(compact ? quiet : {})}>
        {list.again}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={list.replaceTitle}
        confirm={list.replace}
        danger
        onConfirm={again}
      >
        {list.replaceText}
      </ConfirmDialog>
    </>
  );
}
