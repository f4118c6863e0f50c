/** How a day that lies ahead is called. Both are days as YYYY-MM-DD. */
export function whenText(day: string, today: string): string {
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  if (ahead <= 0) return 'today';
  if (ahead === 1) return 'tomorrow';
  const as = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));
  if (ahead < 7) return `on ${as({ weekday: 'long' })}`;
  return `on ${as({ day: 'numeric', month: 'short', ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }) })}`;
}
