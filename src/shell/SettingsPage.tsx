/** The settings of one's own account: a page of sections that their slices draw. Serves clients and admins. */
import { useMantineColorScheme } from '@mantine/core';
import { SecurityLogSection } from '#audit/SecurityLogSection.tsx';
import { PasswordSection } from '#auth/PasswordSection.tsx';
import { SessionsSection } from '#auth/SessionsSection.tsx';
import { TwoFactorSection } from '#auth/TwoFactorSection.tsx';
import { ClosingSection, DataSection } from '#clients/LeavingSection.tsx';
import { PasskeysSection } from '#passkeys/PasskeysSection.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Page } from '#ui/Page.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe } from '#ui/session.tsx';
import type { ThemeChoice } from '#ui/theme-choice.ts';
import { TelegramSection } from '#telegram/TelegramSection.tsx';
import { NoticesSection } from '#users/NoticesSection.tsx';
import css from './settings.module.css';
import { words } from './shell.words.ts';

export default function SettingsPage() {
  const { typeOfUser, emailId } = useMe();
  const isClient = typeOfUser === 'User';
  // Who is here decides which sections there are.
  const known = emailId !== '';
  return (
    <Page title={words.settings} text={words.settingsText}>
      <div className={css['group']} data-rows>
        <TwoFactorSection />
        <PasskeysSection />
        <PasswordSection />
        <SessionsSection />
      </div>
      <div className={css['group']} data-rows>
        <Appearance />
        {known ? <NoticesSection /> : null}
        {known && !isClient ? <TelegramSection /> : null}
      </div>
      <div className={css['group']}>
        <SecurityLogSection />
      </div>
      <div className={css['group']} data-rows>
        <DataSection />
        {known && isClient ? <ClosingSection /> : null}
      </div>
    </Page>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices = (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: words.themes[value] }));
  return (
    <Section title={words.appearance} text={words.appearanceText}>
      <Choice
        aria-label={words.appearance}
        data={choices}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as ThemeChoice)}
      />
    </Section>
  );
}
