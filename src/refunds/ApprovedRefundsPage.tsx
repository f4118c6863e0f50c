import { PageHeader } from '#ui/PageHeader.tsx';

export default function ApprovedRefundsPage() {
  return <PageHeader title="Approved Refund" />;
}
