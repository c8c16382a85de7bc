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
  const parts = clockTime(atMs, timeZone);
  const offset = parts.timeZoneName.replace(/^GMT(?:\+00:00)?$/, 'Z').replace('GMT', '');
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}${offset}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function localTime(atMs: number, timeZone: string): string {
  const { day, month, year, hour, minute } = clockTime(atMs, timeZone);
  // The UTC time before it has the year, which differs only for a few hours around New Year.
  const ofYear = year === clockTime(atMs, 'UTC').year ? '' : ` ${year}`;
  return `${String(Number(day))} ${months[Number(month) - 1] ?? ''}${ofYear}, ${hour}:${minute} ${timeZone}`;
}

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
export function exactLocalTime(atMs: number, timeZone: string): string | null {
  const { year, month, day, hour, minute, second, timeZoneName } = clockTime(atMs, timeZone);
  const offset = timeZoneName.replace('GMT', 'UTC');
  if (['UTC', 'UTC+00:00'].includes(offset)) return null;
  return `${year}-${month}-${day} ${hour}:${minute}:${second} (${timeZone}, ${offset})`;
}

const twoDigits = '2-digit';

function clockTime(
  atMs: number,
  timeZone: string,
): Readonly<Record<'day' | 'month' | 'year' | 'hour' | 'minute' | 'second' | 'timeZoneName', string>> {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, timeZoneName: 'longOffset', hourCycle: 'h23', year: 'numeric' },
    ...{ month: twoDigits, day: twoDigits, hour: twoDigits, minute: twoDigits, second: twoDigits },
  });
  const parts = format.formatToParts(atMs).map(({ type, value }) => [type, value] as const);
  return Object.fromEntries(parts) as ReturnType<typeof clockTime>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const units = [
  ['year', 365 * dayMs, 2 * 365 * dayMs],
  // Days up to 90: refund windows are counted in days.
  ['month', 30 * dayMs, 90 * dayMs],
  ['day', dayMs, 2 * dayMs],
  ['hour', hourMs, 2 * hourMs],
  ['minute', minuteMs, minuteMs],
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
