import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function ApprovedAdsPage() {
  const platform = usePlatform();
  return <PageHeader title={`Approved ${platform} Ads`} />;
}
