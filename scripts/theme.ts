/**
 * `npm run theme`: writes src/ui/theme.css, the variables that Mantine computes from `ui/theme.tsx` in the browser
 * otherwise, wherever they are other than those of its own theme. `theme.test.mjs` holds it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type MantineThemeOverride,
} from '@mantine/core';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '..');

/** Where Mantine would derive a colour of ours from another one, ours is said instead. */
const ours = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-quiet)',
  '--mantine-color-placeholder': 'var(--ink-quiet)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--calm-wash)',
  '--mantine-color-disabled-color': 'var(--ink-quiet)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
  '--mantine-primary-color-light': 'var(--accent-wash)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
  '--mantine-color-brand-filled': 'var(--accent)',
  '--mantine-color-brand-filled-hover': 'var(--accent-hover)',
  '--mantine-color-brand-light': 'var(--accent-wash)',
  '--mantine-color-brand-light-color': 'var(--accent-text)',
  '--mantine-color-brand-outline': 'var(--accent-text)',
  '--mantine-color-brand-text': 'var(--accent-text)',
};

type Rules = Record<string, string>;

export function themeCss(theme: MantineThemeOverride): string {
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const computed = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const all = deepMerge(computed, { variables: {}, light: ours, dark: ours });
  const changed = (now: Rules, before: Rules) =>
    Object.entries(now).filter(([name, value]) => before[name] !== value && value !== ours[name as keyof typeof ours]);
  const of = (scheme: string) => `:root[data-mantine-color-scheme='${scheme}']`;
  const rules: [string, [string, string][]][] = [
    [':root', changed(all.variables, defaults.variables)],
    [`${of('light')},\n${of('dark')}`, Object.entries(ours)],
    [of('light'), changed(all.light, defaults.light)],
    [of('dark'), changed(all.dark, defaults.dark)],
  ];
  const written = rules.map(
    ([where, values]) => `${where} {\n${values.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`,
  );
  return `/* What Mantine's styles read of ui/theme.tsx. Written by npm run theme. */\n${written.join('')}`;
}

if (import.meta.main) {
  // Node itself runs no .tsx.
  const { module } = await runnerImport<{ theme: MantineThemeOverride }>(join(root, 'src/ui/theme.tsx'));
  await writeFile(join(root, 'src/ui/theme.css'), themeCss(module.theme));
}
