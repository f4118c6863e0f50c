/** The facts that tests draw the public pages from. */
import { exampleBrand, type Brand } from '#kernel/brand.ts';
import { onByDefault } from '#platforms/platforms.ts';
import { defaults } from '#settings/settings.ts';
import type { Facts } from './facts.ts';

/** What shows before anybody has set anything. */
export const exampleFacts: Facts = {
  brand: exampleBrand,
  prices: defaults,
  platforms: onByDefault,
  network: undefined,
  usual: [],
};

/** Closes elements, attributes, scripts and comments, runs from right to left, and names facts and patterns. */
const hostile = `</script></style></title><!--"'&{rate}$&$1\u202e\u2028<img src=x onerror=alert(1)>קימי`;

/** Hostile settings: only the operator can set them, but they must still be shown as plain text everywhere. */
const hostileBrand: Brand = {
  name: hostile,
  legalName: hostile,
  address: hostile,
  registration: hostile,
  promise: hostile,
  origin: 'https://hostile.example',
  accent: 'red;} body{display:none',
  accentDeep: '</style><script>alert(1)</script>',
  onAccent: 'url(https://elsewhere.example)',
  ink: '#14120f',
  paper: '#faf7f2',
  logoPath: 'M4 4"/><script>alert(1)</script>',
  support: {
    email: `"a?b&c"<script>@hostile.example`,
    phone: hostile,
    hours: hostile,
    chats: [{ name: 'Skype', href: 'javascript:alert(1)' }],
  },
};

export const hostileFacts: Facts = { ...exampleFacts, brand: hostileBrand, network: hostile };
