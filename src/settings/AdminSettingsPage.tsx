import { PageHeader } from '#ui/PageHeader.tsx';

export default function AdminSettingsPage() {
  return <PageHeader title="Portal settings" />;
}
