import { PageHeader } from '#ui/PageHeader.tsx';

export default function RequestPage() {
  return <PageHeader title="Request" />;
}
