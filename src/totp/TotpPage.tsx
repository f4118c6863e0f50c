import { PageHeader } from '#ui/PageHeader.tsx';

export default function TotpPage() {
  return <PageHeader title="2FA Tool" />;
}
