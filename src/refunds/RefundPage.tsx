import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function RefundPage() {
  const platform = usePlatform();
  return <PageHeader title={`${platform} refund`} />;
}
