import { JobsSection } from '#jobs/JobsSection.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { AuditEntries } from './AuditEntries.tsx';
import { words } from './audit.words.ts';

export default function AuditLogPage() {
  return (
    <>
      <PageHeader title={words.title} text={words.text} />
      <AuditEntries />
      <JobsSection />
    </>
  );
}
