/** Time zones offered for an ad account: one can never be changed later, so the agency asks before it opens one. */
import { textOrEmpty } from '#kernel/fields.ts';
import type { Field } from './order.ts';

/**
 * By what each is from Greenwich in winter, all year round. Asking the browser what they are today takes a phone a
 * tenth of a second.
 */
export const timezones: Readonly<Record<string, readonly string[]>> = {
  '-10:00': ['Pacific/Honolulu'],
  '-09:00': ['America/Anchorage'],
  '-08:00': ['America/Los_Angeles'],
  '-07:00': ['America/Denver'],
  '-06:00': ['America/Chicago', 'America/Mexico_City'],
  '-05:00': ['America/New_York', 'America/Toronto', 'America/Bogota'],
  '-03:00': ['America/Sao_Paulo', 'America/Argentina/Buenos_Aires'],
  '-01:00': ['Atlantic/Azores'],
  '+00:00': ['Europe/London', 'Europe/Lisbon'],
  '+01:00': ['Europe/Berlin', 'Europe/Paris', 'Europe/Madrid', 'Africa/Lagos'],
  '+02:00': ['Africa/Cairo', 'Europe/Athens', 'Europe/Kyiv', 'Africa/Johannesburg'],
  '+03:00': ['Europe/Istanbul', 'Asia/Riyadh', 'Africa/Nairobi'],
  '+04:00': ['Asia/Dubai'],
  '+05:00': ['Asia/Karachi'],
  '+05:30': ['Asia/Kolkata'],
  '+06:00': ['Asia/Dhaka'],
  '+07:00': ['Asia/Bangkok', 'Asia/Jakarta'],
  '+08:00': ['Asia/Shanghai', 'Asia/Hong_Kong', 'Asia/Singapore', 'Asia/Taipei'],
  '+09:00': ['Asia/Tokyo', 'Asia/Seoul'],
  '+10:00': ['Australia/Sydney'],
  '+12:00': ['Pacific/Auckland'],
};

const cityOf = (name: string) => name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** `(GMT+08:00) Shanghai` */
const options = Object.entries(timezones).flatMap(([offset, names]) =>
  names.map((name) => ({ value: name, label: `(GMT${offset}) ${cityOf(name)}` })),
);

/** The place of the time zone among the fields of a row. */
export const timezoneField = {
  name: 'timezone',
  isTimeZone: true,
  label: 'Time zone',
  options: () => options,
  meant: zoneMeant,
  blank: 'Any time zone',
  read: textOrEmpty(64),
} as const satisfies Field;

const written = /^\(?(?:gmt|utc)?\s*(?:([+\u2212-])\s*(\d{1,2})(?::?(\d\d))?)?\)?\s*(\D.*)?$/i;

/**
 * By its name, its city or its label, or by how far it is from Greenwich: `GMT+8`, `UTC+08:00`. Of several that are
 * equally far the first is meant; whoever pasted it reads its city before anything is sent.
 */
function zoneMeant(text: string): string | undefined {
  const [matched, sign, hours = '0', minutes = '00', place] = written.exec(text.trim()) ?? [];
  if (!matched) return undefined;
  const isWest = sign !== undefined && sign !== '+' && Number(hours + minutes) > 0;
  const offset = `${isWest ? '-' : '+'}${hours.padStart(2, '0')}:${minutes}`;
  const near = sign === undefined && place !== undefined ? Object.values(timezones).flat() : (timezones[offset] ?? []);
  const plain = (name: string) => name.toLowerCase().replaceAll('_', ' ');
  if (place === undefined) return near[0];
  return near.find((name) => [name, cityOf(name)].map(plain).includes(plain(place)));
}
