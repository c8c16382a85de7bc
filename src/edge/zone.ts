/**
 * The time zone of this computer: `Europe/Berlin`. If its offset is zero in winter and in summer, the answer is UTC
 * without asking: loading the zone names takes half as long as a bare start.
 */
export function timeZone(): string {
  const isUtc = [0, 6].every((month) => new Date(2026, month, 1).getTimezoneOffset() === 0);
  return isUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
