import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pathsOf } from '#kernel/endpoint.ts';
import { prefixes, speakable, speakablePattern } from '#kernel/ids.ts';
import { depositField } from './order.ts';
import { namesOf, onByDefault, platformAt, registry, specOf } from './platforms.ts';

describe('the registry of platforms', () => {
  it('has names, prefixes, addresses, calls and names on the wire that are one platform’s alone', () => {
    const alone = (of: (spec: (typeof registry)[number]) => readonly string[]) => {
      const all = registry.flatMap((spec) => [...new Set(of(spec))]);
      expect(new Set(all).size).toBe(all.length);
    };
    alone(({ name }) => [name]);
    alone(({ prefix }) => [prefix]);
    alone(({ wire }) => [wire.shape, wire.nested, wire.linked.name, wire.depositFile]);
    alone(({ calls }) => Object.values(calls).flatMap((path) => pathsOf({ path })));
    alone(({ pages: { log, apply: _, fromDashboard: __, ...at }, site }) =>
      [...Object.values(at), site.at, log?.at ?? []].flat(),
    );
  });

  it('has prefixes that make ids, and ids of applications alone', () => {
    for (const { name, prefix } of registry) {
      expect(speakable(prefix, new Uint8Array(5)), `ids of ${name} applications`).toMatch(speakablePattern);
      expect(prefixes, `what else begins with the prefix of ${name}`).not.toContain(prefix);
    }
  });

  it('has the pages of a client below its root, and links only to addresses that it has', () => {
    for (const { pages } of registry) {
      const own = [pages.list, pages.order, pages.deposit, pages.deposits, pages.refund, pages.addMoney];
      for (const address of [...own.flat(), ...(pages.log?.at ?? [])]) expect(address).toMatch(`${pages.root}/`);
      expect(pages.order).toContain(pages.apply.to);
      if (pages.fromDashboard) expect(pages.list).toContain(pages.fromDashboard);
    }
  });

  it('says what is shown where nothing was chosen of fields that may stay empty, and of no other', () => {
    for (const { name, order } of registry) {
      for (const field of order.form === 'rows' ? order.fields : []) {
        const mayBeEmpty = field !== depositField && z.safeParse(field.read, '').success;
        expect(field.blank !== undefined, `${field.label} of ${name} has a blank`).toBe(mayBeEmpty);
        expect(field.options?.().map(({ value }) => value) ?? [], `${field.label} of ${name}`).not.toContain('');
      }
    }
  });

  it('shows columns that every list has or that its own order has, and no other', () => {
    for (const { name, columns, order } of registry) {
      const fields: readonly string[] = order.form === 'rows' ? order.fields.map((field) => field.name) : [];
      for (const { shown, under } of [columns.list, columns.approved]) {
        expect(new Set(shown).size, name).toBe(shown.length);
        expect(shown, name).toEqual(expect.arrayContaining(under.filter((column) => fields.includes(column))));
      }
    }
  });

  it('shows a Facebook application in the order that both specifications print', () => {
    const printed = ['licenseMode', 'licenseName', 'state', 'remarks', 'wallet', 'totalCost', 'totalDeposit'];
    const { columns, pages } = specOf('Facebook');
    // In the admins' list Apply ID, Ads ID and client stand before, whatever the platform.
    expect(columns.approved.shown.slice(0, 9)).toEqual([...printed, 'created', 'updated']);
    const log = pages.log?.draws === 'ads' ? pages.log.columns.shown : [];
    expect(log).toEqual(['applyId', 'adsId', 'userName', 'email', ...printed, 'created', 'updated']);
  });

  it('reads the platform from every address of its screens, and from no other', () => {
    expect(platformAt('/admin/adapproval/bapprove')).toBe('Bing');
    expect(platformAt('/admin/approvedads/f-acebook')).toBe('Facebook');
    expect(platformAt('/admin/AdsDeposite/CompleteAdsGoogleDeposite')).toBe('Google');
    expect(platformAt('/BING/finance/bingadsdepositrecode/')).toBe('Bing');
    expect(platformAt('/meta-ads')).toBe('Facebook');
    expect(platformAt('/dashboard')).toBeUndefined();
    expect(platformAt('/admin/users/google')).toBeUndefined();
  });

  it('says names as a sentence does', () => {
    expect(namesOf(onByDefault, 'or')).toBe('Google, Bing or Facebook');
    expect(namesOf(['One'], 'and')).toBe('One');
  });
});
