import { useLocation } from 'react-router';
import { dollarsText, type Cents } from '#kernel/money.ts';

export type Platform = 'Google' | 'Bing' | 'Facebook';

/** One set of screens serves three platforms; the address says which one is meant. */
export function platformOf(pathname: string): Platform {
  const path = pathname.toLowerCase();
  if (/facebook|f-acebook|fapprove/.test(path)) return 'Facebook';
  if (/bing|b-ing|bapprove/.test(path)) return 'Bing';
  return 'Google';
}

export function usePlatform(): Platform {
  return platformOf(useLocation().pathname);
}

/** Where a platform's screens stand; the first spelling of each in the table of routes. */
const addresses = {
  Google: {
    list: '/google/accountManage/accountList',
    create: '/google/accountManage/accountList/creategoogleads',
    deposit: '/google/finance/googleads-deposite',
    deposits: '/google/finance/googleads-depositerecord',
    refund: '/google/aftersale/refund',
    addMoney: '/google/add-money',
    log: '/google/accountManage/bmShareLog',
  },
  Bing: {
    list: '/bing/accountManage/accountList',
    create: '/bing/accountManage/accountList/createbingads',
    deposit: '/bing/finance/bingadsdeposite',
    deposits: '/bing/finance/bingadsdepositrecode',
    refund: '/bing/aftersale/bingrefund',
    addMoney: '/bing/add-money',
    log: undefined,
  },
  Facebook: {
    list: '/facebook/accountManage/accountList',
    create: '/facebook/accountManage/createaccount',
    deposit: '/facebook/finance/metaadsdeposit',
    deposits: '/facebook/finance/metaadsdepositrecord',
    refund: '/facebook/aftersale/refund',
    addMoney: '/facebook/add-money',
    log: '/facebook/accountManage/bmShareLog',
  },
} as const;

export function useAddresses(platform: Platform): (typeof addresses)[Platform] {
  return addresses[platform];
}

/**
 * The top-up page, with what is missing filled in; it leads back to the form that was left, which keeps what is typed.
 */
export function useAddMoney(platform: Platform, missing: Cents): string {
  const { pathname } = useLocation();
  return `${addresses[platform].addMoney}?back=${encodeURIComponent(pathname)}&amount=${dollarsText(missing)}`;
}
