import { PageHeader } from '#ui/PageHeader.tsx';

export default function GmailShareLogPage() {
  return <PageHeader title="Gmail Share Log" />;
}
