import { PageHeader } from '#ui/PageHeader.tsx';

export default function FacebookLogPage() {
  return <PageHeader title="Facebook ads" />;
}
