/** When something happened, as exactly as its text says: between these two moments (milliseconds since 1970 in UTC). */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
// A time without a zone may be of any: UTC+14 is the earliest, UTC-12 the latest.
const [aheadMs, behindMs] = [14 * hourMs, 12 * hourMs];

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours and minutes, perhaps more; `AM`; a zone. */
const timeForm =
  '(?:[T,]? ?(\\d\\d?)[:.](\\d\\d)(?:[:.](\\d\\d)(?:[.,]\\d+)?)?(?: ?([ap])\\.?m\\.?)?(?: ?(Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?)?$';
const forms: readonly (readonly [RegExp, order: 'ymd' | 'dmy' | 'mdy' | 'unclear'])[] = [
  // 2026-11-03, 2026/11/3, 2026. 11. 3., 2026年11月3日
  [new RegExp(`^(\\d{4})[-/.年년] ?(\\d\\d?)[-/.月월] ?(\\d\\d?)[.日일]?${timeForm}`, 'i'), 'ymd'],
  [new RegExp(`^(\\d\\d?)\\. ?(\\d\\d?)\\. ?(\\d{4})${timeForm}`, 'i'), 'dmy'],
  [new RegExp(`^(\\d\\d?)[-/](\\d\\d?)[-/](\\d{4})${timeForm}`, 'i'), 'unclear'],
  // Nov 3, 2026; 3 November 2026; 03-Nov-2026
  [new RegExp(`^([a-z]{3,9})\\.? (\\d\\d?),? (\\d{4})${timeForm}`, 'i'), 'mdy'],
  [new RegExp(`^(\\d\\d?)\\.?[- ]([a-z]{3,9})\\.?[- ](\\d{4})${timeForm}`, 'i'), 'dmy'],
];

/** Of Unix seconds or milliseconds, an ISO time, or a date in a usual form; undefined for any other text. */
export function spanOf(text: string | null): Span | undefined {
  if (text === null) return undefined;
  if (/^(?:\d{10}|\d{13})$/.test(text)) return exactly(Number(text.padEnd(13, '0')));
  for (const [form, order] of forms) {
    const [, one = '', two = '', three = '', ...time] = form.exec(text.trim()) ?? [];
    if (one === '') continue;
    const read = {
      ymd: () => [spanAt(one, two, three, time)],
      dmy: () => [spanAt(three, two, one, time)],
      mdy: () => [spanAt(three, one, two, time)],
      // 3/4/2026 is a day in March or in April: between them, unless only one of them exists.
      unclear: () => [spanAt(three, two, one, time), spanAt(three, one, two, time)],
    };
    const spans = read[order]().filter((span) => span !== undefined);
    if (spans.length === 0) return undefined;
    return {
      fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
      toMs: Math.max(...spans.map(({ toMs }) => toMs)),
    };
  }
  return undefined;
}

function spanAt(
  year: string,
  monthText: string,
  dayText: string,
  [hour, minute = '', second = '0', half, zone]: readonly (string | undefined)[],
): Span | undefined {
  const named = months.indexOf(monthText.slice(0, 3).toLowerCase());
  const [month, day] = [named === -1 ? Number(monthText) : named + 1, Number(dayText)];
  const hours =
    half === undefined ? Number(hour ?? 0) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const date = new Date(Date.UTC(Number(year), month - 1, day, hours, Number(minute), Number(second)));
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hours < 24;
  if (!isDate || Number(minute) > 59 || Number(second) > 59) return undefined;
  const ms = date.getTime();
  if (zone !== undefined) {
    const [, sign, zoneHours = 0, zoneMinutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
    const offsetMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
    return exactly(sign === '-' ? ms + offsetMs : ms - offsetMs);
  }
  return { fromMs: ms - aheadMs, toMs: ms + behindMs + (hour === undefined ? dayMs : 0) };
}

const exactly = (ms: number): Span => ({ fromMs: ms, toMs: ms });

/** UTC for a moment that is known exactly; any other text as it is. */
export function shownTime(text: string): string {
  const span = spanOf(text);
  return span === undefined || span.fromMs !== span.toMs
    ? text
    : new Date(span.fromMs).toISOString().replace('.000', '');
}
