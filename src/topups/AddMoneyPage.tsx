/** The guided top-up of a platform; it comes back to the form that was left, as it was. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { plainAmount } from '#kernel/money.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { Page } from '#ui/Page.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { emptyTopup, faultOfAmount } from './topup-form.ts';
import { TopupGuide } from './TopupGuide.tsx';
import { words } from './topups.words.ts';
import css from './TopupGuide.module.css';

/** Accepts only a page of this portal, because anybody can write another address into a link. */
function pageIn(address: string | null): string | undefined {
  return address !== null && /^\/(?!\/)[\w\-/.?=&%]*$/.test(address) ? address : undefined;
}

export default function AddMoneyPage() {
  const [query] = useSearchParams();
  const { name, pages } = usePlatform();
  const amount = query.get('amount') ?? '';
  const asked = faultOfAmount(amount) === undefined ? plainAmount(amount) : undefined;
  const back = pageIn(query.get('back'));
  const initial = useMemo(() => ({ ...emptyTopup, chargeMoney: asked ?? '' }), [asked]);
  return (
    <Page title={words.addMoney} text={words.addMoneyText}>
      <div className={css['page']}>
        <Section>
          <TopupGuide
            draft="topup"
            initial={initial}
            asked={asked}
            after={(again) => (
              <>
                <Button component={Link} to={back ?? pages.list[0]}>
                  {back ? words.backToOrder : words.toAccounts(name)}
                </Button>
                <Button component={Link} to="/kimi/wallet/addmoney-table" variant="default">
                  {words.toList}
                </Button>
                <Button variant="subtle" onClick={again}>
                  {words.another}
                </Button>
              </>
            )}
          />
        </Section>
      </div>
    </Page>
  );
}
