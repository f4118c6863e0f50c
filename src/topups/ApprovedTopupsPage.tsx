import { PageHeader } from '#ui/PageHeader.tsx';

export default function ApprovedTopupsPage() {
  return <PageHeader title="Approved Transactions" />;
}
