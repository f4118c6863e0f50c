/** The sheet's buttons and fields. What has `data-force` is drawn as if it were pointed at, pressed or in focus. */
import {
  ActionIcon,
  Button,
  Checkbox,
  NativeSelect,
  PasswordInput,
  Radio,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { Chip, Chips } from '#ui/Chip.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Dropfile } from '#ui/Dropfile.tsx';
import { Flyout } from '#ui/Flyout.tsx';
import { MoneyField, SendButton, SendForm } from '#ui/Form.tsx';
import { MailField } from '#ui/MailField.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { RowButton } from '#ui/RowButton.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { RowsField } from '#ui/RowsField.tsx';
import { Section } from '#ui/Section.tsx';

const nothing = () => {};
const options = ['TRC20', 'ERC20'];

function Line({ children }: { children: ReactNode }) {
  return (
    <div
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 'var(--space-3)',
        alignItems: 'end',
        marginBlock: 'var(--space-3)',
      }}
    >
      {children}
    </div>
  );
}

const buttons = [
  ['Do it', {}],
  ['Cancel', { variant: 'default' }],
  ['Show less', { variant: 'subtle' }],
  ['Reject', { color: 'bad' }],
] as const;

/** What stands in the rows of lists, and buttons that are a sign. */
function InRows() {
  return (
    <>
      {[false, true].map((quiet) => (
        <Line key={String(quiet)}>
          <RowButton quiet={quiet}>In a row</RowButton>
          {['hover', 'focus', 'active'].map((force) => (
            <RowButton key={force} quiet={quiet} data-force={force}>{`In a row: ${force}`}</RowButton>
          ))}
          <RowButton quiet={quiet} disabled>
            In a row: disabled
          </RowButton>
        </Line>
      ))}
      <p data-warns style={{ display: 'flex', gap: 'var(--space-1)' }}>
        What makes one look twice
      </p>
      <Line>
        {(['copy', 'check', 'down', 'up'] as const).map((sign) => (
          <IconButton key={sign} sign={sign} aria-label={`Sign, ${sign}`} style={{ width: 32, height: 32 }} />
        ))}
        {[undefined, 'hover', 'focus'].map((force) => (
          <IconButton key={force} aria-label={`Icon, ${force}`} data-force={force}>
            <Icon name="check" size={18} />
          </IconButton>
        ))}
        <IconButton aria-label="Icon, disabled" disabled>
          <Icon name="check" size={18} />
        </IconButton>
        <ActionIcon variant="subtle" color="calm" aria-label="Remove">
          <Icon name="trash" />
        </ActionIcon>
      </Line>
    </>
  );
}

export function Buttons() {
  return (
    <Section title="Buttons, chips and menus">
      {buttons.map(([word, look]) => (
        <Line key={word}>
          <Button {...look}>{word}</Button>
          {['hover', 'focus', 'active'].map((force) => (
            <Button key={force} {...look} data-force={force}>{`${word}: ${force}`}</Button>
          ))}
          <Button {...look} loading>
            {word}
          </Button>
          <Button {...look} disabled>
            {`${word}: disabled`}
          </Button>
          <Button {...look} size="sm">
            {`${word}: small`}
          </Button>
          <Button {...look} size="compact-sm">
            {`${word}: in a line`}
          </Button>
        </Line>
      ))}
      <InRows />
      <Chips label="Amounts">
        <Chip>$50</Chip>
        <Chip aria-pressed>$100</Chip>
        <Chip data-force="hover">Hover</Chip>
        <Chip data-force="focus">Focus</Chip>
        <Chip quiet>Reset</Chip>
        <Chip disabled>Disabled</Chip>
      </Chips>
      <Choice
        aria-label="One of a few"
        value="one"
        onChange={() => undefined}
        data={[
          { value: 'one', label: 'Chosen' },
          { value: 'two', label: 'Another' },
        ]}
      />
      <Flyout
        label="Menu"
        button={(props) => (
          <Button variant="default" {...props} data-menu>
            A menu
          </Button>
        )}
      >
        {() => 'What stands in it.'}
      </Flyout>
    </Section>
  );
}

const problem = 'Please enter a whole e-mail address.';
const values = { rows: [{ gmail: 'ana@gmail.com', deposit: '50' }, { gmail: 'ana@gmail' }] };

/** A form that was sent with one mistake; it sends nothing. */
const form = {
  values,
  errors: { 'rows.1.gmail': problem },
  refusal: undefined,
  arrived: undefined,
  lost: undefined,
  busy: false,
  tries: 0,
  submit: nothing,
  set: nothing,
  removeRow: nothing,
  idOf: (path: string) => `sheet-${path}`,
  field: (path: string) => ({
    id: `sheet-${path}`,
    name: path,
    value: ((values.rows[Number(path.split('.')[1])] as Record<string, string>)[path.split('.')[2]!] ?? '') as never,
    onChange: nothing,
    error: path === 'rows.1.gmail' ? problem : undefined,
  }),
};

const columns = [
  { name: 'gmail', label: 'Gmail', type: 'email' },
  { name: 'deposit', label: 'Deposit', options: options.map((each) => ({ value: each, label: each })) },
] as const;

export function Fields() {
  return (
    <>
      <Section title="Fields">
        <Line>
          <TextInput label="Empty" placeholder="name@gmail.com" />
          <TextInput label="Filled" defaultValue="ana@gmail.com" description="What it is for" />
          <TextInput label="Hover" defaultValue="ana@gmail.com" data-force="hover" />
          <TextInput label="Focus" defaultValue="ana@gmail.com" data-force="focus" />
          <TextInput label="Wrong" defaultValue="ana@gmail" error={problem} />
          <TextInput label="Disabled" defaultValue="ana@gmail.com" disabled />
          <MailField id="mail" label="Gmail, asked about" value="chiara@gmial.com" onChange={nothing} />
          <MoneyField label="Money" value="1,234.50" onChange={nothing} />
          <MoneyField label="Money, wrong" value="x" onChange={nothing} error="Please enter an amount." />
          <PasswordInput label="Password" defaultValue="secret" />
        </Line>
        <Line>
          <NativeSelect label="Select" data={options} />
          <NativeSelect label="Select, focus" data={options} data-force="focus" />
          <NativeSelect label="Select, wrong" data={options} error="Please choose one." />
          <NativeSelect label="Select, disabled" data={options} disabled />
          <Textarea label="Text" defaultValue="The amount is not what was agreed." />
          <Textarea label="Text, wrong" error="Please say why." />
        </Line>
        <Line>
          {[Checkbox, Radio, Switch].map((Tick, place) => (
            <Line key={place}>
              <Tick label="Off" />
              <Tick label="On" defaultChecked />
              <Tick label="Focus" data-force="focus" />
              <Tick label="Disabled" disabled />
              <Tick label="Wrong" error="Please confirm." />
            </Line>
          ))}
        </Line>
        <ReasonField label="Reason" value="" onChange={nothing} templates={['The hash is not found.', 'Other']} />
        <br />
        <Dropfile label="Proof" value={null} onChange={nothing} />
        <Dropfile label="Proof, wrong" value={null} onChange={nothing} error="This file is no picture." />
      </Section>
      <Section title="A form that was sent with a mistake">
        <SendForm form={form} rows={{ rows: (row) => `Ad ${row}` }} label="A form">
          <RowsField
            form={form}
            name="rows"
            columns={columns}
            blank={{ gmail: '', deposit: '' }}
            rowLabel={(n) => `Ad ${n}`}
            addLabel="Add a row"
          />
          <Line>
            <SendButton>Create ads</SendButton>
          </Line>
        </SendForm>
      </Section>
    </>
  );
}
