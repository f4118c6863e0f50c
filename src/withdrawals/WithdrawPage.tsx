import { PageHeader } from '#ui/PageHeader.tsx';

export default function WithdrawPage() {
  return <PageHeader title="Withdraw" />;
}
