import { PageHeader } from '#ui/PageHeader.tsx';

export default function ChangeNetworkPage() {
  return <PageHeader title="Change Network" />;
}
