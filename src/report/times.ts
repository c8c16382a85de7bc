import { distance, type TimeStyle } from '../output/times.js';

/** A moment as a ticket needs it: UTC to compare, local to talk about, age to judge. */
export interface Moment {
  readonly utc: string;
  /** `2026-09-21 16:13:20 (Europe/Berlin, UTC+02:00)`; null where the clocks there show UTC. */
  readonly local: string | null;
  /** `3 hours before this report`; empty for the report itself. */
  readonly age: string;
}

/** `nowMs`: when the report is made. */
export type Reading = TimeStyle;

/** undefined for what is no ISO date in UTC, or none that a calendar has. */
export function momentOf(text: string, reading: Reading): Moment | undefined {
  if (!/^\+?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return undefined;
  const ms = Date.parse(text);
  if (!Number.isFinite(ms)) return undefined;
  return { utc: text, local: localOf(ms, reading.timeZone), age: ageOf(ms, reading.nowMs) };
}

/** In the user's own zone; null where the clocks there show UTC. */
export function localOf(ms: number, timeZone: string): string | null {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    }).formatToParts(ms);
    const part = (type: Intl.DateTimeFormatPartTypes): string =>
      parts.find((each) => each.type === type)?.value ?? '';
    const offset = part('timeZoneName').replace('GMT', 'UTC');
    if (['UTC', 'UTC+00:00'].includes(offset)) return null;
    const date = `${part('year')}-${part('month')}-${part('day')}`;
    return `${date} ${part('hour')}:${part('minute')}:${part('second')} (${timeZone}, ${offset})`;
  } catch {
    // A zone that this Node does not know: UTC alone is still right.
    return null;
  }
}

const ageOf = (atMs: number, nowMs: number): string =>
  `${distance(atMs, nowMs) ?? 'less than a minute'} ${atMs > nowMs ? 'after' : 'before'} this report`;
