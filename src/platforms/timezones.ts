/** Time zones offered for an ad account: one can never be changed later, so the agency asks before it opens one. */
import { textOrEmpty } from '#kernel/fields.ts';
import type { Field } from './order.ts';

const names = [
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Toronto',
  'America/Mexico_City',
  'America/Bogota',
  'America/Sao_Paulo',
  'America/Argentina/Buenos_Aires',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Madrid',
  'Africa/Lagos',
  'Africa/Cairo',
  'Europe/Athens',
  'Europe/Kyiv',
  'Africa/Johannesburg',
  'Europe/Istanbul',
  'Asia/Riyadh',
  'Africa/Nairobi',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Bangkok',
  'Asia/Jakarta',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Singapore',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Australia/Sydney',
  'Pacific/Auckland',
];

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(new Date());
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset === 'GMT' ? 'GMT+00:00' : offset;
}

/** `(GMT+08:00) Shanghai`; the offset is today's. */
export function timezoneOptions(): { value: string; label: string }[] {
  return names.map((name) => ({
    value: name,
    label: `(${offsetOf(name)}) ${name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')}`,
  }));
}

const anyTimezone = 'Any time zone';

/** The place of the time zone among the fields of a row. */
export const timezoneField = {
  name: 'timezone',
  isTimeZone: true,
  label: 'Time zone',
  options: () => [{ value: '', label: anyTimezone }, ...timezoneOptions()],
  blank: anyTimezone,
  read: textOrEmpty(64),
} as const satisfies Field;
