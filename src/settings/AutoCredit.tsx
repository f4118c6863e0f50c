/** What is credited without an admin, up to which limits, and what these limits would have done. */
import { Switch } from '@mantine/core';
import { MoneyField } from '#ui/MoneyField.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import css from './settings.module.css';
import { words } from './settings.words.ts';
import type { Part, Typed } from './typed.ts';

const autoLimits = ['autoTransfer', 'autoClientDay', 'autoAgencyDay'] as const;

export function AutoCredit({ typed, set, faults }: Part) {
  return (
    <Section title={words.auto} text={words.autoText}>
      <div className={css['fields']}>
        <Switch
          label={words.autoOn}
          checked={typed.autoOn}
          onChange={(event) => set({ autoOn: event.currentTarget.checked })}
        />
        <p className={css['quiet']}>
          <Link to={`/admin/transactions/automatic?${trialOf(typed)}`}>{words.autoTry}</Link>
        </p>
        {autoLimits.map((name) => (
          <MoneyField
            key={name}
            label={words[name]}
            value={typed[name]}
            onChange={(value) => set({ [name]: value })}
            error={faults[name]}
          />
        ))}
      </div>
    </Section>
  );
}

/** The limits as they are typed, for the page that tries them. */
function trialOf({ autoTransfer, autoClientDay, autoAgencyDay }: Typed): string {
  return new URLSearchParams({
    transfer: autoTransfer,
    clientDay: autoClientDay,
    agencyDay: autoAgencyDay,
  }).toString();
}
