import { JobsSection } from '#jobs/JobsSection.tsx';
import { Page } from '#ui/Page.tsx';
import { AuditEntries } from './AuditEntries.tsx';
import { words } from './audit.words.ts';

export default function AuditLogPage() {
  return (
    <Page title={words.title} text={words.text}>
      <AuditEntries />
      <JobsSection />
    </Page>
  );
}
