/**
 * The agency that runs this portal: its name, contacts and colours all come from here. Another agency sets BRAND_* and
 * starts the same build.
 */
import { cssColour } from './markup.ts';

const chatNames = ['Skype', 'Telegram', 'WhatsApp', 'Meta'] as const;
type ChatName = (typeof chatNames)[number];

export type Brand = {
  readonly name: string;
  readonly legalName: string;
  /** Where the company sits, and under which number it is registered; empty where the agency says neither. */
  readonly address: string;
  readonly registration: string;
  readonly promise: string;
  /** The portal's public address without a slash at the end, for canonical links and shared pictures. */
  readonly origin: string;
  /** The one warm accent, its deep form for text on paper, and the text that stands on it. */
  readonly accent: string;
  readonly accentDeep: string;
  readonly onAccent: string;
  /** The two grounds. */
  readonly ink: string;
  readonly paper: string;
  /** The sign before the name: the `d` of an SVG path on a field of 32 by 32. */
  readonly logoPath: string;
  readonly support: {
    readonly email: string;
    readonly phone: string;
    readonly hours: string;
    /** Only the apps that have an address; the others are asked for by e-mail. */
    readonly chats: readonly { readonly name: ChatName; readonly href: string }[];
  };
};

type Settings = Readonly<Record<string, string | undefined>>;

export const exampleBrand: Brand = {
  name: 'Kimi',
  legalName: 'Kimi Media',
  address: '',
  registration: '',
  promise: 'Agency ad accounts for Google, Bing and Meta',
  origin: 'https://kimi.example',
  accent: '#ffa274',
  accentDeep: '#a23c0e',
  onAccent: '#1c120b',
  ink: '#14120f',
  paper: '#faf7f2',
  logoPath: 'M4 4h7v9.4L20.2 4h8.3L17.6 15 29 28h-8.6L11 17.2V28H4z',
  support: {
    email: 'support@kimi.example',
    phone: '+1 202 555 0143',
    hours: '9:00–18:00 (UTC+8)',
    chats: [],
  },
};

/** The example's brand with whatever `settings` (BRAND_NAME, BRAND_EMAIL, BRAND_TELEGRAM, …) says instead. */
export function brandFrom(settings: Settings): Brand {
  const said = (name: string): string | undefined => settings[`BRAND_${name}`]?.trim() || undefined;
  const { support } = exampleBrand;
  const name = said('NAME') ?? exampleBrand.name;
  return {
    name,
    legalName: said('LEGAL_NAME') ?? said('NAME') ?? exampleBrand.legalName,
    address: said('ADDRESS') ?? exampleBrand.address,
    registration: said('REGISTRATION') ?? exampleBrand.registration,
    promise: said('PROMISE') ?? exampleBrand.promise,
    origin: (said('ORIGIN') ?? settings['PUBLIC_URL'] ?? exampleBrand.origin).replace(/\/+$/, ''),
    accent: said('ACCENT') ?? exampleBrand.accent,
    accentDeep: said('ACCENT_DEEP') ?? exampleBrand.accentDeep,
    onAccent: said('ON_ACCENT') ?? exampleBrand.onAccent,
    ink: said('INK') ?? exampleBrand.ink,
    paper: said('PAPER') ?? exampleBrand.paper,
    logoPath: said('LOGO_PATH') ?? exampleBrand.logoPath,
    support: {
      email: said('EMAIL') ?? support.email,
      phone: said('PHONE') ?? support.phone,
      hours: said('HOURS') ?? support.hours,
      chats: chatNames.flatMap((chat) => {
        const href = said(chat.toUpperCase());
        return href && /^(https:\/\/|skype:|tg:)/.test(href) ? [{ name: chat, href }] : [];
      }),
    },
  };
}

/** The agency's colours as styles take them: `tokens.css` reads them from here. */
export function coloursOf(brand: Brand): string {
  const { accent, accentDeep, onAccent, paper, ink } = brand;
  const own = { accent, deep: accentDeep, 'on-accent': onAccent, paper, ink };
  return Object.entries(own)
    .map(([name, colour]) => `--brand-${name}:${cssColour(colour)}`)
    .join(';');
}

type Surroundings = {
  document?: { getElementById(id: string): { textContent: string | null } | null };
};

/** Under this id the server writes the agency into the portal's document. */
export const brandId = 'brand';

/** The brand that the server wrote into the document. Vite's development server does not, so there it is BRAND_*. */
function brandHere(): Brand {
  const written = (globalThis as Surroundings).document?.getElementById(brandId)?.textContent;
  if (written) return JSON.parse(written) as Brand;
  return brandFrom((import.meta as { env?: Settings }).env ?? {});
}

/** The brand for code in the browser. The server uses `config.brand`, and public pages get theirs as facts. */
export const brand: Brand = brandHere();
