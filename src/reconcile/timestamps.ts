/** Reads the times in the inputs. Many do not name their zone, or leave open which number is the month, so a time is a span. */

/** When something happened, as exactly as its text says: between these two moments (milliseconds since 1970 in UTC). */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
// A time without a zone may be in any zone from UTC+14, the earliest, to UTC-12, the latest.
const aheadMs = 14 * hourMs;
const behindMs = 12 * hourMs;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The end of a text behind the date, or a time there: `T10:00:00.5+07:00`, ` 10:00 UTC`, `, 9.30 p.m.`. */
const timeForm = [
  '(?:[T,]? ?(?<hour>\\d\\d?)[:.](?<minute>\\d\\d)',
  '(?:[:.](?<second>\\d\\d)(?:[.,]\\d+)?)?',
  '(?: ?(?<half>[ap])\\.?m\\.?)?',
  '(?: ?(?<zone>Z|UTC|GMT|[+-]\\d\\d(?::?\\d\\d)?))?',
  ')?$',
].join('');
const yearPattern = '(?<year>\\d{4})';
const monthPattern = '(?<month>\\d\\d?)';
const dayPattern = '(?<day>\\d\\d?)';
const anyYearPattern = '(?<year>(?:\\d\\d){1,2})';
const monthNamePattern = '(?<month>[a-z]{3,9})\\.?';
const forms = [
  // 2026-11-03, 2026/11/3, 2026. 11. 3., 2026年11月3日
  `${yearPattern}[-/.年년] ?${monthPattern}[-/.月월] ?${dayPattern}[.日일]?`,
  `${dayPattern}\\. ?${monthPattern}\\. ?${anyYearPattern}`,
  // 3/4/2026 is March 4 or April 3, and 3/4/26 may be in 2003: the span holds every day that it may be.
  `${dayPattern}[-/]${monthPattern}[-/]${anyYearPattern}`,
  `${monthPattern}[-/]${dayPattern}[-/]${anyYearPattern}`,
  `(?<year>\\d\\d)[-/]${monthPattern}[-/]${dayPattern}`,
  // Nov 3, 2026; 3 November 2026; 03-Nov-2026
  `${monthNamePattern} ${dayPattern},? ${yearPattern}`,
  `${dayPattern}\\.?[- ]${monthNamePattern}[- ]${anyYearPattern}`,
].map((date) => new RegExp(`^${date}${timeForm}`, 'i'));

/** Reads Unix seconds or milliseconds, an ISO time, or a date in a usual form; undefined for any other text. */
export function parseTimeSpan(text: string | null): Span | undefined {
  if (text === null) return undefined;
  if (/^(?:\d{10}|\d{13})$/.test(text)) return exactly(Number(text.padEnd(13, '0')));
  // Only the first form begins with four digits.
  const likelyForms = /^\d{4}/.test(text) ? forms.slice(0, 1) : forms;
  const spans = likelyForms.flatMap((form) => spanOfMatch(form.exec(text.trim())?.groups) ?? []);
  if (spans.length === 0) return undefined;
  return {
    fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...spans.map(({ toMs }) => toMs)),
  };
}

/** Why a date does not say its day. `ambiguous`: `3/4/2026` is in March or in April. undefined: it does. */
export function findDateProblem(text: string): 'unreadable' | 'ambiguous' | undefined {
  const span = parseTimeSpan(text);
  if (span === undefined) return 'unreadable';
  const longestOfOneDay = dayMs + aheadMs + behindMs;
  return span.toMs - span.fromMs > longestOfOneDay ? 'ambiguous' : undefined;
}

type MatchGroups = Readonly<Partial<Record<string, string>>>;

function spanOfMatch(groups: MatchGroups = {}): Span | undefined {
  const { hour, zone } = groups;
  const ms = momentOfMatch(groups);
  if (ms === undefined) return undefined;
  if (zone === undefined) {
    const lengthMs = hour === undefined ? dayMs : 0;
    return { fromMs: ms - aheadMs, toMs: ms + behindMs + lengthMs };
  }
  return exactly(ms - zoneMinutes(zone) * 60_000);
}

/** The date and the time, read as UTC; undefined for a day or a time that does not exist. */
function momentOfMatch(groups: MatchGroups): number | undefined {
  const { year = '', month = '', day, minute = '0', second = '0' } = groups;
  const monthIndex = months.indexOf(month.slice(0, 3).toLowerCase());
  const parts = {
    // `26` is 2026.
    year: Number(year.padStart(4, '20')),
    month: monthIndex === -1 ? Number(month) - 1 : monthIndex,
    day: Number(day),
    minute: Number(minute),
  };
  const ms = Date.UTC(
    parts.year,
    parts.month,
    parts.day,
    hourOfDay(groups),
    parts.minute,
    Number(second),
  );
  const date = new Date(ms);
  const exists =
    date.getUTCMonth() === parts.month &&
    date.getUTCDate() === parts.day &&
    date.getUTCMinutes() === parts.minute;
  return exists ? ms : undefined;
}

function hourOfDay({ hour, half }: MatchGroups): number {
  if (half === undefined) return Number(hour ?? 0);
  const afternoonHours = /p/i.test(half) ? 12 : 0;
  return (Number(hour) % 12) + afternoonHours;
}

/** `+07`, `+0730` and `+07:30`; 0 for `Z`, `UTC` and `GMT`. */
function zoneMinutes(zone: string): number {
  const offset = Number(zone.replace(':', '').padEnd(5, '0')) || 0;
  return Math.trunc(offset / 100) * 60 + (offset % 100);
}

/** Unix seconds or milliseconds; also for the SQL of `--sql`. */
export const unixPattern = '^([0-9]{10}|[0-9]{13})$';
/**
 * An ISO time with its zone, or as databases write it, up to 23:59:59, because only some SQL engines take 24:00. It is also
 * for the SQL of `--sql`: SQLite takes a set only with its hyphen first.
 */
export const isoPattern =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?(Z| ?UTC|[-+][0-9]{2}:[0-9]{2})$';
const exactForm = new RegExp(`${unixPattern}|${isoPattern}`);

/**
 * The moment in whole Unix seconds, because some exports leave out fractions of a second; undefined for a form that the SQL
 * of `--sql` does not read.
 */
export function parseExactSecond(text: string | null): number | undefined {
  if (text === null || !exactForm.test(text)) return undefined;
  const span = parseTimeSpan(text);
  return span && Math.floor(span.fromMs / 1000);
}

const exactly = (ms: number): Span => ({ fromMs: ms, toMs: ms });

/** The time in UTC, if the text says the moment exactly; any other text as it is. */
export function shownTime(text: string): string {
  const span = parseTimeSpan(text);
  if (span === undefined || span.fromMs !== span.toMs) return text;
  return new Date(span.fromMs).toISOString().replace('.000', '');
}

/** Where a void is among the grants of its purchase. */
export type MomentAmongGrants = 'before' | 'after' | 'between' | 'unknown';

/** Where a void is among the times of its grants, as far as their texts say. */
export function momentAmongGrants(
  voidedAt: string | null,
  grantedAt: readonly (string | null)[],
): MomentAmongGrants {
  const voided = parseTimeSpan(voidedAt);
  if (voided === undefined) return 'unknown';
  const granted = grantedAt.map(parseTimeSpan);
  const isBefore = granted.map((span) => span !== undefined && voided.toMs < span.fromMs);
  const isAfter = granted.map((span) => span !== undefined && voided.fromMs > span.toMs);
  if (isBefore.includes(true) && isAfter.includes(true)) return 'between';
  if (!isBefore.includes(false)) return 'before';
  return isAfter.includes(false) ? 'unknown' : 'after';
}
