/**
 * The settings of the connections to advertising platforms: with which credentials they are asked what ad accounts
 * spend and what state they are in. The questions themselves stand in `platforms/`; here is only what differs between
 * machines. A platform without credentials is not asked. The version of each platform's programming interface stands
 * here too, in one place.
 */
import { z } from 'zod';
import { isNodeAddress } from './nodes.server.ts';

/** What signing in with a refresh token needs (OAuth 2.0). */
export type SignIn = { clientId: string; clientSecret: string | undefined; refreshToken: string; tokenUrl: string };
export type GoogleAds = SignIn & { url: string; version: string; developerToken: string; loginCustomerId: string };
export type MicrosoftAdvertising = SignIn & {
  accountsUrl: string;
  reportsUrl: string;
  downloadUrls: readonly string[];
  version: string;
  developerToken: string;
  customerId: string;
};
export type Meta = { url: string; version: string; accessToken: string; appSecret: string | undefined };

export type Advertising = {
  readonly google: GoogleAds | undefined;
  readonly microsoft: MicrosoftAdvertising | undefined;
  readonly meta: Meta | undefined;
};

/** A secret is never repeated in a message: a wrong one is named by its setting alone. */
const secret = z
  .string()
  .max(4000, 'must be at most 4000 characters')
  .regex(/^[!-~]{8,}$/, 'must be at least 8 letters, digits and signs without spaces')
  .optional();
const number = z
  .string()
  .transform((value) => value.replaceAll('-', ''))
  .refine((value) => /^\d{3,20}$/.test(value), 'must be a number, like 123-456-7890')
  .optional();
const address = (standard: string) =>
  z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(isNodeAddress, 'must be an address that starts with https:// (http:// inside of the own network only)')
    .default(standard);
const addresses = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((value) => value.split(',').map((each) => each.trim().replace(/\/+$/, '')))
    .refine((urls) => urls.every(isNodeAddress), 'must be addresses that start with https://, separated by commas');
const version = (standard: string, example: RegExp) =>
  z.string().regex(example, `must be a version like ${standard}`).default(standard);

/** Part of the settings in `config.server.ts`. */
export const advertisingFields = {
  GOOGLE_ADS_DEVELOPER_TOKEN: secret,
  GOOGLE_ADS_CLIENT_ID: secret,
  GOOGLE_ADS_CLIENT_SECRET: secret,
  GOOGLE_ADS_REFRESH_TOKEN: secret,
  GOOGLE_ADS_LOGIN_CUSTOMER_ID: number,
  GOOGLE_ADS_API_VERSION: version('v25', /^v\d{1,3}$/),
  GOOGLE_ADS_URL: address('https://googleads.googleapis.com'),
  GOOGLE_ADS_TOKEN_URL: address('https://oauth2.googleapis.com/token'),
  MICROSOFT_ADS_DEVELOPER_TOKEN: secret,
  MICROSOFT_ADS_CLIENT_ID: secret,
  MICROSOFT_ADS_CLIENT_SECRET: secret,
  MICROSOFT_ADS_REFRESH_TOKEN: secret,
  MICROSOFT_ADS_CUSTOMER_ID: number,
  MICROSOFT_ADS_API_VERSION: version('v13', /^v\d{1,3}$/),
  MICROSOFT_ADS_URL: address('https://clientcenter.api.bingads.microsoft.com'),
  MICROSOFT_ADS_REPORTS_URL: address('https://reporting.api.bingads.microsoft.com'),
  MICROSOFT_ADS_DOWNLOAD_URLS: addresses(
    'https://download.api.bingads.microsoft.com,https://bingadsappsstorageprod.blob.core.windows.net',
  ),
  MICROSOFT_ADS_TOKEN_URL: address('https://login.microsoftonline.com/common/oauth2/v2.0/token'),
  META_ADS_ACCESS_TOKEN: secret,
  META_ADS_APP_SECRET: secret,
  META_ADS_API_VERSION: version('v25.0', /^v\d{1,3}\.\d$/),
  META_ADS_URL: address('https://graph.facebook.com'),
};

const all = z.object(advertisingFields);
type Given = z.output<typeof all>;

/** The settings that each connection needs. */
export const credentials = {
  google: [
    'GOOGLE_ADS_DEVELOPER_TOKEN',
    'GOOGLE_ADS_CLIENT_ID',
    'GOOGLE_ADS_CLIENT_SECRET',
    'GOOGLE_ADS_REFRESH_TOKEN',
    'GOOGLE_ADS_LOGIN_CUSTOMER_ID',
  ],
  microsoft: [
    'MICROSOFT_ADS_DEVELOPER_TOKEN',
    'MICROSOFT_ADS_CLIENT_ID',
    'MICROSOFT_ADS_REFRESH_TOKEN',
    'MICROSOFT_ADS_CUSTOMER_ID',
  ],
  meta: ['META_ADS_ACCESS_TOKEN'],
} as const satisfies Record<keyof Advertising, readonly (keyof Given)[]>;

const secretsBeside = {
  google: [],
  microsoft: ['MICROSOFT_ADS_CLIENT_SECRET'],
  meta: ['META_ADS_APP_SECRET'],
} as const satisfies Record<keyof Advertising, readonly (keyof Given)[]>;

/**
 * Only a part of the credentials would look like a connection and be none: a sentence for each connection where that is
 * so.
 */
export function halfGiven(given: Given): string[] {
  return (Object.keys(credentials) as (keyof Advertising)[]).flatMap((connection) => {
    const needed: readonly (keyof Given)[] = credentials[connection];
    const missing = needed.filter((name) => given[name] === undefined);
    const has = [...needed, ...secretsBeside[connection]].filter((name) => given[name] !== undefined);
    return has.length === 0 || missing.length === 0
      ? []
      : [
          `${has.join(', ')} ${has.length === 1 ? 'is' : 'are'} given, but the connection also needs ${missing.join(', ')}`,
        ];
  });
}

export function advertisingFrom(given: Given): Advertising {
  const has = (connection: keyof Advertising) => credentials[connection].every((name) => given[name] !== undefined);
  return {
    google: has('google') ? googleFrom(given) : undefined,
    microsoft: has('microsoft') ? microsoftFrom(given) : undefined,
    meta: has('meta')
      ? {
          url: given.META_ADS_URL,
          version: given.META_ADS_API_VERSION,
          accessToken: given.META_ADS_ACCESS_TOKEN!,
          appSecret: given.META_ADS_APP_SECRET,
        }
      : undefined,
  };
}

function googleFrom(given: Given): GoogleAds {
  return {
    url: given.GOOGLE_ADS_URL,
    version: given.GOOGLE_ADS_API_VERSION,
    developerToken: given.GOOGLE_ADS_DEVELOPER_TOKEN!,
    loginCustomerId: given.GOOGLE_ADS_LOGIN_CUSTOMER_ID!,
    clientId: given.GOOGLE_ADS_CLIENT_ID!,
    clientSecret: given.GOOGLE_ADS_CLIENT_SECRET!,
    refreshToken: given.GOOGLE_ADS_REFRESH_TOKEN!,
    tokenUrl: given.GOOGLE_ADS_TOKEN_URL,
  };
}

function microsoftFrom(given: Given): MicrosoftAdvertising {
  return {
    accountsUrl: given.MICROSOFT_ADS_URL,
    reportsUrl: given.MICROSOFT_ADS_REPORTS_URL,
    downloadUrls: given.MICROSOFT_ADS_DOWNLOAD_URLS,
    version: given.MICROSOFT_ADS_API_VERSION,
    developerToken: given.MICROSOFT_ADS_DEVELOPER_TOKEN!,
    customerId: given.MICROSOFT_ADS_CUSTOMER_ID!,
    clientId: given.MICROSOFT_ADS_CLIENT_ID!,
    clientSecret: given.MICROSOFT_ADS_CLIENT_SECRET,
    refreshToken: given.MICROSOFT_ADS_REFRESH_TOKEN!,
    tokenUrl: given.MICROSOFT_ADS_TOKEN_URL,
  };
}

/** Every address that these settings name. */
export function placesOfAdvertising({ google, microsoft, meta }: Advertising): string[] {
  return [
    ...(google ? [google.url, google.tokenUrl] : []),
    ...(microsoft ? [microsoft.accountsUrl, microsoft.reportsUrl, microsoft.tokenUrl, ...microsoft.downloadUrls] : []),
    ...(meta ? [meta.url] : []),
  ];
}
