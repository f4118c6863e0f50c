import { PolicyPage } from './PolicyPage.tsx';
import { privacy } from './policy.words.ts';

export default function PrivacyPage() {
  return <PolicyPage policy={privacy} address="/privacy-policy" />;
}
