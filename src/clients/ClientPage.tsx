import { PageHeader } from '#ui/PageHeader.tsx';

export default function ClientPage() {
  return <PageHeader title="Client" />;
}
