import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function OrderPage() {
  const platform = usePlatform();
  return <PageHeader title={`Create ${platform} Ads`} />;
}
