/**
 * Revenue is what the agency earns: opening fees and top-up fees taken, less fees given back, on the day of the approval in
 * the agency's own time zone. Clients' money is never revenue; penalties and goodwill are shown apart.
 */

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The seven days that end with this one, oldest first. */
export function lastSevenDays(today: string): string[] {
  const end = new Date(`${today}T00:00:00Z`).getTime();
  return [6, 5, 4, 3, 2, 1, 0].map((back) => new Date(end - back * 86_400_000).toISOString().slice(0, 10));
}

/** `Sat 21 Nov` for a bar of the chart. */
export function dayLabel(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
