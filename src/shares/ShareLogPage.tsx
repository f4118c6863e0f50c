import { PageHeader } from '#ui/PageHeader.tsx';

export default function ShareLogPage() {
  return <PageHeader title="Gmail Share Log" />;
}
