import type { Command } from 'commander';
import type { Context } from '../context.js';
import { entryOutcome, isFoundBy, matchesTypedName, toneOf } from '../support/journal/calls.js';
import type { EntryVerdict } from '../support/journal/entry-answer.js';
import { isCall, isEntryId, type JournalEntry, type KeptEntry } from '../support/journal/entry.js';
import { withLaterVerify } from '../support/journal/earlier-calls.js';
import { callsAbout, requireNewest } from '../support/journal/journal.js';
import { isKnownOutcome } from '../support/journal/known-outcomes.js';
import { hasOutcome, keptTextOf } from '../support/journal/outcome-words.js';
import type { JournalLine } from '../support/journal/newest-first.js';
import { showingPeople } from '../support/journal/people.js';
import { offWords } from '../support/journal/places.js';
import { isAnswerAbout, mistakenWords } from '../support/journal/order-answers.js';
import { replySituation } from '../support/replies/situations.js';
import { namesOf } from '../support/report/case.js';
import { PvgError } from '../failure.js';
import { InputReader, decodeInput } from '../input/bytes.js';
import { orderIdIn } from '../input/pasted/look-alikes.js';
import { addExamples, globalOptions } from '../input/options.js';
import type { TypedFlags, GlobalOptions } from '../input/options.js';
import { commandResult, type CommandResult, type FinishCommand } from '../output/command-result.js';
import type { Printable } from '../text/json/json.js';
import { toPlainData } from '../text/json/parse.js';
import { counted, joinSentences } from '../text/sentences.js';
import { replyLine } from '../text/reply-line.js';
import { optionWords } from '../text/shell.js';
import { bansOfVerdict, caveatOf } from '../wording/verdict.js';
import {
  cutAt,
  journalDetails,
  journalJson,
  limitOf,
  olderNotes,
  showCommand,
} from './journal-lines.js';

export function registerJournalFind(
  command: Command,
  context: Context,
  finish: FinishCommand,
): void {
  const find = command
    .command('find <what>')
    .description(
      'find calls, replies and notes by order id, fingerprint, ticket, username, product, outcome, words of a note or receipt (@file or -)',
    );
  addExamples(find, ['pvg journal find GPA.1234-5678-9012-34567', 'pvg journal find TICKET-4711']);
  find
    .option('--limit <n>', 'how many to show, the newest first (default: 100)')
    .addHelpText(
      'after',
      '\nThe exit status is 0 even if nothing is found: verdict.id is `found` or `nothing-found`.\n' +
        'It sends nothing. Only the journal can find an Android purchase by its order id; the gateway cannot.',
    )
    .action(async (what: string, options: TypedFlags<'limit'>) =>
      finish(await runFind(context, globalOptions(find), { what, ...options })),
    );
}

async function runFind(
  context: Context,
  globals: GlobalOptions,
  { what, limit: typedLimit }: TypedFlags<'limit'> & { readonly what: string },
): Promise<CommandResult> {
  const limit = limitOf(typedLimit, 100);
  const { bytes } = await new InputReader(context).read('journal find', what);
  const wanted = decodeInput('journal find', bytes).replace(/\r?\n$/, '');
  if (wanted.trim() === '') {
    throw new PvgError('usage', 'The text to find is empty.', {
      hint: 'Use an order id, a fingerprint or a ticket.',
      nextCommand: 'pvg journal list',
    });
  }
  const names = await namesOf(context, wanted);
  const journal = await requireNewest(context, globals, {
    ...searchFor(wanted, names),
    most: limit + 1,
  });
  const { shown: matching, hasOlder } = cutAt(journal, limit);
  const found = matching.map(await showingPeople(context, matching));
  const answer = journalJson(journal, { shown: found, hasOlder });
  const [newest] = found;
  if (newest === undefined) {
    const nothing = `The journal has no line that matches${offWords(context)}.`;
    const says = joinSentences(journal.incomplete, nothing);
    const orderId = orderIdIn(wanted);
    const next = orderId === undefined ? whatToCheck(wanted) : askForReceipt;
    const forReceipt = optionWords({ '--for': 'need-receipt', '--order-id': orderId });
    const nextCommand = orderId === undefined ? 'pvg journal list' : replyLine([], forReceipt);
    return commandResult('journal find', {
      verdict: { id: 'nothing-found', says, next },
      answer: { ...answer, newest_answer: null },
      view: { headline: says, mood: 'careful', notes: [next], nextCommand },
    });
  }
  const newestCall = found.find(isCall);
  // What it said may be overtaken by a verify for another ticket.
  const call =
    newestCall && withLaterVerify(newestCall, await callsAbout(context, [newestCall]), context);
  const isMistaken = call !== undefined && isAboutOtherThan(call, wanted);
  const says = joinSentences(
    `The journal has ${hasOlder ? 'more than ' : ''}${counted(found.length, 'line')} about it.`,
    call && (isMistaken ? mistakenWords(call) : `The newest call: ${entryOutcome(call).says}`),
  );
  const next = showCommand(call ?? newest);
  const about = found.filter((line) => !isCall(line) || !isAboutOtherThan(line, wanted));
  return commandResult('journal find', {
    verdict: { id: 'found', says, next },
    answer: { ...answer, newest_answer: await newestAnswer(context, about) },
    view: {
      headline: says,
      mood: isMistaken ? 'careful' : 'good',
      caveat: isMistaken ? undefined : caveatOf(call?.verdict?.id),
      table: journalDetails(context, found),
      notes: olderNotes(hasOlder, limit),
      nextCommand: next,
    },
  });
}

/** Which lines somebody may mean by it. @param names by which a line is known */
function searchFor(wanted: string, names: readonly string[]) {
  const keptText = keptTextOf(wanted);
  const isFound = isFoundBy(names);
  const isText = isTicket(wanted.trim()) || !isName(wanted);
  return {
    containing: keptText === undefined ? undefined : [...names, keptText],
    isWanted: ({ kept }: JournalLine): boolean =>
      isFound(kept) ||
      hasOutcome(kept, wanted) ||
      isAboutProduct(kept, wanted) ||
      (isText && isInNote(kept, wanted)),
  };
}

/** It asked about the order that somebody looks for, and its answer is about another one. */
function isAboutOtherThan(call: JournalEntry, wanted: string): boolean {
  const orderId = orderIdIn(wanted);
  if (orderId === undefined || call.asked_order_ids.length === 0) return false;
  return call.verdict !== null && !isAnswerAbout(call, orderId);
}

/** The newest call that has a verdict, as it holds now, with the reply that fits; null if none has one. */
async function newestAnswer(context: Context, found: readonly KeptEntry[]): Promise<Printable> {
  const hasVerdict = (line: KeptEntry): line is JournalEntry =>
    isCall(line) && line.verdict !== null;
  const kept = found.find(hasVerdict);
  if (kept === undefined) return null;
  const call = withLaterVerify(kept, await callsAbout(context, [kept]), context);
  const { id, at: time, case: caseId, verdict } = call;
  return toPlainData({
    id,
    at: time,
    case: caseId,
    tone: toneOf(call),
    says: verdict?.says ?? '',
    who: verdict?.who ?? '',
    not: verdict === null ? '' : keptNot(verdict),
    next: verdict?.next ?? '',
    verdict: verdict?.id ?? '',
    situation: replySituation(call).situation ?? null,
  });
}

/** The journal keeps what nobody may do as the beginning of what to do. */
function keptNot({ id, next }: EntryVerdict): string {
  return bansOfVerdict(id).find((not) => next.includes(not)) ?? '';
}

/** Nothing else finds a purchase by the number in the player's e-mail, so this says whom to ask. */
const askForReceipt =
  'The gateway cannot find an Android purchase by its order id. Ask the game’s developers or the operator for the receipt (the purchase token) of this order. Then use `pvg lookup`. A row of `pvg batch` is in its results file alone.';
const checkSpelling =
  'Check the spelling: it must be a whole order id (GPA., then 4, 4, 4 and 5 digits), the 12 hex digits of a fingerprint, a username, the complete number of a ticket, or a number from Apple. For a look-up you need the receipt: ask the game’s developers for it.';

/** A look-up has no player, so a name is in the journal only if a session call had it. */
const playersKept =
  'If it is a player’s name: the journal keeps players of session calls only, and a look-up has none. Find a look-up by its order id, its fingerprint, its product or its ticket.';

/** It is one whether the journal has it or not. */
const noSuchOutcome =
  'It is an outcome, and no line has it. `pvg journal list --count --by outcome` counts those that the journal has.';

function isFingerprint(text: string): boolean {
  return /^(?:sha256:)?[0-9a-f]{12,64}$/i.test(text);
}

function isTicket(text: string): boolean {
  return /^[a-z]+-\d+$|^#?\d+$/i.test(text);
}

/** A note that names an order or a fingerprint is not about it. */
function isName(wanted: string): boolean {
  const text = wanted.trim();
  const isId = isEntryId(text) || isFingerprint(text) || isTicket(text);
  return isId || orderIdIn(text) !== undefined || isKnownOutcome(text);
}

/** A number in a note may be that of another system; a part of a longer one is not it. */
function isInNote(kept: KeptEntry, wanted: string): boolean {
  if (kept.command !== 'note') return false;
  const noteText = kept.text?.toLowerCase() ?? '';
  const word = wanted.trim().toLowerCase();
  if (!isTicket(word)) return noteText.includes(word);
  const parts = noteText.split(word);
  return parts.some((before, index) => {
    const after = parts[index + 1];
    return after !== undefined && !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
  });
}

function isAboutProduct(kept: KeptEntry, wanted: string): boolean {
  if (!isCall(kept)) return false;
  return [kept.product, kept.package].some((name) => matchesTypedName(name, wanted));
}

function whatToCheck(wanted: string): string {
  const text = wanted.trim();
  if (isKnownOutcome(text)) return noSuchOutcome;
  const isTooLong = text.length > longestPlayer || text.includes('\n');
  return isFingerprint(text) || isTicket(text) || isTooLong ? checkSpelling : playersKept;
}

const longestPlayer = 64;
