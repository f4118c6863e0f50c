import { PageHeader } from '#ui/PageHeader.tsx';

export default function AuditLogPage() {
  return <PageHeader title="Audit log" />;
}
