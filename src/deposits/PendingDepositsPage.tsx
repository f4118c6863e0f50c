import { DepositList } from './DepositList.tsx';

export default function PendingDepositsPage() {
  return <DepositList which="pending" />;
}
