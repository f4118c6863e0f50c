/** What the finder finds while somebody types: things to do, pages, people, ad accounts, requests. */
import { useEffect, useMemo, useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { labelOf, ownLabelOf } from '#kinds/kinds.ts';
import { useCall } from '#ui/call.tsx';
import { Link } from '#ui/router.tsx';
import type { Spec } from '#platforms/platforms.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { findOwn } from './find.api.ts';
import { actionIn, type OwnAction } from './finding.ts';
import { words } from './finding.words.ts';
import { getTrace } from './trace.api.ts';
import css from './finder.module.css';

type PageLink = { readonly label: string; readonly to: string };
type Option = { group: keyof typeof words.groups; key: string; to: string; label: string; beside: string };

type Props = {
  q: string;
  pages: readonly PageLink[];
  /** Which of the options is chosen by the keys; -1 for none. */
  active: number;
  /** `isAll`: nothing more is on its way. */
  onOptions: (options: readonly { to: string }[], isAll: boolean) => void;
  onPick: () => void;
};

const pauseMs = 150;

/** What is typed, once somebody pauses: an answer to what was typed before is not waited for. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function FinderResults({ q, pages, ...shown }: Props) {
  const settled = useSettled(q);
  const doing = actionIn(settled, words.actions);
  const asked = doing?.of ?? settled;
  const found = useCall(getTrace, { query: { q: asked } }, { enabled: asked.length > 1, keep: true });
  const options = useMemo(
    () => [
      ...actionsOf(settled, found.data),
      ...pagesNamed(settled, pages),
      ...foundIn(doing ? undefined : found.data),
    ],
    [settled, found.data, pages, doing],
  );
  return <Panel {...shown} {...{ found, options, asked }} stale={found.isPlaceholderData || settled !== q} />;
}

/** What a client finds of their own. */
export function OwnResults({ q, pages, ...shown }: Props) {
  const settled = useSettled(q);
  const platforms = usePlatforms();
  const doing = actionIn(settled, words.ownActions);
  const asked = doing?.of ?? settled;
  const found = useCall(findOwn, { query: { q: asked } }, { enabled: asked.length > 1, keep: true });
  const options = useMemo(() => {
    const accounts = found.data?.accounts ?? [];
    if (doing) return accounts.map((account) => ownAction(doing.action, account, platforms));
    return [...pagesNamed(settled, pages), ...accounts.slice(0, 4).map(ownAccount), ...ownRequests(found.data)];
  }, [settled, found.data, pages, doing, platforms]);
  return <Panel {...shown} {...{ found, options, asked }} own stale={found.isPlaceholderData || settled !== q} />;
}

type PanelProps = Pick<Props, 'active' | 'onOptions' | 'onPick'> & {
  found: { isPending: boolean; isFetching: boolean };
  options: readonly Option[];
  asked: string;
  /** Whether what is shown is not of what is typed now. */
  stale: boolean;
  own?: true;
};

function Panel({ found, options, asked, stale, own, active, onOptions, onPick }: PanelProps) {
  // By their addresses: menus are made anew with every drawing, and what the keys chose would be lost to an equal list.
  const addresses = stale ? '' : options.map(({ to }) => to).join('\n');
  const isAll = !stale && !found.isFetching;
  useEffect(() => {
    const found = addresses.split('\n').flatMap((to) => (to ? [{ to }] : []));
    onOptions(found, isAll);
  }, [addresses, isAll, onOptions]);
  if (asked.length <= 1 && options.length === 0) return null;
  return (
    <div className={css['panel']} data-surface>
      <p role="status" className="visually-hidden">
        {stale || found.isPending ? words.looking : words.found(options.length)}
      </p>
      {options.length === 0 ? (
        <p className={css['nothing']}>
          {found.isFetching || stale ? words.looking : own ? words.nothingOwn : words.nothing}
        </p>
      ) : null}
      <div role="listbox" id="finder-options" aria-label={words.results}>
        {groupsOf(options).map(([group, list]) => (
          <div key={group} role="group" aria-label={words.groups[group]}>
            <p className={css['group']} aria-hidden="true">
              {words.groups[group]}
            </p>
            {list.map((option) => {
              const place = options.indexOf(option);
              return (
                <Link
                  key={option.key}
                  id={`finder-option-${place}`}
                  role="option"
                  aria-selected={!stale && place === active}
                  tabIndex={-1}
                  to={option.to}
                  className={css['option']}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={onPick}
                >
                  <span>{option.label}</span>
                  <span className={css['beside']}>{option.beside}</span>
                </Link>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function groupsOf(options: readonly Option[]): [Option['group'], Option[]][] {
  return [...Map.groupBy(options, ({ group }) => group)];
}

type Own = OutputOf<typeof findOwn>;

function ownAccount({ _id, platform, adsId, nickname, state, balance }: Own['accounts'][number]): Option {
  const beside = [nickname === '' ? '' : adsId, state, usd(balance)].filter(Boolean).join(' · ');
  return { group: 'accounts', key: _id, to: `/accounts/${_id}`, label: `${platform} ${nickname || adsId}`, beside };
}

function ownAction(
  { label, at }: OwnAction,
  { _id, platform, adsId, nickname, balance }: Own['accounts'][number],
  platforms: readonly Spec[],
): Option {
  const pages = platforms.find(({ name }) => name === platform)?.pages;
  const to = pages ? `${at(pages)}?adsId=${encodeURIComponent(adsId)}` : `/accounts/${_id}`;
  return { group: 'do', key: `do ${_id}`, to, label: label(nickname || adsId), beside: usd(balance) };
}

/** A client's own requests, under the names that clients use. */
export function ownRequests(found: Own | undefined): Option[] {
  return (found?.requests ?? []).map(({ applyId, kind, adType, state, at, ...money }) => {
    const label = `${ownLabelOf(kind, adType)} ${applyId}`;
    return {
      group: 'requests',
      key: applyId,
      to: at,
      label,
      beside: `${costOf(money)} · ${stateOf(shared.ownStates[state] ?? state)}`,
    };
  });
}

/** What the queue shows of it first, and what it comes to with its fees. */
function costOf({ amount, totalCost }: Record<'amount' | 'totalCost', Cents>): string {
  return amount === totalCost ? usd(amount) : words.withFees(usd(amount), usd(totalCost));
}

/** One word for one state, where results of several kinds and platforms stand in one list. */
function stateOf(state: string): string {
  return words.states[state] ?? state;
}

type Found = OutputOf<typeof getTrace> | undefined;

function actionsOf(q: string, found: Found): Option[] {
  const doing = actionIn(q, words.actions);
  if (!doing || !found) return [];
  return found.users.map(({ _id, username, emailId }) => ({
    group: 'do',
    key: `do ${_id}`,
    to: doing.action.to(_id, username),
    label: doing.action.label(username),
    beside: emailId,
  }));
}

/** Pages of one's own menu in whose name each typed word begins a word. */
function pagesNamed(q: string, pages: readonly PageLink[]): Option[] {
  const typed = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.length === 0) return [];
  const isNamed = (label: string) => typed.every((word) => ` ${label.toLowerCase()}`.includes(` ${word}`));
  const named = pages.filter(({ label }) => isNamed(label)).slice(0, 5);
  return named.map(({ label, to }) => ({ group: 'pages', key: to, to, label, beside: '' }));
}

export function foundIn(found: Found): Option[] {
  if (!found) return [];
  const users = found.users.slice(0, 4).map(({ _id, username, emailId, wallet }): Option => {
    return {
      group: 'users',
      key: _id,
      to: `/admin/users/${_id}`,
      label: username,
      beside: `${emailId} · ${usd(wallet)}`,
    };
  });
  const accounts = found.accounts.slice(0, 4).map(({ _id, platform, adsId, nickname, applyId, userId }): Option => {
    const beside = [nickname, userId.username, words.openedBy(applyId)].filter(Boolean).join(' · ');
    return { group: 'accounts', key: _id, to: `/accounts/${_id}`, label: `${platform} ${adsId}`, beside };
  });
  const opened = found.accounts.length === 1 ? [found.accounts[0]!] : [];
  const orders = opened.map(({ applyId, userId }): Option => {
    const to = `/admin/requests/${applyId}`;
    return { group: 'requests', key: applyId, to, label: words.openedBy(applyId), beside: userId.username };
  });
  const requests = found.requests.map(({ applyId, kind, adType, state, userId, ...money }): Option => {
    const beside = `${costOf(money)} · ${userId.username} · ${stateOf(state)}`;
    const label = `${labelOf(kind, adType)} ${applyId}`;
    return { group: 'requests', key: applyId, to: `/admin/requests/${applyId}`, label, beside };
  });
  const others = requests.filter(({ key }) => orders.every((order) => order.key !== key));
  return [...users, ...accounts, ...orders, ...others];
}
