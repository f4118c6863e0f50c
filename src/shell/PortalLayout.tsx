import { Outlet } from 'react-router';
import { AppProviders } from '#ui/AppProviders.tsx';

export default function PortalLayout() {
  return (
    <AppProviders>
      <Outlet />
    </AppProviders>
  );
}
