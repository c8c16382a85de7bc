import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import type { Tone } from '../../output/page.js';
import { shellLine } from '../../text/shell.js';
import { isAboutSame, isFoundBy, isMistyped, isNamed, namesFor } from '../journal/calls.js';
import { openVerify } from '../journal/earlier.js';
import type { JournalEntry, ReplyEntry } from '../journal/entry.js';
import { readJournal, requireJournal, type Journal } from '../journal/journal.js';
import { playerIds } from '../journal/folder.js';

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
  /** A name is an order id, the id of a call, a fingerprint or a case. */
  { readonly by: 'case' | 'name'; readonly name: string } | { readonly by: 'last' };

type Read = Pick<Journal, 'calls' | 'own' | 'replies' | 'incomplete'>;

/** undefined if the journal has nothing of it. @throws {PvgError} `not-in-journal` for a run of a batch */
export async function findCase(
  context: Context,
  globals: GlobalOptions,
  wanted: Wanted,
): Promise<Case | undefined> {
  if (wanted.by === 'last') return selectCase(await requireJournal(context, globals), wanted);
  const names = await namesOf(context, wanted.name);
  const { around, found } = await readAround(context, globals, names);
  const selected = selectCase(around, wanted, names);
  const run = found.findLast((call) => !isSingle(call));
  if (selected !== undefined || run === undefined) return selected;
  const output = run.facts.find((each) => each.id === 'output-file')?.value ?? 'its output file';
  throw new PvgError('not-in-journal', `This is a run of \`pvg batch\`: its rows are in ${output}.`, {
    hint: 'A report is about single calls. For a row, look up the purchase with `pvg lookup … --report evidence.html`.',
    nextCommand: shellLine(['pvg', 'journal', 'show', run.id]),
  });
}

/** The calls with one of these names, and everything about the same purchases, players and cases. */
export async function readAround(
  context: Context,
  globals: GlobalOptions,
  names: readonly string[],
): Promise<{ readonly found: readonly JournalEntry[]; readonly around: Journal }> {
  const journal = await requireJournal(context, globals, names);
  const found = journal.calls.filter(isFoundBy(names));
  if (found.length === 0) return { found, around: journal };
  const more = found.flatMap(({ case: caseId, receipt, player }) => [caseId, receipt, player]);
  const containing = new Set([...names, ...more.filter((each) => each !== null)]);
  return { found, around: await readJournal(context, [...containing]) };
}

export const namesOf = async (context: Context, typed: string): Promise<string[]> =>
  namesFor(typed, await playerIds(context, typed.trim()));

export function selectCase(journal: Read, wanted: Wanted, names: readonly string[] = []): Case | undefined {
  if (wanted.by === 'last') {
    const last = journal.own.findLast(isSingle);
    return last && caseAround(journal, last, 'its own');
  }
  const { name } = wanted;
  const isFound = isFoundBy(names);
  const calls = journal.calls.filter((call) => isFound(call) && isSingle(call));
  // What another ticket mistyped is not what an order id is about.
  const call = calls.findLast((each) => !isMistyped(each, calls)) ?? calls.at(-1);
  if (wanted.by === 'case' || isNamed(call?.case ?? null, name)) {
    const ofCase = journal.calls.filter((each) => isNamed(each.case, name));
    const found = caseOf(journal, ofCase, name);
    return found.calls.length + found.replies.length === 0 ? undefined : found;
  }
  if (call === undefined) {
    // The player may have got a reply without a call.
    const reply = journal.replies.findLast(isFound);
    return reply && { ...caseOf(journal, [], reply.case), replies: [reply] };
  }
  const around = caseAround(journal, call, 'its own');
  return isNamed(call.id, name) ? around : { ...around, subjects: subjectsIn(around.calls) };
}

/** For one call, which need not be in the journal. `whole`: with the other purchases and players of its case. */
export function caseAround(journal: Read, call: JournalEntry, extent: 'its own' | 'whole'): Case {
  const isKnown = journal.calls.some(({ id }) => id === call.id);
  const all = { ...journal, calls: isKnown ? journal.calls : [...journal.calls, call] };
  const ofCase = all.calls.filter((each) =>
    call.case === null ? each.case === null && keyOf(each) === keyOf(call) : isNamed(each.case, call.case),
  );
  const whole = caseOf(all, ofCase, call.case);
  const isIts = ({ calls }: Subject): boolean => calls.some(({ id }) => id === call.id);
  const its = { entry: call, calls: whole.subjects.find(isIts)?.calls ?? [call] };
  const rest = whole.subjects.filter((each) => !isIts(each));
  if (extent === 'whole') return { ...whole, subjects: [its, ...rest] };
  return { ...caseOf(all, its.calls, call.case), subjects: [its], more: rest.length };
}

/** Of a run of a batch the rows are elsewhere. */
const isSingle = ({ command }: JournalEntry): boolean => command !== 'batch';

function caseOf(journal: Read, given: readonly JournalEntry[], name: string | null): Case {
  const calls = withoutDemo(given.filter(isSingle));
  const replies = repliesTo(journal, calls, name);
  const elsewhere = elsewhereOf(journal.calls, calls);
  const id = calls.at(-1)?.case ?? replies.at(-1)?.case ?? name;
  return {
    id,
    subjects: subjectsIn(calls),
    calls,
    replies,
    elsewhere,
    more: 0,
    incomplete: journal.incomplete,
  };
}

/** What was tried with the emulator says nothing about a real ticket. */
export const withoutDemo = (calls: readonly JournalEntry[]): readonly JournalEntry[] => {
  const real = calls.filter(({ origin }) => origin !== 'local');
  return real.length > 0 ? real : calls;
};

/** A demo call is listed beside demo calls only. */
const elsewhereOf = (all: readonly JournalEntry[], own: readonly JournalEntry[]): JournalEntry[] =>
  all.filter(
    (call) =>
      own.every(({ id }) => id !== call.id) &&
      own.some((each) => isAboutSame(each, call) && (each.origin === 'local') === (call.origin === 'local')),
  );

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

/** How a report marks a call. */
export function toneOf({ phase, exit, advice, anomalies, verdict, command, attempts }: JournalEntry): Tone {
  // A guard of pvg stopped it before anything was sent.
  const isStopped = command === 'verify' && phase !== 'sent' && attempts === 0 && (exit === 7 || exit === 13);
  if (isStopped) return 'careful';
  if (phase === 'sent' || exit !== 0) return 'bad';
  if (verdict?.id === 'not-completed') return 'careful';
  return anomalies.length === 0 && (advice === 'none' || advice === 'grant') ? 'good' : 'careful';
}

const urgency: readonly Tone[] = ['bad', 'careful', 'good'];

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
