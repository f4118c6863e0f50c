import { PolicyPage } from './PolicyPage.tsx';
import { terms } from './policy.words.ts';

export default function TermsPage() {
  return <PolicyPage policy={terms} address="/termof-services" />;
}
