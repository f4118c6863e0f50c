import { WithdrawalList } from './WithdrawalList.tsx';

export default function PendingWithdrawalsPage() {
  return <WithdrawalList key="pending" which="pending" />;
}
