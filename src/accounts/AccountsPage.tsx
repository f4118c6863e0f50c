/** Every ad account: a client's own, or everybody's for an admin. */
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { grouped } from '#kernel/money.ts';
import { accountStates } from '#ledger/accountlife.ts';
import { registry } from '#platforms/platforms.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { useMe } from '#ui/session.tsx';
import { Sums } from '#ui/Sums.tsx';
import { clientColumn, columns, nameOf } from './accountParts.tsx';
import { exportAdAccounts, getAdAccounts } from './accounts.api.ts';
import { words } from './accounts.words.ts';

const [account, adsId, ...others] = columns;
const forAdmins = [account!, adsId!, clientColumn, ...others];
const states = { param: 'state', label: words.field.state, options: accountStates.map(asOption) };

function asOption(value: string) {
  return { value, label: value };
}

export default function AccountsPage() {
  const { typeOfUser } = useMe();
  const navigate = useNavigate();
  const platforms = usePlatforms();
  const asked = useSearchParams()[0].get('platform');
  const platform = {
    param: 'platform',
    label: words.field.platform,
    // Accounts of one that is switched off are still there: who comes for them sees what is chosen.
    options: registry
      .filter((spec) => platforms.includes(spec) || spec.name === asked)
      .map(({ name }) => asOption(name)),
  };
  const order = (
    <Button component={Link} to={platforms[0]?.pages.order[0] ?? '/dashboard'}>
      {words.order}
    </Button>
  );
  return (
    <Page title={words.title} text={words.text[typeOfUser]}>
      <DataTable
        key={typeOfUser}
        name={`accounts-${typeOfUser}`}
        caption={words.caption}
        endpoint={getAdAccounts}
        rows={(answer) => answer.accounts}
        rowId={({ _id }) => _id}
        rowName={nameOf}
        columns={typeOfUser === 'Admin' ? forAdmins : columns}
        empty={{ text: words.empty[typeOfUser], action: typeOfUser === 'User' ? order : undefined }}
        failed={words.failed}
        search={words.search[typeOfUser]}
        filters={[platform, states]}
        exporting={{
          endpoint: exportAdAccounts,
          fileName: 'adAccounts.xlsx',
        }}
        footer={({ total, sums }) =>
          total === 0 || sums === undefined ? null : (
            <Sums
              what={words.caption}
              heads={[words.field.balance]}
              rows={sums && [{ name: grouped(total), figures: [<Money key="balance" cents={sums.balance} />] }]}
              tooMany={words.tooMany}
            />
          )
        }
        onRowOpen={(row) => void navigate(`/accounts/${row._id}`)}
      />
    </Page>
  );
}
