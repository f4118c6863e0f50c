/** The settings of one's own account: a page of sections that their slices draw. Serves clients and admins. */
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { SecurityLogSection } from '#audit/SecurityLogSection.tsx';
import { PasswordSection } from '#auth/PasswordSection.tsx';
import { SessionsSection } from '#auth/SessionsSection.tsx';
import { TwoFactorSection } from '#auth/TwoFactorSection.tsx';
import { ClosingSection, DataSection } from '#clients/LeavingSection.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe } from '#ui/session.tsx';
import type { ThemeChoice } from '#ui/theme-choice.ts';
import { MailsSection } from '#users/MailsSection.tsx';
import css from './settings.module.css';
import { words } from './shell.words.ts';

export default function SettingsPage() {
  const { typeOfUser, emailId } = useMe();
  const isClient = typeOfUser === 'User';
  const { groups } = words;
  // Who is here decides which sections there are.
  const known = emailId !== '';
  return (
    <>
      <PageHeader title={words.settings} text={words.settingsText} />
      <div className={css['page']}>
        <nav className={css['groups']} aria-label={words.settings}>
          <a href="#sign-in">{groups.signIn}</a>
          <a href="#look">{groups.look}</a>
          <a href="#log">{groups.log}</a>
          <a href="#data">{groups.data}</a>
        </nav>
        <div>
          <div id="sign-in">
            <TwoFactorSection />
            <PasswordSection />
            <SessionsSection />
          </div>
          <div id="look">
            <Appearance />
            {known ? <MailsSection /> : null}
          </div>
          <div id="log">
            <SecurityLogSection />
          </div>
          <div id="data">
            <DataSection />
            {known && isClient ? <ClosingSection /> : null}
          </div>
        </div>
      </div>
    </>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices = (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: words.themes[value] }));
  return (
    <Section title={words.appearance} text={words.appearanceText}>
      <SegmentedControl
        aria-label={words.appearance}
        data={choices}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as ThemeChoice)}
      />
    </Section>
  );
}
