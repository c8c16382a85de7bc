import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import { callerName, entryOutcome, matchesTypedName } from './calls.js';
import { isCall, type KeptEntry } from './entry.js';
import { playerIds } from './player-key.js';

/** Which lines of the journal a person wants: by time, outcome, person and player. */

const dayMs = 24 * 3_600_000;
const unitMs = new Map([
  ['d', dayMs],
  ['h', 3_600_000],
  ['m', 60_000],
]);

interface TimeSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** A day in UTC is the whole day. @throws {PvgError} `usage` */
export function readWhen(option: string, typed: string, nowMs: number): TimeSpan {
  const text = typed.trim().toLowerCase();
  const span = readAgo(text, nowMs) ?? readDay(text, nowMs) ?? readMoment(text, nowMs);
  if (span !== undefined) return span;
  throw new PvgError('usage', `${option} is neither a date nor a time.`, {
    hint: 'Use a date (2026-11-21), a time (2026-11-21T14:00 or 14:00), `today`, `yesterday`, `7d` or `12h`. Times are UTC.',
  });
}

function readAgo(text: string, nowMs: number): TimeSpan | undefined {
  const [, count, unit] = /^(\d{1,4})([dhm])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const agoMs = nowMs - Number(count) * (unitMs.get(unit) ?? 0);
  return { startMs: agoMs, endMs: agoMs };
}

function readDay(text: string, nowMs: number): TimeSpan | undefined {
  const startMs = dayStart(text, nowMs);
  if (startMs === undefined) return undefined;
  return { startMs, endMs: startMs + dayMs - 1 };
}

function dayStart(text: string, nowMs: number): number | undefined {
  const todayMs = nowMs - (nowMs % dayMs);
  if (text === 'today') return todayMs;
  if (text === 'yesterday') return todayMs - dayMs;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? utcMs(`${text}T00:00:00`) : undefined;
}

function readMoment(text: string, nowMs: number): TimeSpan | undefined {
  const today = new Date(nowMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const full = /^\d\d:\d\d$/.test(text) ? `${today}t${text}` : text;
  const form = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:z| ?utc)?$/;
  const [, day, time] = form.exec(full) ?? [];
  const atMs = day === undefined ? undefined : utcMs(`${day}T${time ?? ''}`);
  return atMs === undefined ? undefined : { startMs: atMs, endMs: atMs };
}

/** undefined for a day that no month has. */
function utcMs(text: string): number | undefined {
  const ms = Date.parse(`${text}Z`);
  const isSameDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10));
  return isSameDay ? ms : undefined;
}

export interface JournalFilters {
  readonly case?: string | undefined;
  readonly profile?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly outcome?: readonly string[] | undefined;
  readonly person?: string | undefined;
  readonly player?: string | undefined;
}

interface ChosenLines {
  readonly sinceMs: number | undefined;
  readonly isChosen: (kept: KeptEntry) => boolean;
}

/** @throws {PvgError} `usage` */
export async function chooseLines(context: Context, filters: JournalFilters): Promise<ChosenLines> {
  const { profile, person, player, outcome } = filters;
  const nowMs = context.clock.now();
  const { since, until } = filters;
  const sinceMs = since === undefined ? undefined : readWhen('--since', since, nowMs).startMs;
  const untilMs = until === undefined ? Infinity : readWhen('--until', until, nowMs).endMs;
  const players = player === undefined ? undefined : await playerIds(context, player.trim());
  const outcomes = outcome?.map((id) => id.trim().toLowerCase());
  const isChosen = (kept: KeptEntry): boolean =>
    (filters.case === undefined || isOfCase(kept, filters.case)) &&
    (profile === undefined || kept.profile === profile) &&
    Date.parse(kept.at) <= untilMs &&
    (outcomes?.includes(outcomeId(kept).toLowerCase()) ?? true) &&
    (person === undefined || isByPerson(kept, person)) &&
    (players?.includes(kept.player ?? '') ?? true);
  return { sinceMs, isChosen };
}

/** A move is of both cases. */
export function isOfCase(kept: KeptEntry, caseId: string): boolean {
  const isMovedAway = kept.command === 'move' && matchesTypedName(kept.moved_from, caseId);
  return isMovedAway || matchesTypedName(kept.case, caseId);
}

function isByPerson(kept: KeptEntry, person: string): boolean {
  return [kept.user, callerName(kept)].some((name) => matchesTypedName(name, person));
}

/** The verdict or the code of a call; else what the line is: `reply`, `note`, `move`, `refusal`. */
export function outcomeId(kept: KeptEntry): string {
  return isCall(kept) ? entryOutcome(kept).word : kept.command;
}

export const countedBy = ['outcome', 'day', 'person'] as const;

export type CountedBy = (typeof countedBy)[number];

/** How many lines each outcome, day (UTC) or person has; the most first, days the newest first. */
export function countLines(
  lines: readonly KeptEntry[],
  key: CountedBy,
): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const kept of lines) {
    const name = countedName(kept, key);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts];
  if (key === 'day') return rows.sort(([one], [other]) => (one < other ? 1 : -1));
  return rows.sort(([, one], [, other]) => other - one);
}

function countedName(kept: KeptEntry, key: CountedBy): string {
  if (key === 'outcome') return outcomeId(kept);
  if (key === 'day') return kept.at.slice(0, 'YYYY-MM-DD'.length);
  return callerName(kept) ?? 'unknown';
}
