import { describe, expect, it } from 'vitest';
import { platforms, registry } from '#platforms/platforms.ts';
import { pages } from '#routes.ts';
import { areaOf, isHere, menuOf, type Area } from './menu.ts';

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

  it('follow the path, and the admin menu stays beside the pages of both roles', () => {
    expect(areaOf('/google/finance/googleads-deposite', 'User')).toBe('Google');
    expect(areaOf('/facebook/accountManage/accountlist', 'User')).toBe('Facebook');
    expect(areaOf('/kimi/2fatool', 'User')).toBe('wallet');
    expect(areaOf('/dashboard/settings', 'User')).toBe('wallet');
    expect(areaOf('/dashboard/settings', 'Admin')).toBe('admin');
  });

  it('know the page one is on in either spelling', () => {
    expect(isHere('/facebook/accountManage/accountList', '/facebook/accountManage/accountlist')).toBe(true);
    expect(isHere('/dashboard', '/dashboard/settings')).toBe(false);
  });
});
