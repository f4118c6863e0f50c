import { PageHeader } from '#ui/PageHeader.tsx';

export default function PendingWithdrawalsPage() {
  return <PageHeader title="Pending Withdrawals" />;
}
