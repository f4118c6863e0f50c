import { PageHeader } from '#ui/PageHeader.tsx';

export default function PaylinksPage() {
  return <PageHeader title="Pay" />;
}
