import { RefundList } from './RefundList.tsx';

export default function ApprovedRefundsPage() {
  return <RefundList key="approved" which="approved" />;
}
