import { Outlet } from 'react-router';

/** Pages of the public site are finished at build time and carry no script of React. */
export const handle = { scriptFree: true } as const;

export default function SiteLayout() {
  return <Outlet />;
}
