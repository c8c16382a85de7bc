import type { Context } from '../../context.js';
import type { GlobalOptions } from '../../input/options.js';
import { isAboutSame, isFoundBy, isMistyped, isNamed, keyTexts, namesFor } from '../journal/calls.js';
import { openVerify } from '../journal/earlier.js';
import type { JournalEntry, ReplyEntry } from '../journal/entry.js';
import { readJournal, requireJournal, type Journal } from '../journal/journal.js';
import { playerIds } from '../journal/player-key.js';
import { toneOf } from './tone.js';

/** What a report is about: the purchases and players of one case, or one of them, from the calls of that case alone. */
export interface Case {
  readonly id: string | null;
  readonly subjects: readonly Subject[];
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
  readonly replies: readonly ReplyEntry[];
  /** About the same purchases and players, but of another case, profile or environment. */
  readonly elsewhere: readonly JournalEntry[];
  /** How many more purchases and players the case has. */
  readonly more: number;
  readonly incomplete: string | undefined;
}

/** One purchase or one player, asked with one profile. */
export interface Subject {
  /** The call whose answer is shown. */
  readonly entry: JournalEntry;
  /** Oldest first. */
  readonly calls: readonly JournalEntry[];
}

export type Wanted =
  | { readonly by: 'case'; readonly name: string }
  /** An order id, the id of a call, a fingerprint or a case. */
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'last' };

type Read = Pick<Journal, 'calls' | 'own' | 'replies' | 'incomplete'>;

/** Searches the journal, and then what it has of the same purchases. undefined if it has nothing of it. */
export async function findCase(
  context: Context,
  globals: GlobalOptions,
  wanted: Wanted,
): Promise<Case | undefined> {
  const names = wanted.by === 'last' ? undefined : await namesOf(context, wanted.name);
  const first = await requireJournal(context, globals, { containing: names });
  if (names === undefined || first.calls.length === 0) return selectCase(first, wanted, names);
  const cases = first.calls.flatMap((call) => call.case ?? []);
  const containing = [...names, ...new Set(cases), ...keyTexts(first.calls)];
  return selectCase(await readJournal(context, { containing }), wanted, names);
}

export const namesOf = async (context: Context, typed: string): Promise<string[]> =>
  namesFor(typed, await playerIds(context, typed.trim()));

export function selectCase(journal: Read, wanted: Wanted, names: readonly string[] = []): Case | undefined {
  const ofCase = (name: string): Case | undefined =>
    caseOf(
      journal,
      journal.calls.filter((call) => isNamed(call.case, name)),
      name,
    );
  if (wanted.by === 'case') return ofCase(wanted.name);
  const isFound = isFoundBy(names);
  const found = wanted.by === 'last' ? journal.own : journal.calls.filter(isFound);
  const call = found.findLast(({ command }) => command !== 'batch');
  if (call === undefined) return wanted.by === 'last' ? undefined : ofReply(journal, isFound);
  if (wanted.by === 'name' && isNamed(call.case, wanted.name)) return ofCase(wanted.name);
  const around = caseAround(journal, call, 'its own');
  const isItself = wanted.by === 'last' || isNamed(call.id, wanted.name);
  return isItself ? around : { ...around, subjects: subjectsIn(around.subjects[0]?.calls ?? []) };
}

/** The player got a reply, but nobody made a call. */
function ofReply(journal: Read, isFound: (reply: ReplyEntry) => boolean): Case | undefined {
  const reply = journal.replies.findLast(isFound);
  return reply && { ...noCase, id: reply.case, replies: [reply], incomplete: journal.incomplete };
}

const noCase = { subjects: [], calls: [], elsewhere: [], more: 0 } as const;

/** For one call, which need not be in the journal. `whole`: with the other purchases and players of its case. */
export function caseAround(journal: Read, call: JournalEntry, extent: 'its own' | 'whole'): Case {
  const isKnown = journal.calls.some(({ id }) => id === call.id);
  const all = isKnown ? journal.calls : [...journal.calls, call];
  const ofCase = all.filter((each) =>
    call.case === null ? each.case === null && keyOf(each) === keyOf(call) : isNamed(each.case, call.case),
  );
  const found = caseOf(journal, ofCase, call.case);
  const isIts = ({ calls }: Subject): boolean => calls.some(({ id }) => id === call.id);
  const its = { entry: call, calls: found?.subjects.find(isIts)?.calls ?? [call] };
  const rest = (found?.subjects ?? []).filter((each) => !isIts(each));
  if (found !== undefined && extent === 'whole') return { ...found, subjects: [its, ...rest] };
  return {
    id: call.case,
    subjects: [its],
    calls: its.calls,
    replies: repliesTo(journal, its.calls, call.case),
    elsewhere: elsewhereOf(all, its.calls),
    more: rest.length,
    incomplete: journal.incomplete,
  };
}

function caseOf(journal: Read, given: readonly JournalEntry[], id: string | null): Case | undefined {
  const calls = withoutDemo(given.filter(({ command }) => command !== 'batch'));
  const replies = repliesTo(journal, calls, id);
  if (calls.length + replies.length === 0) return undefined;
  return {
    id: calls.at(-1)?.case ?? replies.at(-1)?.case ?? id,
    subjects: subjectsIn(calls),
    ...{ calls, replies, elsewhere: elsewhereOf(journal.calls, calls), more: 0 },
    incomplete: journal.incomplete,
  };
}

/** What was tried with the emulator says nothing about a real ticket. */
export const withoutDemo = (calls: readonly JournalEntry[]): readonly JournalEntry[] => {
  const real = calls.filter(({ origin }) => origin !== 'local');
  return real.length > 0 ? real : calls;
};

/** A demo call is listed beside demo calls only. */
const elsewhereOf = (all: readonly JournalEntry[], own: readonly JournalEntry[]): JournalEntry[] => {
  const ids = new Set(own.map(({ id }) => id));
  return all.filter(
    (call) =>
      !ids.has(call.id) &&
      own.some((each) => isAboutSame(each, call) && (each.origin === 'local') === (call.origin === 'local')),
  );
};

/** To these calls, or to their case: that may be about several purchases, and a reply may name another one. */
export const repliesTo = (
  { replies }: Pick<Read, 'replies'>,
  calls: readonly JournalEntry[],
  id: string | null,
): readonly ReplyEntry[] =>
  replies.filter(
    (reply) =>
      calls.some((call) => reply.call === call.id) ||
      (id !== null &&
        isNamed(reply.case, id) &&
        (reply.call === null || calls.some((call) => isAboutSame(reply, call)))),
  );

/** What a call is about, and with which profile. A request whose receipt is not known is only the same as itself. */
const keyOf = (call: JournalEntry): string => {
  const { profile, origin, environment, receipt, player, request_sha256: request, id } = call;
  return JSON.stringify([profile, origin, environment, receipt ?? player ?? request ?? id]);
};

const urgency = ['bad', 'careful', 'good'];

/** The most urgent first, then the newest. */
function subjectsIn(calls: readonly JournalEntry[]): Subject[] {
  const groups = new Map<string, JournalEntry[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  const rank = ({ entry }: Subject): number => urgency.indexOf(toneOf(entry));
  return [...groups.values()]
    .map((its) => ({ entry: tellingIn(its), calls: its }))
    .sort((one, other) => rank(one) - rank(other) || Date.parse(other.entry.at) - Date.parse(one.entry.at));
}

/**
 * The newest call that says something: a verify with an unknown outcome does. A failure that may be a mistyped word tells
 * only if nothing else does; an answer about another order than the ticket's is no such failure.
 */
function tellingIn(calls: readonly JournalEntry[]): JournalEntry {
  const told =
    calls.findLast((call) => call.verdict !== null && (call.exit === 0 || !isMistyped(call, calls))) ??
    calls.findLast(({ verdict }) => verdict !== null);
  const open = openVerify(calls);
  const isNewer = open !== undefined && (told === undefined || calls.indexOf(open) > calls.indexOf(told));
  return (isNewer ? open : told) ?? (calls.at(-1) as JournalEntry);
}
