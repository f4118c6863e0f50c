import { Outlet } from 'react-router';
import { AppProviders } from '#ui/AppProviders.tsx';

export default function OpenLayout() {
  return (
    <AppProviders>
      <Outlet />
    </AppProviders>
  );
}
