/**
 * One client on a page: money, requests, ad accounts, prices of their own, sessions, and what was recorded about them.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ResetTwoFactor } from '#auth/ResetTwoFactor.tsx';
import { disableUser, enableUser, getUser } from '#clients/clients.api.ts';
import { LoginAs } from '#clients/LoginAs.tsx';
import { applyCorrection } from '#corrections/corrections.api.ts';
import { CorrectionDialog } from '#corrections/CorrectionDialog.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { download, refusalOf, useCall, useChange, useRefresh } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { late } from '#ui/late.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { Stat, Stats } from '#ui/Stat.tsx';
import { Time } from '#ui/Time.tsx';
import { useMayCall } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { exportStatement } from '#wallet/statement.api.ts';
import { ClientPrices } from './ClientPrices.tsx';
import css from './story.module.css';
import { words } from './story.words.ts';

/** The lists stand low on a long page, and bring with them all that a list needs. */
const ClientQueue = late(() => import('./ClientQueue.tsx').then((list) => list.ClientQueue));
const AuditEntries = late(() => import('#audit/AuditEntries.tsx').then((log) => log.AuditEntries));

const { client: say } = words;
type Client = OutputOf<typeof getUser>['user'];

export default function ClientPage() {
  const { id = '' } = useParams();
  const client = useCall(getUser, { query: { userId: id } }, { on: ['request'] });
  return (
    <>
      <PageHeader
        title={client.data?.user.username ?? id}
        back={{ to: '/admin/dashboard/UserAdsInformation', label: say.back }}
        actions={client.data ? <Actions client={client.data.user} /> : null}
      />
      <DataState call={client} failed={words.failed} lines={10}>
        {(data) => <Told client={data.user} />}
      </DataState>
    </>
  );
}

function Told({ client }: { client: Client }) {
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
      <div className={css['columns']}>
        <Contact client={client} />
        <Section title={say.prices} text={say.ownHint}>
          <ClientPrices key={`${client.ownOpeningFee} ${client.ownTopUpBasisPoints}`} client={client} />
        </Section>
      </div>
      <Section
        title={say.accounts}
        text={
          client.adAccountsTotal > client.adAccounts.length
            ? say.someAccounts(client.adAccounts.length, client.adAccountsTotal)
            : undefined
        }
      >
        <PlainTable
          label={say.accounts}
          heads={[say.platform, say.adsId, say.available, say.feeLeft]}
          right={[2, 3]}
          empty={say.noAccounts}
          rows={client.adAccounts.map((each) => [
            each.adType,
            <CopyId key="id" value={each.adsId} />,
            <Money key="available" cents={each.available} />,
            <Money key="fee" cents={each.feeLeft} />,
          ])}
        />
      </Section>
      <Section title={say.requests}>
        <ClientQueue userId={client._id} />
      </Section>
      <Section title={say.sessions}>
        <PlainTable
          label={say.sessions}
          heads={[say.signedInAt, say.address, say.browser, say.until]}
          empty={say.noSessions}
          rows={client.sessions.map((each) => [
            <Time key="since" at={each.signedInAt} />,
            each.address,
            each.agent,
            <Time key="until" at={each.expiresAt} />,
          ])}
        />
      </Section>
      <Section title={say.trail}>
        <AuditEntries userId={client._id} prefix="a" />
      </Section>
    </div>
  );
}

function Contact({ client }: { client: Client }) {
  const { contact, address } = client;
  return (
    <Section title={say.contact}>
      <Facts
        items={[
          ['ID', <CopyId key="id" value={client._id} />],
          [say.email, `${contact.emailId} (${client.emailVerified ? say.verified : say.unverified})`],
          [say.phone, contact.contact1],
          ...(contact.mobile ? [[say.mobile, contact.mobile] as [string, string]] : []),
          ...(contact.contactMethod ? [[say.method, contact.contactMethod] as [string, string]] : []),
          [say.country, address.country],
          [say.pincode, address.pincode],
          [say.since, <Time key="since" at={client.createdAt} />],
          [say.lastSignIn, client.lastSignIn ? <Time key="last" at={client.lastSignIn} /> : say.never],
          [say.twoFactor, client.twoFactor ? <TwoFactorOn key="factor" client={client} /> : say.off],
        ]}
      />
    </Section>
  );
}

/** On, and the way out for a client who lost the phone. */
function TwoFactorOn({ client }: { client: Client }) {
  const refresh = useRefresh();
  return (
    <>
      {say.on} <ResetTwoFactor userId={client._id} username={client.username} onDone={() => void refresh(getUser)} />
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
  const save = (format: 'xlsx' | 'pdf') => {
    download(exportStatement, { query: { userId: client._id, format } }, `statement-${client._id}.${format}`).catch(
      (error: unknown) => toast.failed(refusalOf(error, say.statementFailed).message),
    );
  };
  return (
    <>
      <LoginAs userId={client._id} username={client.username}>
        {(open) => (
          <Button variant="default" onClick={open} disabled={client.disabledAt !== null || client.closedAt !== null}>
            {say.loginAs}
          </Button>
        )}
      </LoginAs>
      <Button variant="default" onClick={() => save('xlsx')}>
        {say.statement}
      </Button>
      <Button variant="default" onClick={() => save('pdf')}>
        {say.statementPdf}
      </Button>
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
