import { PageHeader } from '#ui/PageHeader.tsx';

export default function ApprovedWithdrawalsPage() {
  return <PageHeader title="Approved Withdrawals" />;
}
