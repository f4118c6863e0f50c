import { RefundList } from './RefundList.tsx';

export default function PendingRefundsPage() {
  return <RefundList key="pending" which="pending" />;
}
