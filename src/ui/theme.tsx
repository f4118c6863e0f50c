/**
 * Makes Mantine use our tokens: its colours, fonts and sizes come from `tokens.css`. What its styles read of this is
 * in `theme.css`: after a change here, `npm run theme` writes it.
 */
import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

function ten(colour: string): MantineColorsTuple {
  return [colour, colour, colour, colour, colour, colour, colour, colour, colour, colour];
}

/** Mantine's own greys, warmed to the paper. */
const greys: MantineColorsTuple = [
  '#faf7f2',
  '#f3eee6',
  '#eee8de',
  '#e7dfd3',
  '#d3c9ba',
  '#a89d8d',
  '#8c8172',
  '#645b50',
  '#4f483f',
  '#1f1b16',
];
const darks: MantineColorsTuple = [
  '#f3ede4',
  '#c9bfb1',
  '#b3a99b',
  '#857a6c',
  '#4a433a',
  '#37312a',
  '#25211c',
  '#1c1916',
  '#14120f',
  '#100e0c',
];

type Tone = { fill: string; hover: string; on: string; wash: string; text: string };

const tones: Record<string, Tone> = {
  brand: {
    fill: 'var(--accent)',
    hover: 'var(--accent-hover)',
    on: 'var(--accent-ink)',
    wash: 'var(--accent-wash)',
    text: 'var(--accent-text)',
  },
  good: {
    fill: 'var(--good)',
    hover: 'color-mix(in oklab, var(--good) 88%, var(--ink))',
    on: 'var(--surface)',
    wash: 'var(--good-wash)',
    text: 'var(--good)',
  },
  bad: {
    fill: 'var(--bad-fill)',
    hover: 'color-mix(in oklab, var(--bad-fill) 88%, black)',
    on: 'var(--bad-ink)',
    wash: 'var(--bad-wash)',
    text: 'var(--bad)',
  },
  wait: {
    fill: 'var(--wait)',
    hover: 'color-mix(in oklab, var(--wait) 88%, var(--ink))',
    on: 'var(--surface)',
    wash: 'var(--wait-wash)',
    text: 'var(--wait)',
  },
  calm: {
    fill: 'var(--ink)',
    hover: 'color-mix(in oklab, var(--ink) 85%, var(--paper))',
    on: 'var(--paper)',
    wash: 'var(--calm-wash)',
    text: 'var(--calm)',
  },
};

const colours: VariantColorsResolver = ({ variant, color }) => {
  const tone = tones[color ?? 'brand'] ?? tones['calm']!;
  const bare = '1px solid transparent';
  switch (variant) {
    case 'filled':
      return { background: tone.fill, hover: tone.hover, color: tone.on, border: bare };
    case 'light':
      return {
        background: tone.wash,
        hover: `color-mix(in oklab, ${tone.wash} 85%, ${tone.text})`,
        color: tone.text,
        border: bare,
      };
    case 'outline':
      return { background: 'transparent', hover: tone.wash, color: tone.text, border: `1px solid ${tone.text}` };
    case 'default':
      return {
        background: 'var(--raised)',
        hover: 'var(--sunken)',
        color: 'var(--ink)',
        border: '1px solid var(--line-strong)',
      };
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--calm-wash)',
        color: color === undefined ? 'var(--ink)' : tone.text,
        border: bare,
      };
    default:
      return { background: 'transparent', hover: 'transparent', color: tone.text, border: bare };
  }
};

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  primaryColor: 'brand',
  colors: {
    brand: ten('var(--accent)'),
    good: ten('#1b6943'),
    bad: ten('#a5271c'),
    wait: ten('#774f00'),
    calm: ten('#4f483f'),
    gray: greys,
    dark: darks,
  },
  variantColorResolver: colours,
  black: '#1f1b16',
  white: '#fffefc',
  defaultRadius: 'md',
  radius: { xs: '8px', sm: '8px', md: '8px', lg: '8px', xl: '8px' },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.375rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 120 }, overlayProps: { backgroundOpacity: 0.45 } },
    },
    Tooltip: { defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } } },
    Menu: { defaultProps: { shadow: 'none', transitionProps: { duration: 100 } } },
  },
});
