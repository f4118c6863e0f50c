/** Where Get Start leads: a visitor to registering, somebody who is signed in as a client straight on to ordering. */
const ordering: Readonly<Record<string, string>> = {
  google: '/google/accountManage/accountList/creategoogleads',
  bing: '/bing/accountManage/accountList/createbingads',
  facebook: '/facebook/accountManage/createaccount',
};

export type Start = 'google' | 'bing' | 'facebook';

/** The address of Get Start on a platform's page. */
export function startOf(platform: Start): string {
  return `/register?start=${platform}`;
}

/** Where somebody signs in who has just registered: told so, and from a platform's page on to ordering there. */
export function afterRegistering(query: Readonly<Record<string, unknown>>): string {
  const page = onward('/register', 'User', query);
  return page ? `/login?next=${page}#registered` : '/login#registered';
}

/** Where a signed-in person goes on to from a page for visitors; undefined leads to the dashboard. */
export function onward(
  address: string,
  role: 'User' | 'Admin',
  query: Readonly<Record<string, unknown>>,
): string | undefined {
  const { start } = query;
  if (address !== '/register' || role !== 'User' || typeof start !== 'string' || !Object.hasOwn(ordering, start))
    return undefined;
  return ordering[start];
}
