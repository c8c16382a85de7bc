/** Times for people: as the answer or the journal has them, then by the reader's own clock, then as an age. */

export interface TimeStyle {
  readonly nowMs: number;
  /** The reader's: `Europe/Berlin`. */
  readonly timeZone: string;
}

/** `3 Nov, 11:00 Europe/Berlin, 18 days ago`; in UTC only the age. */
export const nearTime = (atMs: number, { nowMs, timeZone }: TimeStyle): string =>
  [...(isUtc(timeZone) ? [] : [localTime(atMs, timeZone)]), age(atMs, nowMs)].join(', ');

const isUtc = (timeZone: string): boolean => /^(?:Etc\/)?(?:UTC|GMT|Universal|Zulu)$/i.test(timeZone);

function localTime(atMs: number, timeZone: string): string {
  const inYear = (zone: string): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric' }).format(atMs);
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    // The year stands in the UTC time before it, but for a few hours around New Year.
    ...(inYear(timeZone) === inYear('UTC') ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
  return `${text} ${timeZone}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const units = [
  ['year', 365 * day, 2 * 365 * day],
  // A purchase is told in days for a while: refund windows are counted so.
  ['month', 30 * day, 90 * day],
  ['day', day, 2 * day],
  ['hour', hour, 2 * hour],
  ['minute', minute, minute],
] as const;

/** `18 days ago`, `in 14 minutes`, `just now`. */
export function age(atMs: number, nowMs: number): string {
  const away = Math.abs(atMs - nowMs);
  const unit = units.find(([, , from]) => away >= from);
  if (unit === undefined) return atMs > nowMs ? 'in less than a minute' : 'just now';
  const [name, size] = unit;
  const count = Math.floor(away / size);
  // Not Intl.RelativeTimeFormat: loading it costs half a bare start, and these are all its words.
  const much = `${String(count)} ${name}${count === 1 ? '' : 's'}`;
  return atMs > nowMs ? `in ${much}` : `${much} ago`;
}
