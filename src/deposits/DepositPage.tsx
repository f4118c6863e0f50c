import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function DepositPage() {
  const platform = usePlatform();
  return <PageHeader title={`${platform} deposit`} />;
}
