import { describe, expect, it } from 'vitest';
import { importStates } from '#accounts/accounts.api.ts';
import { updateNetworkDetails } from '#network/network.api.ts';
import { onByDefault, platforms, registry } from '#platforms/platforms.ts';
import { getFigures } from '#revenue/revenue.api.ts';
import { getTeam } from '#team/team.api.ts';
import { pages } from '#routes.ts';
import { updateSettings } from '#settings/settings.api.ts';
import { getReconciliation } from '#spend/reconciliation.api.ts';
import { settleMonth } from '#spend/settling.api.ts';
import { importSpend } from '#spend/spend.api.ts';
import { tryAutoCredit } from '#topups/dryrun.api.ts';
import { accessAt, areaOf, isHere, menuFor, menuOf, roleAt, type Area } from './menu.ts';

const areas: Area[] = [...platforms, 'wallet', 'admin'];

describe('the side menus', () => {
  it.each(areas)('lead only to pages that exist, in the letters of the table of routes: %s', (area) => {
    const addresses = pages.flatMap(({ at }) => at);
    for (const { links } of menuOf(area, registry)) for (const { to } of links) expect(addresses).toContain(to);
  });

  it('name every admin page that has no parameter and is not the panel itself', () => {
    const linked = menuOf('admin', registry).flatMap(({ links }) => links.map(({ to }) => to));
    const adminPages = pages.filter(
      ({ audience, at, id }) => audience === 'admin' && id !== 'admin' && !at[0].includes(':'),
    );
    for (const { at } of adminPages) expect(linked).toContain(at[0]);
  });

  it('have for a client the groups that the specification prints, with its entries first', () => {
    for (const name of onByDefault) {
      const groups = menuOf(name, registry).map(({ title }) => title);
      expect(groups, name).toEqual(['Account Manage', 'Finance', 'AfterSale']);
    }
    const [first, money, tools] = menuOf('wallet', registry);
    const entries = [first!.links[0]!, ...money!.links.slice(0, 2), ...tools!.links];
    expect(money!.title).toBe('Wallet');
    expect(entries.map(({ label, to }) => `${label} ${to}`)).toEqual([
      'Dashboard /dashboard',
      'Add Money /kimi/wallet/addmoney-table',
      'Pay /kimi/wallet/paylink',
      '2FA Tool /kimi/2fatool',
    ]);
  });

  it('follow the path, and the admin menu stays beside the pages of both roles', () => {
    expect(areaOf('/google/finance/googleads-deposite', 'User')).toBe('Google');
    expect(areaOf('/facebook/accountManage/accountlist', 'User')).toBe('Facebook');
    expect(areaOf('/kimi/2fatool', 'User')).toBe('wallet');
    expect(areaOf('/dashboard/settings', 'User')).toBe('wallet');
    expect(areaOf('/dashboard/settings', 'Admin')).toBe('admin');
  });

  it('know whose every page is by its address, and wait only on those of both', () => {
    const roles = { client: 'User', admin: 'Admin', both: undefined } as const;
    const inside = pages.flatMap(({ audience, at }) =>
      audience === 'public' ? [] : at.map((each) => [each, roles[audience]] as const),
    );
    expect(inside.map(([each]) => [each, roleAt(each)])).toEqual(inside);
  });

  it.each([
    ['Admin', []],
    ['Finance', ['Import States', 'Import Spend', 'Change Network', 'Team', 'Portal Settings']],
    [
      'Operations',
      [
        'Transfers by Day',
        'Automatic Crediting',
        'Settle a Month',
        'Reconciliation',
        'Revenue',
        'Figures',
        'Change Network',
        'Team',
        'Portal Settings',
      ],
    ],
    [
      'Support',
      [
        'Import States',
        'Import Spend',
        'Transfers by Day',
        'Automatic Crediting',
        'Settle a Month',
        'Reconciliation',
        'Revenue',
        'Figures',
        'Change Network',
        'Team',
        'Portal Settings',
      ],
    ],
  ] as const)('leave out what %s may not open, and its address says so, however it is cased', (role, missing) => {
    const menu = menuOf('admin', registry);
    const shown = menuFor(menu, { typeOfUser: 'Admin', role }).flatMap(({ links }) => links);
    const left = menu.flatMap(({ links }) => links).filter((link) => !shown.includes(link));
    expect(left.map(({ label }) => label)).toEqual(missing);
    for (const { to, access } of left) expect(accessAt(to.toUpperCase())).toEqual(access);
  });

  it.each([
    ['/admin/accounts/states', importStates],
    ['/admin/accounts/spend', importSpend],
    ['/admin/revenue', getFigures],
    ['/admin/accountmanage/changenetwork', updateNetworkDetails],
    ['/admin/settings', updateSettings],
    ['/admin/team', getTeam],
    ['/admin/transactions/automatic', tryAutoCredit],
    ['/admin/accounts/settle', settleMonth],
    ['/admin/accounts/reconciliation', getReconciliation],
  ])('ask for a page what the call asks without which it is none: %s', (address, { access }) => {
    expect(accessAt(address)).toEqual(access);
  });

  it('show nothing that is not for everybody until it is known who is here, and have no empty group', () => {
    const menu = menuFor(menuOf('admin', registry), undefined);
    expect(menu.flatMap(({ links }) => links).every(({ access }) => access === undefined)).toBe(true);
    expect(menu.every(({ links }) => links.length > 0)).toBe(true);
    expect(accessAt('/admin/queue')).toBeUndefined();
  });

  it.each(registry)(
    'lead to nothing of $name where that is switched off, and all of its pages go with the switch',
    (spec) => {
      const { name } = spec;
      const itsPages = pages.filter(({ id }) => id.startsWith(`${name}-`) || id === `site-${name}`);
      expect(itsPages.length).toBeGreaterThan(5);
      expect(itsPages.filter(({ feature }) => feature !== name)).toEqual([]);
      const its = new Set(itsPages.flatMap(({ at }) => [...at]));
      expect(menuOf(name, [])).toEqual(menuOf('wallet', []));
      expect(menuOf(name, [spec])).not.toEqual(menuOf('wallet', [spec]));
      const linksOf = (on: typeof registry) => menuOf('admin', on).flatMap(({ links }) => links.map(({ to }) => to));
      expect(linksOf(registry).filter((to) => its.has(to))).not.toEqual([]);
      const others = registry.filter((each) => each !== spec);
      expect(linksOf(others).filter((to) => its.has(to))).toEqual([]);
    },
  );

  it('know the page one is on in either spelling', () => {
    expect(isHere('/facebook/accountManage/accountList', '/facebook/accountManage/accountlist')).toBe(true);
    expect(isHere('/dashboard', '/dashboard/settings')).toBe(false);
  });
});
