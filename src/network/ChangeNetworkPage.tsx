/**
 * Where clients send USDT: what they see now, how it is changed, what waits for a second admin, and every version there
 * was.
 */
import { Checkbox, TextInput } from '@mantine/core';
import { Proposal } from '#proposals/Proposal.tsx';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Page } from '#ui/Page.tsx';
import { Section } from '#ui/Section.tsx';
import { useMay } from '#ui/session.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { saysSo } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import { checkedAs, faultOfAddress } from './addresses.ts';
import { Beside } from './Beside.tsx';
import styles from './ChangeNetworkPage.module.css';
import { getNetworkDetails, getNetworkHistory, updateNetworkDetails, type NetworkVersion } from './network.api.ts';
import { words } from './network.words.ts';
import { AddressText } from './AddressText.tsx';
import { NoAddress, PayTo } from './PayTo.tsx';

const again = [getNetworkDetails, getNetworkHistory];

const columns: Column<NetworkVersion>[] = [
  { id: 'name', header: words.networkName, cell: (row) => row.networkName, title: true },
  {
    id: 'address',
    header: words.networkAddress,
    cell: (row) => <CopyId value={row.networkAddress} label={words.address} short />,
  },
  {
    id: 'beside',
    header: words.besideColumn,
    cell: (row) => (row.beside.length === 0 ? '–' : row.beside.map(({ networkName }) => networkName).join(', ')),
  },
  { id: 'state', header: words.state, cell: (row) => <StateBadge state={words.states[row.state]} /> },
  { id: 'author', header: words.author, cell: (row) => row.author },
  { id: 'confirmedBy', header: words.confirmedBy, cell: (row) => row.confirmedBy ?? '–' },
  { id: 'createdAt', header: words.createdAt, cell: (row) => <Time at={row.createdAt} /> },
  { id: 'shownAt', header: words.shownAt, cell: (row) => <Time at={row.shownAt} /> },
];

export default function ChangeNetworkPage() {
  const current = useCall(getNetworkDetails, {}, { on: ['request'] });
  const newest = useCall(getNetworkHistory, { query: { limit: 1 } }, { on: ['request'] });
  const waiting = newest.data?.versions.find(({ state }) => state === 'Waiting');
  return (
    <Page title={words.title} text={words.text}>
      {waiting ? <Waiting version={waiting} /> : null}
      <div className={styles['columns']}>
        <Section title={words.changeTitle}>
          <ChangeForm />
        </Section>
        <Section title={words.nowTitle}>
          <DataState call={current} failed={words.fetchError} lines={6}>
            {({ networkDetails, networks }) =>
              networkDetails ? (
                <>
                  {networks
                    .filter(({ networkName }) => checkedAs(networkName) === undefined)
                    .map(({ networkName }) => (
                      <p key={networkName} role="status">
                        {words.unread(networkName)}
                      </p>
                    ))}
                  <PayTo network={networkDetails} />
                  <Beside networks={networks.slice(1)} />
                </>
              ) : (
                <NoAddress failed={false} />
              )
            }
          </DataState>
        </Section>
      </div>
      <Section title={words.history}>
        <DataTable
          name="network-history"
          caption={words.history}
          endpoint={getNetworkHistory}
          rows={(answer) => answer.versions}
          rowId={(row) => row._id}
          columns={columns}
          empty={{ text: words.historyEmpty }}
        />
      </Section>
    </Page>
  );
}

function ChangeForm() {
  const form = useSend(updateNetworkDetails, {
    initial: { networkName: '', networkAddress: '', beside: false, password: '' },
    failed: words.failed,
    empties: ['password'],
    again,
    check: ({ networkName, networkAddress }) => ({
      networkAddress: networkAddress.trim() === '' ? undefined : faultOfAddress(networkName, networkAddress),
    }),
    done: saysSo(() => form.reset()),
  });
  const { networkName, networkAddress } = form.values;
  const network = checkedAs(networkName);
  const fault = networkAddress.trim() === '' ? undefined : faultOfAddress(networkName, networkAddress);
  const hint =
    networkAddress.trim() === '' || networkName.trim() === ''
      ? undefined
      : (fault ?? (network ? words.fits(network) : words.unknownNetwork));
  const address = form.field('networkAddress');
  return (
    <SendForm form={form}>
      <TextInput
        label={words.networkName}
        description={words.networkNameHint}
        required
        autoComplete="off"
        maxLength={60}
        {...form.field('networkName')}
      />
      <TextInput
        label={words.networkAddress}
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
        // What is wrong is said once: as it is typed, or by the refusal.
        description={address.error === hint ? undefined : hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'figures' }}
        {...address}
      />
      <Checkbox
        label={words.beside}
        description={words.besideHint}
        checked={form.values.beside}
        onChange={({ currentTarget: { checked } }) => form.setAll({ beside: checked })}
      />
      <OwnPassword label={words.password} description={words.passwordHint} required {...form.field('password')} />
      <SendButton>{words.update}</SendButton>
    </SendForm>
  );
}

function Waiting({ version }: { version: NetworkVersion }) {
  const { _id, createdAt, author, own } = version;
  return (
    <Proposal
      id={_id}
      at={createdAt}
      by={author}
      own={own}
      may={useMay(updateNetworkDetails)}
      title={words.waitsTitle}
      text={own ? words.waitsOwn : words.waitsOther(author)}
      ask={{ title: words.confirmTitle, text: words.confirmText(author) }}
    >
      {[version, ...version.beside].map(({ networkName, networkAddress }) => (
        <p key={networkName}>
          {networkName}
          <AddressText address={networkAddress} />
        </p>
      ))}
    </Proposal>
  );
}
