/**
 * One client on a page: money, requests, ad accounts, prices of their own, sessions, and what was recorded about them.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { disableUser, enableUser, getUser } from '#clients/clients.api.ts';
import { getUserFigures } from '#clients/figures.api.ts';
import { LoginAs } from '#clients/LoginAs.tsx';
import { applyCorrection } from '#corrections/corrections.api.ts';
import { useCall, useChange, useRefresh } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { words as talk } from '#support/support.words.ts';
import { DataState } from '#ui/DataState.tsx';
import { ExportButton } from '#ui/Exporting.tsx';
import { Fold } from '#ui/Fold.tsx';
import { late } from '#ui/late.tsx';
import { Money } from '#ui/Money.tsx';
import { RequestLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { Refused } from '#ui/Refused.tsx';
import { useParams } from '#ui/router.tsx';
import { Stat, Stats } from '#ui/Stat.tsx';
import { Time } from '#ui/Time.tsx';
import { useMayCall } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { exportStatement } from '#wallet/statement.api.ts';
import type { Client, Figures } from './ClientSections.tsx';
import css from './story.module.css';
import { words } from './story.words.ts';

/** The lists stand low on a long page, and bring with them all that a list needs. */
const ClientQueue = late(() => import('./ClientQueue.tsx').then((list) => list.ClientQueue));
const sections = () => import('./ClientSections.tsx');
const Accounts = late(() => sections().then((part) => part.Accounts));
const Contact = late(() => sections().then((part) => part.Contact));
const Latest = late(() => sections().then((part) => part.Latest));
const People = late(() => sections().then((part) => part.People));
const PricesSoFar = late(() => sections().then((part) => part.PricesSoFar));
const Sessions = late(() => sections().then((part) => part.Sessions));
const ClientPrices = late(() => import('./ClientPrices.tsx').then((prices) => prices.ClientPrices));
const Notes = late(() => import('#support/NotesSection.tsx').then((notes) => notes.Notes));
const CorrectionDialog = late(() =>
  import('#corrections/CorrectionDialog.tsx').then((dialog) => dialog.CorrectionDialog),
);
const AuditEntries = late(() => import('#audit/AuditEntries.tsx').then((log) => log.AuditEntries));

const { client: say } = words;
const { notes } = talk;

export default function ClientPage() {
  const { id = '' } = useParams();
  const client = useCall(getUser, { query: { userId: id } }, { on: ['request'] });
  return (
    <Page
      title={client.data?.user.username ?? id}
      back={{ to: '/admin/dashboard/UserAdsInformation', label: say.back }}
      actions={client.data ? <Actions client={client.data.user} /> : null}
    >
      <DataState call={client} lines={10}>
        {(data) => <Told client={data.user} />}
      </DataState>
    </Page>
  );
}

function Told({ client }: { client: Client }) {
  const figures = useCall(getUserFigures, { query: { userId: client._id } }, { on: ['request'] });
  return (
    <div className={css['stack']}>
      {client.disabledAt ? (
        <p className={css['note']}>
          {say.disabledSince} <Time at={client.disabledAt} />
        </p>
      ) : null}
      {client.closedAt ? (
        <p className={css['note']}>
          {say.closedSince} <Time at={client.closedAt} />
        </p>
      ) : null}
      <Stats phone="pairs">
        <Stat label={say.wallet} value={<Money cents={client.wallet} />} />
        <Stat label={say.held} value={<Money cents={client.held} />} />
        <Stat label={say.inAdAccounts} value={<Money cents={client.inAdAccounts} />} />
        <Stat label={say.pending} value={String(client.pending)} />
      </Stats>
      <DataState call={figures} lines={3}>
        {(data) => <Lifetime figures={data} />}
      </DataState>
      <div className={css['columns']}>
        <Fold open title={say.contact} text={client.contact.emailId}>
          <Contact client={client} />
        </Fold>
        <Fold open anchor="prices" title={say.prices} text={say.ownHint}>
          <ClientPrices key={client._id} client={client} month={figures.data?.lastMonth} />
          <h3 className={css['subhead']}>{say.pricesSoFar}</h3>
          <DataState call={figures}>{({ prices }) => <PricesSoFar prices={prices} />}</DataState>
        </Fold>
      </div>
      <Fold title={say.people} text={figures.data ? say.peopleCount(figures.data.people.length) : undefined}>
        <DataState call={figures}>{({ people }) => <People people={people} />}</DataState>
      </Fold>
      <Fold open title={notes.title} text={notes.text}>
        <Notes about={{ userId: client._id }} />
      </Fold>
      <Fold open title={say.accounts} text={String(client.adAccountsTotal)}>
        <Accounts client={client} />
      </Fold>
      <Fold open title={say.latest}>
        <Latest userId={client._id} />
      </Fold>
      <Fold open title={say.requests}>
        <ClientQueue userId={client._id} />
      </Fold>
      <Fold title={say.sessions} text={String(client.sessions.length)}>
        <Sessions sessions={client.sessions} />
      </Fold>
      <Fold title={say.trail}>
        <AuditEntries userId={client._id} prefix="a" />
      </Fold>
    </div>
  );
}

/** What this client brought and took since the beginning, and what makes one look twice at what waits. */
function Lifetime({ figures: { lifetime, signals } }: { figures: Figures }) {
  return (
    <>
      <Stats phone="pairs">
        <Stat label={say.moneyIn} value={<Money cents={lifetime.in} />} />
        <Stat label={say.moneyOut} value={<Money cents={lifetime.out} />} />
        <Stat label={say.spent} value={lifetime.spent === null ? '–' : <Money cents={lifetime.spent} />} />
        <Stat label={say.feesPaid} value={<Money cents={lifetime.fees} />} />
      </Stats>
      {/* What is true of several requests is said once. */}
      {[...Map.groupBy(signals, ({ text }) => text)].map(([text, about]) => (
        <p key={text} className={css['note']}>
          {text}{' '}
          {about.map(({ applyId }) => (
            <RequestLink key={applyId} applyId={applyId} />
          ))}
        </p>
      ))}
    </>
  );
}

function Actions({ client }: { client: Client }) {
  const may = useMayCall();
  const [correcting, setCorrecting] = useState(false);
  const [disabling, setDisabling] = useState(false);
  const refresh = useRefresh();
  const disable = useChange(disableUser, {
    toast: false,
    again: [getUser],
    done: (answer) => (toast.done(answer.message), setDisabling(false)),
  });
  const enable = useChange(enableUser, { again: [getUser], done: (answer) => toast.done(answer.message) });
  return (
    <>
      <LoginAs userId={client._id} username={client.username}>
        {(open) => (
          <Button variant="default" onClick={open} disabled={client.disabledAt !== null || client.closedAt !== null}>
            {say.loginAs}
          </Button>
        )}
      </LoginAs>
      {may(exportStatement) ? <Statements client={client} /> : null}
      {may(applyCorrection) ? (
        <Button variant="default" onClick={() => setCorrecting(true)}>
          {say.correct}
        </Button>
      ) : null}
      {!may(disableUser) ? null : client.disabledAt ? (
        <Button variant="default" loading={enable.busy} onClick={() => enable.send({ body: { userId: client._id } })}>
          {say.enable}
        </Button>
      ) : (
        <Button variant="default" disabled={client.closedAt !== null} onClick={() => setDisabling(true)}>
          {say.disable}
        </Button>
      )}
      <Refused message={enable.refusal?.message} />
      <CorrectionDialog
        client={client}
        opened={correcting}
        onClose={() => setCorrecting(false)}
        onDone={() => void refresh(getUser)}
      />
      <ConfirmDialog
        opened={disabling}
        onClose={() => setDisabling(false)}
        title={say.disableTitle(client.username)}
        confirm={say.disable}
        danger
        busy={disable.busy}
        refused={disable.refusal?.message}
        reason={{ label: say.disableReason, required: true, error: say.disableMissing }}
        onConfirm={(reason) => disable.send({ body: { userId: client._id, reason } })}
      >
        <p>{say.disableText}</p>
      </ConfirmDialog>
    </>
  );
}

/** The client's statement as a file, in both forms. */
function Statements({ client }: { client: Client }) {
  return (['xlsx', 'pdf'] as const).map((format) => (
    <ExportButton
      key={format}
      endpoint={exportStatement}
      query={{ userId: client._id, format }}
      fileName={`statement-${client._id}.${format}`}
      label={format === 'pdf' ? say.statementPdf : say.statement}
      done={say.statementDone}
    />
  ));
}
