/**
 * Settings are everything that differs between one agency's machine and another's. They come from the environment, are read
 * once at start, and a wrong one stops the start with a sentence that names it: a portal that runs on half of its settings
 * would take money it can't account for.
 */
import { resolve } from 'node:path'
import { z } from 'zod'

const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be between ${from} and ${to}`)

const onOff = z.enum(['on', 'off'], 'must be "on" or "off"').transform((value) => value === 'on')
const url = (schemes: string[]) =>
  z.string().refine(
    (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
    `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  )
const email = z.email('must be an e-mail address').max(254)
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #1c7ed6')
const line = z.string().max(200, 'must be at most 200 characters')

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}, 'must be a time zone like Asia/Shanghai')

/** `on` trusts every proxy, a number that many hops, anything else is a list of addresses; off, the peer is the client. */
const trustProxy = z
  .string()
  .max(1000)
  .transform((value): boolean | number | string => {
    if (value === 'on' || value === 'off') return value === 'on'
    return /^\d{1,2}$/.test(value) ? Number(value) : value
  })

const mailFrom = z.string().max(320).regex(/^[^\r\n]*[^\s<@]@[^\s>@]+>?$/, 'must be an address like Agency <desk@agency.example>')

const settings = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data').transform((folder) => resolve(folder)),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  PUBLIC_URL: url(['http:', 'https:']).transform((value) => value.replace(/\/+$/, '')).optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(256, 'must have at most 256 characters').optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: mailFrom.optional(),
  BUSINESS_TZ: timeZone.default('Asia/Shanghai'),
  RATE_LIMIT: onOff.default(true),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], 'must be silent, fatal, error, warn, info or debug').default('info'),
  PORTAL_DEV: onOff.default(false),
  VITE_URL: url(['http:']).optional(),
  BRAND_NAME: line.min(1).default('Agency Portal'),
  BRAND_LOGO: line.default('/favicon.svg'),
  BRAND_COLOUR: colour.default('#1c7ed6'),
  BRAND_ACCENT: colour.default('#f08c00'),
  BRAND_EMAIL: email.default('support@agency.example'),
  BRAND_PHONE: line.default(''),
  BRAND_SKYPE: line.default(''),
  BRAND_TELEGRAM: line.default(''),
  BRAND_WHATSAPP: line.default(''),
  BRAND_META: line.default(''),
  BRAND_HOURS: line.default('Monday to Saturday, 9:00 to 18:00 (UTC+8)'),
})

export type Config = {
  port: number
  host: string
  /** Absolute. Holds the embedded database and nothing that can't be backed up by copying it while stopped. */
  dataDir: string
  /** Absent: the embedded PostgreSQL in dataDir is used. */
  databaseUrl: string | undefined
  databasePool: number
  /** Without a slash at its end; links in mails start with it. */
  publicUrl: string
  admin: { email: string; password: string } | undefined
  /** Absent: mails are kept in the outbox and, in development, printed. */
  smtpUrl: string | undefined
  mailFrom: string
  businessTz: string
  rateLimit: boolean
  trustProxy: boolean | number | string
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug'
  /** `npm run dev`: mails and codes are printed to the terminal, pages come from Vite at `viteUrl`. */
  dev: boolean
  viteUrl: string | undefined
  brand: Brand
}

export type Brand = {
  name: string
  logo: string
  colour: string
  accent: string
  email: string
  phone: string
  skype: string
  telegram: string
  whatsapp: string
  meta: string
  hours: string
}

/** Thrown when settings are wrong; its message has one line for each of them and is meant for the person at the terminal. */
export class WrongSettings extends Error {}

/** Reads and checks the settings. An empty variable counts as absent, as compose files and CI write them. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new WrongSettings(`These settings are wrong:\n${lines.join('\n')}`)
  }
  const value = read.data
  if (!value.ADMIN_EMAIL !== !value.ADMIN_PASSWORD) {
    throw new WrongSettings('ADMIN_EMAIL and ADMIN_PASSWORD belong together: give both, or neither to have the first admin made with a random password.')
  }
  return arrange(value)
}

function arrange(value: z.output<typeof settings>): Config {
  const publicUrl = value.PUBLIC_URL ?? `http://localhost:${value.PORT}`
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    publicUrl,
    admin: value.ADMIN_EMAIL && value.ADMIN_PASSWORD ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD } : undefined,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${value.BRAND_NAME.replace(/[<>"@,;:\\]/g, '')} <${value.BRAND_EMAIL}>`,
    businessTz: value.BUSINESS_TZ,
    rateLimit: value.RATE_LIMIT,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    dev: value.PORTAL_DEV,
    viteUrl: value.VITE_URL,
    brand: {
      name: value.BRAND_NAME,
      logo: value.BRAND_LOGO,
      colour: value.BRAND_COLOUR,
      accent: value.BRAND_ACCENT,
      email: value.BRAND_EMAIL,
      phone: value.BRAND_PHONE,
      skype: value.BRAND_SKYPE,
      telegram: value.BRAND_TELEGRAM,
      whatsapp: value.BRAND_WHATSAPP,
      meta: value.BRAND_META,
      hours: value.BRAND_HOURS,
    },
  }
}
