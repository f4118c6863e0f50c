import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function CompletedDepositsPage() {
  const platform = usePlatform();
  return <PageHeader title={`Completed ${platform} Deposits`} />;
}
