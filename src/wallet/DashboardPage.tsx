/** What a client looks for first: what can be spent, what waits and since when, what runs, what moved last. */
import { Button } from '@mantine/core';
import { dayOf } from '#kernel/days.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { ownLabelOf } from '#kinds/kinds.ts';
import { specOf } from '#platforms/platforms.ts';
import { useIsOn, usePlatforms } from '#platforms/usePlatform.tsx';
import { useUsualTime } from '#requests/UsualTime.tsx';
import { AskSupport } from '#ui/AskSupport.tsx';
import { whenText } from '#runway/when.ts';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty } from '#ui/DataState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import css from './dashboard.module.css';
import { words as shared } from '#requests/requests.words.ts';
import { words } from './dashboard.words.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { getOverview } from './overview.api.ts';

type Overview = OutputOf<typeof getOverview>;

export default function DashboardPage() {
  const { username } = useMe();
  const overview = useCall(getOverview, {}, { on: ['wallet', 'request'] });
  return (
    <Page title={words.hello(username || words.guest)} text={<Outlook of={overview.data?.outlook} />}>
      <DataState call={overview} failed={words.failed} lines={8}>
        {(data) => (
          <>
            <FirstSteps overview={data} />
            <Needed rejected={data.rejected} />
            <Hero wallet={data.wallet} held={data.held} />
            {isFresh(data) ? null : (
              <>
                <div className={css['columns']}>
                  <Waiting waiting={data.waiting} total={data.waitingTotal} />
                  <Running accounts={data.accounts} />
                </div>
                <Movements movements={data.movements} />
              </>
            )}
          </>
        )}
      </DataState>
    </Page>
  );
}

/** What a client wants to know every day, in one line. It links to the next thing to do. */
function Outlook({ of }: { of: Overview['outlook'] | undefined }) {
  if (!of || of.running === 0) return null;
  const { running, remaining, next } = of;
  const text = words.outlook({
    running,
    left: remaining === null ? undefined : usd(remaining),
    next: next ? whenText(next.emptyOn, dayOf(new Date(), 'UTC')) : undefined,
  });
  return <Link to={next ? `/accounts/${next._id}` : '/accounts'}>{text}</Link>;
}

/** Whether this client has never asked for anything. Then the cards would be empty and only hide the first steps. */
function isFresh({ waitingTotal, movements, accounts }: Overview): boolean {
  return waitingTotal === 0 && movements.length === 0 && accounts.every((each) => each.accounts === 0);
}

function Needed({ rejected }: { rejected: Overview['rejected'] }) {
  if (rejected.length === 0) return null;
  return (
    <Section title={words.needed} text={words.neededText}>
      <ul className={css['list']}>
        {rejected.map((request) => (
          <li key={request.applyId}>
            <Link to={request.page} className={css['row']}>
              <span>
                <span className={css['name']}>{words.rejected(ownLabelOf(request.kind, request.platform))}</span>
                <span className={css['quiet']}>{request.applyId}</span>
                <span>{request.remarks}</span>
              </span>
              <Money cents={request.amount} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Hero({ wallet, held }: { wallet: bigint; held: bigint }) {
  const on = usePlatforms();
  const update =
    on.find(({ pages }) => pages.fromDashboard)?.pages.fromDashboard ?? on[0]?.pages.list[0] ?? '/dashboard';
  return (
    <div className={css['hero']}>
      <section className={css['balance']} aria-labelledby="balance-label">
        <h2 id="balance-label">{words.balance}</h2>
        <p className={`${css['figure']} figures`}>
          <Money cents={wallet} />
        </p>
        <p className={`${css['quiet']} figures`}>
          {held > 0n ? words.held(usd(held)) : wallet > 0n ? words.nothingHeld : words.nothingYet}
        </p>
        <Link to="/kimi/wallet/statement" className={css['inline']}>
          {words.statement}
        </Link>
      </section>
      <Way to="/kimi/wallet/addmoney-table" icon="plus" title={words.addMoney} text={words.addMoneyText} primary />
      <Way to={update} icon="edit" title={words.updateAccount} text={words.updateAccountText} />
    </div>
  );
}

type WayProps = { to: string; icon: 'plus' | 'edit'; title: string; text: string; primary?: boolean };

/** A card that is a single link as a whole. */
function Way({ to, icon, title, text, primary = false }: WayProps) {
  return (
    <Link to={to} className={css['way']} data-primary={primary || undefined}>
      <span className={css['wayicon']}>
        <Icon name={icon} size={20} />
      </span>
      <span className={css['waytitle']}>
        {title}
        <Icon name="right" size={16} />
      </span>
      <span className={css['waytext']}>{text}</span>
    </Link>
  );
}

function Waiting({ waiting, total }: { waiting: Overview['waiting']; total: number }) {
  const usual = useUsualTime(waiting.find(({ state }) => state === 'Pending')?.kind);
  return (
    <Section title={words.waiting} text={usual}>
      {waiting.length === 0 ? <p className={css['quiet']}>{words.nothingWaits}</p> : null}
      <ul className={css['list']}>
        {waiting.map((request) => (
          <li key={request.applyId}>
            <Link to={request.page} className={css['row']}>
              <span>
                <span className={css['name']}>{ownLabelOf(request.kind, request.platform)}</span>
                <span className={css['quiet']}>
                  {request.applyId} · {words.since} <Time at={request.createdAt} age />
                </span>
                {request.state === 'To pay' ? (
                  <span className={css['quiet']}>{shared.ownStates[request.state]}</span>
                ) : null}
                {request.late ? (
                  <span className={css['late']}>
                    <Icon name="clock" size={14} />
                    {words.late}
                  </span>
                ) : null}
              </span>
              <Money cents={request.amount} />
            </Link>
          </li>
        ))}
      </ul>
      {total > waiting.length ? <p className={css['quiet']}>{words.more(total - waiting.length)}</p> : null}
      {waiting.length > 0 ? <AskSupport applyId={waiting[0]!.applyId} /> : null}
    </Section>
  );
}

export function Running({ accounts }: { accounts: Overview['accounts'] }) {
  return (
    <Section title={words.running}>
      <ul className={css['list']}>
        {accounts.map((each) => (
          <PlatformRow key={each.platform} {...each} />
        ))}
      </ul>
    </Section>
  );
}

/** What is left where anybody knows, as the first line counts it, else the balance; each under its own name. */
function PlatformRow({ platform, accounts, balance, left }: Overview['accounts'][number]) {
  const isOn = useIsOn(platform);
  return (
    <li>
      <Link
        to={accounts === 0 ? specOf(platform).pages.list[0] : `/accounts?platform=${platform}`}
        className={css['row']}
      >
        <span>
          <span className={css['name']}>{platform}</span>
          <span className={css['quiet']}>
            {accounts === 0 ? words.noAccounts : words.accounts(accounts)}
            {isOn ? '' : words.paused}
          </span>
        </span>
        {accounts === 0 ? null : (
          <span className={css['amounts']}>
            <Money cents={left ?? balance} />
            <span className={css['quiet']}>{left === null ? words.balanceOf : words.left}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function Movements({ movements }: { movements: Overview['movements'] }) {
  return (
    <Section
      title={words.last}
      actions={
        movements.length === 0 ? null : (
          <Link to="/kimi/wallet/statement" className={css['inline']}>
            {words.all}
          </Link>
        )
      }
    >
      {movements.length === 0 ? (
        <Empty
          text={words.noMovements}
          action={
            <Button component={Link} to="/kimi/wallet/addmoney-table">
              {words.addMoney}
            </Button>
          }
        />
      ) : null}
      <ul className={css['list']}>
        {movements.map((line, index) => (
          <li key={`${line.applyId}-${index}`} className={css['row']}>
            <span>
              <span className={css['name']}>{line.text}</span>
              <span className={css['quiet']}>
                {line.applyId} · <Time at={line.at} />
              </span>
            </span>
            <span className={css['amounts']}>
              <Money cents={line.amount} signed />
              <span className={`${css['quiet']} figures`}>{words.after(usd(line.balance))}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
