import { PageHeader } from '#ui/PageHeader.tsx';

export default function UsersPage() {
  return <PageHeader title="All Users Information" />;
}
