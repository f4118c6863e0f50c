import { PageHeader } from '#ui/PageHeader.tsx';

export default function PayPage() {
  return <PageHeader title="Payment" />;
}
