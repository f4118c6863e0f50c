import { WithdrawalList } from './WithdrawalList.tsx';

export default function ApprovedWithdrawalsPage() {
  return <WithdrawalList key="approved" which="approved" />;
}
