/**
 * After an order: its id, what it cost and what happens next. It stands in the address, so that a reload shows it
 * again.
 */
import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import type { Spec } from '#platforms/platforms.ts';
import { useHeading, usePlaced } from '#requests/Receipt.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { toast } from '#ui/toast.tsx';
import { words } from './adaccounts.words.ts';
import { AdFacts } from './AdDetails.tsx';
import { getAds } from './adaccounts.api.ts';
import { adsIn, type Ad } from './ads.ts';
import styles from './adaccounts.module.css';

const { placed: said } = words;

/** Says that an order was made, and shows it. */
export function useOrdered(): (applyId: string) => void {
  const { show } = usePlaced();
  return (applyId) => {
    toast.done(said.done);
    show(applyId);
  };
}

export function OrderPlaced({ platform, applyId }: { platform: Spec; applyId: string }) {
  const found = useCall(getAds[platform.name], { query: { q: applyId, limit: 1 } }, { on: ['request'] });
  const { pathname } = useLocation();
  return (
    <Section>
      <DataState
        call={{ ...found, data: found.data && { ads: adsIn(found.data) } }}
        failed={said.failed}
        empty={{ when: ({ ads }) => ads[0]?.applyId !== applyId, text: said.notFound }}
        lines={8}
      >
        {({ ads }) => <Result ad={ads[0]!} platform={platform} />}
      </DataState>
      <div className={styles['detailsactions']}>
        <Button component={Link} to={platform.pages.list[0]}>
          {said.toList}
        </Button>
        <Button component={Link} to={pathname} variant="default">
          {said.another}
        </Button>
      </div>
    </Section>
  );
}

function Result({ ad, platform }: { ad: Ad; platform: Spec }) {
  const decided = said.decided[ad.state as keyof typeof said.decided];
  const heading = useHeading();
  return (
    <div className={`${styles['details']} ${styles['result']}`}>
      <h2 ref={heading} tabIndex={-1} className={styles['resulttitle']}>
        {decided ?? said.title}
      </h2>
      <AdFacts ad={ad} platform={platform} reader="client" />
      {decided ? null : (
        <section>
          <h3 className={styles['subhead']}>{said.next}</h3>
          <ol className={styles['next']}>
            <li>{said.review}</li>
            <li>{said.open}</li>
            <li>{said.held}</li>
          </ol>
        </section>
      )}
    </div>
  );
}
