/**
 * The statement of a wallet: the product's own picture where there is room for it (`npm run picture` takes it anew), and the
 * same lines as a small table on a phone.
 */
const lines = [
  { at: '12 May', id: 'RF-9T4C-0M2E', text: 'Refund of $40.00 and its share of the fee', amount: '+$46.00', balance: '$671.00' },
  { at: '9 May', id: 'DP-51HW-Q8ZN', text: 'Deposit of $100.00 into an account', amount: '−$115.00', balance: '$625.00' },
  { at: '6 May', id: 'GA-7K3Q-X2MF', text: 'Google order, 2 accounts', amount: '−$260.00', balance: '$740.00' },
  { at: '6 May', id: 'TU-4M8X-01QR', text: 'Top-up in USDT', amount: '+$1,000.00', balance: '$1,000.00' },
] as const;

const words = {
  wallet: 'Wallet Balance',
  amount: '$671.00',
  held: 'Held for open requests',
  heldAmount: '$0.00',
  caption: 'An example of a statement',
  when: 'Date',
  what: 'What',
  change: 'Amount',
  after: 'Balance',
} as const;

const picture =
  'The statement in the portal: opening balance, change and closing balance, then each movement with its Apply ID, amount and the balance after it.';

export function PanelPicture() {
  return (
    <>
      <picture className="panel-picture">
        <source srcSet="/statement-dark.webp" media="(prefers-color-scheme: dark)" type="image/webp" width="1020" height="680" />
        <img src="/statement-light.webp" alt={picture} width="1020" height="680" loading="lazy" decoding="async" />
      </picture>
      <SmallStatement />
    </>
  );
}

function SmallStatement() {
  return (
    <div className="panel figures">
      <dl className="panel-sums">
        <div>
          <dt>{words.wallet}</dt>
          <dd className="panel-wallet">{words.amount}</dd>
        </div>
        <div>
          <dt>{words.held}</dt>
          <dd>{words.heldAmount}</dd>
        </div>
      </dl>
      <table>
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.what}</th>
            <th scope="col" className="right">
              {words.change}
            </th>
            <th scope="col" className="right">
              {words.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ at, id, text, amount, balance }) => (
            <tr key={id}>
              <td>{at}</td>
              <td>
                {text} <span className="id">{id}</span>
              </td>
              <td className={amount.startsWith('+') ? 'right in' : 'right'}>{amount}</td>
              <td className="right">{balance}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
