/** The columns that both lists of clients have; each says where its answer keeps them. */
import type { Cents } from '#kernel/money.ts';
import type { Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { ClientLink } from '#ui/NamedLink.tsx';
import { Time } from '#ui/Time.tsx';
import css from './clients.module.css';
import { words } from './clients.words.ts';

const { field } = words;

type Row = {
  _id: string;
  username: string;
  address: { country: string; pincode: string };
  createdAt: Date;
  disabled?: boolean;
};
type Reads<R> = {
  email: (row: R) => string;
  phone: (row: R) => string;
  wallet: (row: R) => Cents;
  held?: (row: R) => Cents;
};

export function clientColumns<R extends Row>({ email, phone, wallet, held }: Reads<R>): Column<R>[] {
  return [
    {
      id: 'username',
      header: field.username,
      title: true,
      sort: 'username',
      cell: (row) => (
        <>
          <ClientLink {...row} className={css['open']} />
          {row.disabled ? <span className={css['disabled']}>{words.disabled}</span> : null}
        </>
      ),
    },
    { id: 'email', header: field.email, cell: email, under: true },
    { id: 'phone', header: field.phone, cell: phone },
    { id: 'country', header: field.country, cell: (row) => row.address.country },
    { id: 'pincode', header: field.pincode, cell: (row) => row.address.pincode, under: true },
    {
      id: 'wallet',
      header: field.wallet,
      align: 'right',
      card: 'figure',
      cell: (row) => <Money cents={wallet(row)} />,
    },
    ...(held
      ? [
          {
            id: 'held',
            header: field.held,
            align: 'right',
            hidden: true,
            cell: (row: R) => <Money cents={held(row)} />,
          } as const,
        ]
      : []),
    {
      id: 'created',
      header: field.created,
      sort: 'createdAt',
      hidden: true,
      cell: (row) => <Time at={row.createdAt} onlyDay />,
    },
  ];
}
