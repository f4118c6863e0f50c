import { usePlatform } from '#platforms/usePlatform.tsx';
import { usePlaced } from '#requests/Receipt.tsx';
import { Page } from '#ui/Page.tsx';
import { words } from './adaccounts.words.ts';
import { LicenseForm } from './LicenseForm.tsx';
import { OrderPlaced } from './OrderPlaced.tsx';
import { WithPrices } from './OrderSummary.tsx';
import { RowsForm } from './RowsForm.tsx';

const { order: say, list } = words;

export default function OrderPage() {
  const platform = usePlatform();
  const { name, order, pages } = platform;
  const { placed } = usePlaced();
  return (
    <Page
      title={say.title(name)}
      text={placed ? undefined : say.text[order.form](name)}
      back={{ to: pages.list[0], label: list.title(name) }}
    >
      {placed ? (
        <OrderPlaced key={placed} platform={platform} applyId={placed} />
      ) : (
        <WithPrices>
          {(prices) =>
            order.form === 'rows' ? (
              <RowsForm key={name} platform={platform} order={order} prices={prices} />
            ) : (
              <LicenseForm key={name} platform={platform} order={order} prices={prices} />
            )
          }
        </WithPrices>
      )}
    </Page>
  );
}
