import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function PendingDepositsPage() {
  const platform = usePlatform();
  return <PageHeader title={`Pending ${platform} Deposits`} />;
}
