import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inBrowser, pages, site } from './routes.ts';

const addresses = pages.flatMap(({ at }) => at);

describe('the table of pages', () => {
  it('names no address and no id twice', () => {
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  });

  it.each([
    ['public', '/ /homepage /meta-ads /bing-ads /google-ads /contact-us /login /register'],
    ['public', '/privacy-policy /termof-services /refund-policy'],
    ['client', '/dashboard /kimi/wallet/addmoney-table /kimi/wallet/paylink /kimi/2fatool'],
    ['both', '/dashboard/user-profile /dashboard/settings'],
    ['client', '/google/accountManage/accountList /google/accountManage/accountList/creategoogleads'],
    ['client', '/google/accountManage/creategoogleads /google/accountManage/applyAd /google/accountManage/bmShareLog'],
    ['client', '/google/finance/googleads-deposite /google/finance/googleads-depositerecord'],
    ['client', '/google/aftersale/refund /google/add-money'],
    ['client', '/bing/accountManage/accountList /bing/accountManage/accountList/createbingads'],
    ['client', '/bing/accountManage/applybingad /bing/finance/bingadsdeposite /bing/finance/bingadsdepositrecode'],
    ['client', '/bing/aftersale/bingrefund /bing/add-money'],
    ['client', '/facebook/accountManage/accountList /facebook/accountManage/accountlist'],
    ['client', '/facebook/accountManage/createaccount /facebook/accountManage/applynewad'],
    ['client', '/facebook/accountManage/bmShareLog /facebook/aftersale/refund /facebook/add-money'],
    ['client', '/facebook/finance/metaadsdeposit /facebook/finance/metaadsdepositrecord'],
  ])('has what the specification prints of the site and the client’s area: %s %s', (audience, printed) => {
    const known = pages.filter((page) => page.audience === audience).flatMap(({ at }) => [...at] as string[]);
    expect(known).toEqual(expect.arrayContaining(printed.split(' ')));
  });

  it('gives the browser one route for addresses that differ only in case', () => {
    const paths = inBrowser.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
    const known = new Set(paths);
    const others = pages.filter((page) => !site.includes(page)).flatMap(({ at }) => at);
    expect(others.filter((address) => !known.has(address.toLowerCase()))).toEqual([]);
  });

  it('draws every page with a file that is there and exports it, as default or under the name of the file', () => {
    for (const { file } of pages) {
      const exported = new RegExp(`export (default function|\\{ default \\}|function ${basename(file, '.tsx')}\\b)`);
      expect(readFileSync(join(import.meta.dirname, file), 'utf8'), file).toMatch(exported);
    }
  });

  it('knows both printed spellings where there are two', () => {
    const twice = [
      '/facebook/accountManage/accountList',
      '/facebook/accountManage/accountlist',
      '/google/accountManage/creategoogleads',
      '/google/accountManage/accountList/creategoogleads',
    ];
    expect(addresses).toEqual(expect.arrayContaining(twice));
  });

  it('has the server draw public pages without a parameter only, and the browser none of them', () => {
    expect(site.flatMap(({ at }) => at)).toContain('/homepage');
    expect(site.filter(({ at, audience }) => audience !== 'public' || at.join().includes(':'))).toEqual([]);
    const files = new Set(inBrowser.map(({ file }) => file));
    expect(site.filter(({ file }) => files.has(file))).toEqual([]);
  });
});
