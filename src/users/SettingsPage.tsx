import { PageHeader } from '#ui/PageHeader.tsx';

export default function SettingsPage() {
  return <PageHeader title="Settings" />;
}
