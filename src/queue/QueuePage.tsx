import { PageHeader } from '#ui/PageHeader.tsx';

export default function QueuePage() {
  return <PageHeader title="Review queue" />;
}
