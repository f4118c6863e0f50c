import { PageHeader } from '#ui/PageHeader.tsx';

export default function ProfilePage() {
  return <PageHeader title="Profile" />;
}
