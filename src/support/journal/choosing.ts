import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import { nonEmptyTexts } from '../../text/sentences.js';
import { shortUnits } from '../../text/times.js';
import { matchesTypedName } from './calls.js';
import type { KeptEntry } from './entry.js';
import { inWrittenForm, timeText } from './newest-first.js';
import { hasOutcome, keptTextOf } from './outcome-words.js';
import { playerIds } from './player-key.js';
import { personNames, userPart } from './spelling.js';

/** Which lines of the journal a person wants: by ticket, profile, time, outcome, person and player. */

const dayMs = 24 * 3_600_000;

interface TimeSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** Reads a time. A date stands for the whole day in UTC. @throws {PvgError} `usage` */
function readWhen(option: string, typed: string, nowMs: number): TimeSpan {
  const text = typed.trim().toLowerCase();
  const span = readAgo(text, nowMs) ?? readDay(text, nowMs) ?? readMoment(text, nowMs);
  if (span !== undefined) return span;
  throw new PvgError('usage', `${option} is neither a date nor a time.`, {
    hint: 'Use a date (2026-11-21), a time (2026-11-21T14:00 or 14:00), `today`, `yesterday`, a weekday (`monday`: the last one, today included), `7d` or `12h`. Times are UTC.',
  });
}

function readAgo(text: string, nowMs: number): TimeSpan | undefined {
  const [, count, unit] = /^(\d{1,4})([dhm])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const agoMs = nowMs - Number(count) * (shortUnits.get(unit) ?? 0);
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
  const weekday = weekdays.indexOf(text);
  if (weekday !== -1) return todayMs - daysSince(weekday, todayMs) * dayMs;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? utcMs(`${text}T00:00:00`) : undefined;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** How many days ago the last such weekday was: 0 if it is today. */
function daysSince(weekday: number, todayMs: number): number {
  return (new Date(todayMs).getUTCDay() - weekday + 7) % 7;
}

function readMoment(text: string, nowMs: number): TimeSpan | undefined {
  const today = new Date(nowMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const dateAndTime = /^\d\d:\d\d$/.test(text) ? `${today}t${text}` : text;
  // `2026-11-21t14:00`, `2026-11-21 14:00:30`, `2026-11-21t14:00:30.5z`, `2026-11-21 14:00 utc`.
  const form = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:z| ?utc)?$/;
  const [, day, time] = form.exec(dateAndTime) ?? [];
  const atMs = day === undefined ? undefined : utcMs(`${day}T${time ?? ''}`);
  return atMs === undefined ? undefined : { startMs: atMs, endMs: atMs };
}

/** Milliseconds of a time such as `2026-11-21T14:00`; undefined for a day that does not exist, such as 2026-02-30. */
function utcMs(text: string): number | undefined {
  const ms = Date.parse(`${text}Z`);
  const isSameDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10));
  return isSameDay ? ms : undefined;
}

interface JournalFilters {
  readonly case?: string | undefined;
  readonly profile?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly outcome?: readonly string[] | undefined;
  readonly person?: string | undefined;
  /** `Maria` also stands for `maria`. */
  readonly ignoresPersonCase?: boolean;
  readonly player?: string | undefined;
}

interface ChosenLines {
  readonly sinceMs: number | undefined;
  /** Each chosen line has one of these texts; undefined if no such texts are known. */
  readonly containing: readonly string[] | undefined;
  /** Says of a line that is not parsed yet whether it may be chosen. */
  readonly mayBeChosen: (line: string) => boolean;
  readonly isChosen: (kept: KeptEntry) => boolean;
}

/** @throws {PvgError} `usage` */
export async function chooseLines(context: Context, filters: JournalFilters): Promise<ChosenLines> {
  const { player, since, until } = filters;
  const nowMs = context.clock.now();
  const sinceMs = since === undefined ? undefined : readWhen('--since', since, nowMs).startMs;
  const untilMs = until === undefined ? Infinity : readWhen('--until', until, nowMs).endMs;
  if (sinceMs !== undefined && untilMs < sinceMs) {
    throw new PvgError('usage', '--until is before --since: the time ends before it begins.', {
      hint: 'Example: `--since 2026-11-01 --until 2026-11-30`.',
    });
  }
  const players = player === undefined ? undefined : await playerIds(context, player.trim());
  const outcomes = filters.outcome?.map((id) => id.trim().toLowerCase());
  const wanted: WantedLines = { ...filters, untilMs, players, outcomes };
  return {
    sinceMs,
    // The filter that fits the fewest lines comes first in `textsOf`; `mayBeChosen` applies all of them.
    containing: textsOf(wanted)[0],
    mayBeChosen: lineFilter(wanted),
    isChosen: (kept) => isWantedLine(kept, wanted),
  };
}

interface WantedLines extends Pick<
  JournalFilters,
  'case' | 'profile' | 'person' | 'ignoresPersonCase'
> {
  readonly untilMs: number;
  readonly players: readonly string[] | undefined;
  /** In lower case. */
  readonly outcomes: readonly string[] | undefined;
}

function isWantedLine(kept: KeptEntry, wanted: WantedLines): boolean {
  const { case: caseId, profile, person, players, outcomes, untilMs } = wanted;
  return (
    (caseId === undefined || isOfCase(kept, caseId)) &&
    (profile === undefined || kept.profile === profile) &&
    Date.parse(kept.at) <= untilMs &&
    (outcomes?.some((outcome) => hasOutcome(kept, outcome)) ?? true) &&
    (person === undefined || isByPerson(kept, person, wanted.ignoresPersonCase)) &&
    (players?.includes(kept.player ?? '') ?? true)
  );
}

/** With more outcomes than this, lines are not searched for them as texts: each line is parsed. */
const mostOutcomes = 10;

/** One list for each filter: a line must have one of the texts of each list. The list that fits the fewest lines comes first. */
function textsOf({ case: caseId, players, outcomes, person, profile }: WantedLines): string[][] {
  const texts = outcomes === undefined ? [] : nonEmptyTexts(...outcomes.map(keptTextOf));
  // The words of some outcomes, such as `never answered`, stand in no line: then lines are not searched for outcomes.
  const canSearch = outcomes !== undefined && texts.length === outcomes.length;
  const searchable = canSearch && texts.length <= mostOutcomes ? texts : undefined;
  const persons = person === undefined ? undefined : [userPart(person)];
  const cases = caseId === undefined ? undefined : [caseId];
  const profiles = profile === undefined ? undefined : [profile];
  const lists = [cases, players, searchable, persons, profiles];
  return lists.filter((list) => list !== undefined).map((list) => [...list]);
}

/** Makes the function that says of a line that is not parsed yet whether it may be wanted. */
function lineFilter(wanted: WantedLines): (line: string) => boolean {
  const lists = textsOf(wanted).map((texts) => texts.map((text) => inWrittenForm(text.trim())));
  const until = wanted.untilMs === Infinity ? undefined : new Date(wanted.untilMs).toISOString();
  return (line) => {
    if (until !== undefined && !isNotAfter(line, until)) return false;
    if (lists.length === 0) return true;
    const lowerLine = line.toLowerCase();
    return lists.every((texts) => texts.some((text) => lowerLine.includes(text)));
  };
}

/** Whether a line was written at this time or before. The times of the journal are all written alike, so they compare as texts. */
function isNotAfter(line: string, until: string): boolean {
  const time = timeText(line, 'at');
  return time === undefined || time <= until;
}

/** Whether a line belongs to a case. The line of a move belongs to both the old case and the new one. */
export function isOfCase(kept: KeptEntry, caseId: string): boolean {
  return isMovedAway(kept, caseId) || matchesTypedName(kept.case, caseId);
}

/** Whether a line is the move of other lines from this case to another one. */
export function isMovedAway(kept: KeptEntry, caseId: string): boolean {
  return kept.command === 'move' && matchesTypedName(kept.moved_from, caseId);
}

function isByPerson(kept: KeptEntry, person: string, ignoresCase = false): boolean {
  const text = person.trim();
  return personNames(kept).some((name) =>
    ignoresCase ? matchesTypedName(name, text) : name === text,
  );
}
