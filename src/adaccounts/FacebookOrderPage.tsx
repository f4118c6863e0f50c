import { PageHeader } from '#ui/PageHeader.tsx';

export default function FacebookOrderPage() {
  return <PageHeader title="Create Facebook Ads" />;
}
