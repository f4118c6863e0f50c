import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';

export default function AdListPage() {
  const platform = usePlatform();
  return <PageHeader title={`${platform} ad accounts`} />;
}
