import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function DepositRecordsPage() {
  const platform = usePlatform();
  return <PageHeader title={`${platform} deposit records`} />;
}
