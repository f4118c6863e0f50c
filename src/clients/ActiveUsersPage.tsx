import { PageHeader } from '#ui/PageHeader.tsx';

export default function ActiveUsersPage() {
  return <PageHeader title="All Active Users Information" />;
}
