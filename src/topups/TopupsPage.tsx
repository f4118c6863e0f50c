import { PageHeader } from '#ui/PageHeader.tsx';

export default function TopupsPage() {
  return <PageHeader title="Add Money" />;
}
