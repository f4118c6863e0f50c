import { WithdrawalList } from './WithdrawalList.tsx';

export default function WithdrawalsToPayPage() {
  return <WithdrawalList key="toPay" which="toPay" />;
}
