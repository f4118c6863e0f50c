import { PageHeader } from '#ui/PageHeader.tsx';

export default function StatementPage() {
  return <PageHeader title="Statement" />;
}
