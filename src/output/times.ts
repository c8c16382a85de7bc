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

/** `3 Nov 11:00`, by the reader's clock; with the year where it is another one than now. */
export const shortTime = (atMs: number, { nowMs, timeZone }: TimeStyle): string => {
  const { day: dayOfMonth, month, year, time } = clockTime(atMs, timeZone);
  return `${dayOfMonth} ${month} ${year === clockTime(nowMs, timeZone).year ? '' : `${year} `}${time}`;
};

function localTime(atMs: number, timeZone: string): string {
  const { day: dayOfMonth, month, year, time } = clockTime(atMs, timeZone);
  // The year stands in the UTC time before it, but for a few hours around New Year.
  const named = year === clockTime(atMs, 'UTC').year ? '' : ` ${year}`;
  return `${dayOfMonth} ${month}${named}, ${time} ${timeZone}`;
}

type Part = 'day' | 'month' | 'year';

function clockTime(atMs: number, timeZone: string): Readonly<Record<Part | 'time', string>> {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(atMs);
  const part = (wanted: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    day: part('day'),
    // Node's own short form of September has four letters.
    month: part('month').slice(0, 3),
    year: part('year'),
    time: `${part('hour')}:${part('minute')}`,
  };
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
  const much = distance(atMs, nowMs);
  if (much === undefined) return atMs > nowMs ? 'in less than a minute' : 'just now';
  return atMs > nowMs ? `in ${much}` : `${much} ago`;
}

/** `18 days`; undefined for less than a minute. */
export function distance(oneMs: number, otherMs: number): string | undefined {
  const away = Math.abs(oneMs - otherMs);
  const unit = units.find(([, , from]) => away >= from);
  if (unit === undefined) return undefined;
  const [name, size] = unit;
  const count = Math.floor(away / size);
  // Not Intl.RelativeTimeFormat: loading it costs half a bare start, and these are all its words.
  return `${String(count)} ${name}${count === 1 ? '' : 's'}`;
}
