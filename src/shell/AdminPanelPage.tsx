import { PageHeader } from '#ui/PageHeader.tsx';

export default function AdminPanelPage() {
  return <PageHeader title="Admin Panel" />;
}
