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

/** Tables of journal lines for people. The lines stay in the order in which they are given. */

/** What a person reads of one line. The names of these members are the labels on a narrow screen. */
interface EntryWords {
  readonly when: string;
  /** The command of the line; for a line that is no call `reply`, `note`, `move` or `refusal`. */
  readonly call: string;
  readonly outcome: string;
  /** The order id, or the fingerprint of the receipt or the player. */
  readonly about: string | null;
  readonly profile: string | null;
  readonly product: string | null;
  readonly ticket: string | null;
  readonly by: string | null;
  readonly id: string;
}

/**
 * One row for each line of the journal: its age, outcome, subject, ticket and person. Each further order id has a row of its
 * own, because a long cell is cut, and half an order id is of no use.
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
    // If the table is too wide, `About` is cut.
    cutColumn: 2,
    cellMoods: outcomeMoods(entries),
  };
}

/** The most further orders below a line; `journal show` has all of them. */
const mostOrders = 4;

function shownOrders(orders: readonly string[]): readonly string[] {
  if (orders.length <= mostOrders) return orders;
  const shown = orders.slice(0, mostOrders - 1);
  return [...shown, `and ${counted(orders.length - shown.length, 'further order')}`];
}

/** The lines of one ticket. `About` is the last column, where a whole note or refusal has room. */
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

/** What a line is about. The most important part comes first, because the end may be cut. */
function aboutWords(entry: KeptEntry, orders: string, hasSeveralProfiles: boolean): string {
  const { receipt, player, profile } = entry;
  const subject = orders || shownPrint(receipt ?? player) || batchInput(entry);
  const shownProfile = hasSeveralProfiles ? profile : null;
  if (isCall(entry)) {
    return nonEmptyTexts(subject, entry.product, entry.command, shownProfile).join(', ');
  }
  if (isReply(entry)) return nonEmptyTexts(replyWords(entry), subject, shownProfile).join(', ');
  if (entry.command === 'note') return entry.text ?? '';
  if (entry.command === 'refusal') return nonEmptyTexts(subject, entry.text).join(', ');
  return `from ${entry.moved_from ?? 'no ticket'}: ${entry.call ?? entry.text ?? ''}`;
}

/** The file that a batch read, without its folder: the value of its first fact. Null for every other line. */
function batchInput(entry: KeptEntry): string | null {
  if (!isCall(entry) || entry.command !== 'batch') return null;
  const [input] = entry.facts;
  return input?.value.split(/[/\\]/).at(-1) ?? null;
}

/** Only calls have a tone. A refused paste is `careful`, because its purchase still has to be looked up. */
function moodOf(entry: KeptEntry): CellMood['mood'] {
  if (isCall(entry)) return toneOf(entry);
  return entry.command === 'refusal' ? 'careful' : 'plain';
}

/** Up to three rows for each line. Only the first row fits the heading, so the values in the others have labels: `id …`, `profile …`. */
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
    lines: linesWithPerson(entries, style, account),
  };
}

function entryWords(
  entries: readonly KeptEntry[],
  style: TimeStyle,
  account: Caller,
): EntryWords[] {
  // The person is only shown if there are lines of several people.
  const isTeam = entries.some((entry) => !isCalledBy(entry, account));
  return entries.map((entry) => ({
    when: timeWords(entryTime(entry, style), entry, style),
    call: entry.command,
    outcome: outcomeWords(entry),
    about: orderWords(entry) || shownPrint(entry.receipt ?? entry.player) || batchInput(entry),
    profile: entry.profile ?? (entry.environment && `(${entry.environment})`),
    product: isCall(entry) ? entry.product : null,
    ticket: entry.case,
    by: isTeam ? callerName(entry) : null,
    id: entry.id,
  }));
}

/** The lines as a narrow screen shows them. Each has its person, as in the table, also if all lines are the user’s own. */
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

/** Two clocks may differ by this much without a mark. */
const toleratedMs = 60_000;

/** Marks a time in the future: this computer’s clock is wrong, or that of the computer that wrote the line. */
function timeWords(time: string, entry: KeptEntry, { nowMs }: TimeStyle): string {
  const isInFuture = Date.parse(entry.at) > nowMs + toleratedMs;
  return isInFuture ? `${time} (in the future)` : time;
}
