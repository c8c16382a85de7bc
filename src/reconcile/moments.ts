/** When something happened, as exactly as its text says: between these two moments (milliseconds since 1970 in UTC). */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const hourMs = 3_600_000;
// A time without a zone may be of any: UTC+14 is the earliest, UTC-12 the latest.
const [aheadMs, behindMs] = [14 * hourMs, 12 * hourMs];

/** Of Unix seconds or milliseconds, an ISO time or an ISO date; undefined for any other text. */
export function spanOf(text: string | null): Span | undefined {
  if (text === null) return undefined;
  if (/^(?:\d{10}|\d{13})$/.test(text)) return exactly(Number(text.padEnd(13, '0')));
  const [, date, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  const ms = Date.parse(`${date ?? ''}T${time ?? '00:00'}${zone?.replace('UTC', 'Z') ?? 'Z'}`);
  if (Number.isNaN(ms)) return undefined;
  if (zone !== undefined) return exactly(ms);
  return { fromMs: ms - aheadMs, toMs: ms + behindMs + (time === undefined ? 24 * hourMs : 0) };
}

const exactly = (ms: number): Span => ({ fromMs: ms, toMs: ms });

/** UTC for a moment that is known exactly; any other text as it is. */
export function shownTime(text: string): string {
  const span = spanOf(text);
  return span === undefined || span.fromMs !== span.toMs
    ? text
    : new Date(span.fromMs).toISOString().replace('.000', '');
}

/** Days since 1970-01-01; of a time without a zone the day that it names. */
export function dayOf(text: string | null): number | undefined {
  const span = spanOf(text);
  if (span === undefined) return undefined;
  return Math.floor((span.fromMs === span.toMs ? span.fromMs : span.fromMs + aheadMs) / (24 * hourMs));
}
