import type { CellMood, PrintedTable } from '../../output/command-result.js';
import { counted, nonEmptyTexts } from '../../text/sentences.js';
import { isoTime, localTime, shortAge, type TimeStyle } from '../../text/times.js';
import type { Fact } from '../../wording/description.js';
import {
  callerName,
  factIfValue,
  isCalledBy,
  orderLines,
  orderWords,
  shownPrint,
  toneOf,
  type Caller,
} from './calls.js';
import { isCall, isReply, type KeptEntry } from './entry.js';
import { moveWords, outcomeId, outcomeWords, replyWords } from './outcome-words.js';

/** Lines of the journal for people, in the order in which they are given. */

/** What a person reads of one line. */
interface EntryWords {
  readonly when: string;
  readonly call: string;
  readonly outcome: string;
  /** The order id, else a fingerprint. */
  readonly about: string | null;
  readonly profile: string | null;
  readonly product: string | null;
  readonly ticket: string | null;
  readonly by: string | null;
  readonly id: string;
}

/**
 * One line of the screen for each line of the journal: how old it is, what came out, about what, for which ticket, and who.
 * A further order has a line of its own, because the cut of the first one would leave a part of its id.
 */
export function journalTable(
  entries: readonly KeptEntry[],
  style: TimeStyle,
  account: Caller,
): PrintedTable {
  const hasSeveralProfiles = new Set(entries.map(({ profile }) => profile)).size > 1;
  const rows = entries.flatMap((entry) => {
    const [order = '', ...otherOrders] = orderLines(entry);
    const row = [
      shortAge(Date.parse(entry.at), style.nowMs),
      outcomeId(entry),
      aboutWords(entry, order, hasSeveralProfiles),
      entry.case ?? '',
      entry.user ?? entry.host ?? '',
    ];
    return [row, ...shownOrders(otherOrders).map((words) => ['', '', words, '', ''])];
  });
  return {
    head: ['Age', 'Outcome', 'About', 'Ticket', 'Who'],
    rows,
    lines: linesWithPerson(entries, style, account),
    cutColumn: 2,
    cellMoods: outcomeMoods(entries),
  };
}

/** Further orders below a line; more are in `journal show`. */
const mostOrders = 4;

function shownOrders(orders: readonly string[]): readonly string[] {
  if (orders.length <= mostOrders) return orders;
  const shown = orders.slice(0, mostOrders - 1);
  return [...shown, `and ${counted(orders.length - shown.length, 'further order')}`];
}

/** The lines of one ticket: what each is about comes last, where it has room for all of a note or a refusal. */
export function ticketTable(
  entries: readonly KeptEntry[],
  style: TimeStyle,
  account: Caller,
): PrintedTable {
  const hasSeveralProfiles = new Set(entries.map(({ profile }) => profile)).size > 1;
  const rows = entries.map((entry) => [
    shortAge(Date.parse(entry.at), style.nowMs),
    outcomeId(entry),
    entry.user ?? entry.host ?? '',
    entry.command === 'move'
      ? moveWords(entry)
      : aboutWords(entry, orderWords(entry), hasSeveralProfiles),
  ]);
  return {
    head: ['Age', 'Outcome', 'Who', 'About'],
    rows,
    lines: linesWithPerson(entries, style, account),
    cellMoods: outcomeMoods(entries),
  };
}

function outcomeMoods(entries: readonly KeptEntry[]): CellMood[] {
  return entries.map((entry) => ({ text: outcomeId(entry), mood: moodOf(entry) }));
}

/** What a line is about, the most telling first: a narrow screen has no room for the rest. */
function aboutWords(entry: KeptEntry, orders: string, hasSeveralProfiles: boolean): string {
  const { receipt, player, profile } = entry;
  const subject = orders || shownPrint(receipt ?? player);
  const shownProfile = hasSeveralProfiles ? profile : null;
  if (isCall(entry)) {
    return nonEmptyTexts(subject, entry.product, entry.command, shownProfile).join(', ');
  }
  if (isReply(entry)) return nonEmptyTexts(replyWords(entry), subject, shownProfile).join(', ');
  if (entry.command === 'note') return entry.text ?? '';
  if (entry.command === 'refusal') return nonEmptyTexts(subject, entry.text).join(', ');
  return `from ${entry.moved_from ?? 'no ticket'}: ${entry.call ?? entry.text ?? ''}`;
}

/** Only calls have an outcome; a paste that was refused still has to be looked up. */
function moodOf(entry: KeptEntry): CellMood['mood'] {
  if (isCall(entry)) return toneOf(entry);
  return entry.command === 'refusal' ? 'careful' : 'plain';
}

/** Up to three rows for each line: its id and its place have labels, because the heading is that of the first row. */
export function journalDetailsTable(
  entries: readonly KeptEntry[],
  style: TimeStyle,
  account: Caller,
): PrintedTable {
  const words = entryWords(entries, style, account);
  const blankRow = ['', '', ''];
  const rows = words.flatMap((entry, index) => {
    const { when, call, outcome, about, profile, product, ticket, id } = entry;
    const details = nonEmptyTexts(
      profile && `profile ${profile}`,
      product && `product ${product}`,
      ticket && `ticket ${ticket}`,
      entry.by && `by ${entry.by}`,
    );
    const rowsOfEntry = [
      [when, call, outcome],
      [`id ${id}`, '', details.join(', ')],
      ...(about === null ? [] : [[`about ${about}`, '', '']]),
    ];
    return index === 0 ? rowsOfEntry : [blankRow, ...rowsOfEntry];
  });
  return {
    head: ['when', 'call', 'outcome'],
    rows,
    lines: words.map(namedValues),
  };
}

function entryWords(
  entries: readonly KeptEntry[],
  style: TimeStyle,
  account: Caller,
): EntryWords[] {
  // With a team's folder it matters who it was.
  const isTeam = entries.some((entry) => !isCalledBy(entry, account));
  return entries.map((entry) => ({
    when: timeWords(entryTime(entry, style), entry, style),
    call: entry.command,
    outcome: outcomeWords(entry),
    about: orderWords(entry) || shownPrint(entry.receipt ?? entry.player),
    profile: entry.profile ?? (entry.environment && `(${entry.environment})`),
    product: isCall(entry) ? entry.product : null,
    ticket: entry.case,
    by: isTeam ? callerName(entry) : null,
    id: entry.id,
  }));
}

/** A narrow screen has the person of each line, as the table has: also where all lines are one’s own. */
function linesWithPerson(
  entries: readonly KeptEntry[],
  style: TimeStyle,
  account: Caller,
): Fact[][] {
  const words = entryWords(entries, style, account);
  const people = entries.map(callerName);
  return words.map((each, index) => namedValues({ ...each, by: people[index] ?? null }));
}

function namedValues(words: EntryWords): Fact[] {
  return Object.entries(words).flatMap(([label, value]: [string, string | null]) =>
    factIfValue(label, value),
  );
}

function entryTime(entry: KeptEntry, { timeZone }: TimeStyle): string {
  const atMs = Date.parse(entry.at);
  const utc = isoTime(atMs - (atMs % 1000));
  return localTime(atMs, timeZone) ?? utc;
}

/** The clock is wrong, or that of the computer that wrote it. */
function timeWords(time: string, entry: KeptEntry, { nowMs }: TimeStyle): string {
  const isInFuture = Date.parse(entry.at) > nowMs + 60_000;
  return isInFuture ? `${time} (in the future)` : time;
}
