import { PolicyPage } from './PolicyPage.tsx';
import { refundPolicy } from './policy.words.ts';

export default function RefundPolicyPage() {
  return <PolicyPage policy={refundPolicy} address="/refund-policy" />;
}
