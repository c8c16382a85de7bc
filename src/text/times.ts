import { counted } from './counted.js';

/** Times for people: as in the answer or the journal, then by the reader's own clock, then as an age. */

/** `nowMs`: when it is read, or when the report is made. */
export interface TimeStyle {
  readonly nowMs: number;
  /** The reader's: `Europe/Berlin`. */
  readonly timeZone: string;
}

/** `3 Nov, 11:00 Europe/Berlin, 18 days ago`; in UTC only the age. */
export const nearTime = (atMs: number, { nowMs, timeZone }: TimeStyle): string =>
  [...(isUtc(timeZone) ? [] : [localTime(atMs, timeZone)]), age(atMs, nowMs)].join(', ');

const isUtc = (timeZone: string): boolean => /^(?:Etc\/)?(?:UTC|GMT|Universal|Zulu)$/i.test(timeZone);

/** ISO 8601 by the reader's clock: `2026-09-21T16:13:20+02:00`. */
export function isoLocalTime(atMs: number, timeZone: string): string {
  const parts = clockTime(atMs, timeZone, exact);
  const offset = parts.timeZoneName.replace(/^GMT(?:\+00:00)?$/, 'Z').replace('GMT', '');
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}${offset}`;
}

function localTime(atMs: number, timeZone: string): string {
  const { day: dayOfMonth, month, year, hour: hours, minute: minutes } = clockTime(atMs, timeZone, near);
  // The UTC time before it has the year, which differs only for a few hours around New Year.
  const ofYear = year === clockTime(atMs, 'UTC', near).year ? '' : ` ${year}`;
  return `${dayOfMonth} ${shortMonth(month)}${ofYear}, ${hours}:${minutes} ${timeZone}`;
}

// Node's own short form of September has four letters.
const shortMonth = (month: string): string => month.slice(0, 3);

/** A moment for a ticket: UTC to compare, local to talk about, age to judge. */
export interface Moment {
  readonly utc: string;
  /** `2026-09-21 16:13:20 (Europe/Berlin, UTC+02:00)`; null if local time is UTC. */
  readonly local: string | null;
  /** `3 hours before this report`; empty for the report itself. */
  readonly age: string;
}

/** undefined for a text that is not an ISO date in UTC, or not a date of the calendar. */
export function momentOf(text: string, { nowMs, timeZone }: TimeStyle): Moment | undefined {
  if (!/^\+?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return undefined;
  const ms = Date.parse(text);
  if (!Number.isFinite(ms)) return undefined;
  const away = `${distance(ms, nowMs) ?? 'less than a minute'} ${ms > nowMs ? 'after' : 'before'} this report`;
  return { utc: text, local: exactLocalTime(ms, timeZone), age: away };
}

/** `2026-09-21 16:13:20 (Europe/Berlin, UTC+02:00)`; null if local time is UTC. */
export function exactLocalTime(ms: number, timeZone: string): string | null {
  try {
    const {
      year,
      month,
      day: dayOfMonth,
      hour: hours,
      minute: minutes,
      second,
      timeZoneName,
    } = clockTime(ms, timeZone, exact);
    const offset = timeZoneName.replace('GMT', 'UTC');
    if (['UTC', 'UTC+00:00'].includes(offset)) return null;
    return `${year}-${month}-${dayOfMonth} ${hours}:${minutes}:${second} (${timeZone}, ${offset})`;
  } catch {
    // A zone that this Node does not know: UTC alone is still right.
    return null;
  }
}

const near = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

const exact = {
  ...near,
  day: '2-digit',
  month: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
} as const;

type Parts = Readonly<
  Record<'day' | 'month' | 'year' | 'hour' | 'minute' | 'second' | 'timeZoneName', string>
>;

function clockTime(atMs: number, timeZone: string, form: typeof near | typeof exact): Parts {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, ...form }).formatToParts(atMs);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Parts;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const units = [
  ['year', 365 * day, 2 * 365 * day],
  // Days up to 90: refund windows are counted in days.
  ['month', 30 * day, 90 * day],
  ['day', day, 2 * day],
  ['hour', hour, 2 * hour],
  ['minute', minute, minute],
] as const;

/** `18 days ago`, `in 14 minutes`, `just now`. */
export function age(atMs: number, nowMs: number): string {
  const much = distance(atMs, nowMs);
  if (much === undefined) return atMs > nowMs ? 'in less than a minute' : 'just now';
  return atMs > nowMs ? `in ${much}` : `${much} ago`;
}

/** `18 days`; undefined for less than a minute. */
function distance(oneMs: number, otherMs: number): string | undefined {
  const away = Math.abs(oneMs - otherMs);
  const unit = units.find(([, , from]) => away >= from);
  // Not Intl.RelativeTimeFormat: loading it takes half as long as a bare start.
  return unit && counted(Math.floor(away / unit[1]), unit[0]);
}
