import { PageHeader } from '#ui/PageHeader.tsx';

export default function PendingRefundsPage() {
  return <PageHeader title="Pending Refund" />;
}
