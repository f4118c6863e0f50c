import { DepositList } from './DepositList.tsx';

export default function CompletedDepositsPage() {
  return <DepositList which="completed" />;
}
