import { PageHeader } from '#ui/PageHeader.tsx';

export default function AddMoneyPage() {
  return <PageHeader title="Add Money" />;
}
