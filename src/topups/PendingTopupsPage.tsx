import { PageHeader } from '#ui/PageHeader.tsx';

export default function PendingTopupsPage() {
  return <PageHeader title="Pending Transactions" />;
}
