import type { Command } from 'commander';
import type { Context } from '../context.js';
import {
  entryOutcome,
  hasOrderEndingIn,
  isFoundBy,
  matchesTypedName,
} from '../support/journal/calls.js';
import { isCall, isEntryId, isRemark, type KeptEntry } from '../support/journal/entry.js';
import { withLaterVerify } from '../support/journal/earlier-calls.js';
import {
  callsForLaterVerify,
  requireNewest,
  type NewestLines,
} from '../support/journal/journal.js';
import { isKnownOutcome, outcomeInWords } from '../support/journal/known-outcomes.js';
import { hasOutcome, keptTextOf } from '../support/journal/outcome-words.js';
import type { JournalLine } from '../support/journal/newest-first.js';
import { createLineShower } from '../support/journal/people.js';
import { offWords } from '../support/journal/places.js';
import { personNames, userPart } from '../support/journal/spelling.js';
import { isMistakenAnswer, mistakenWords } from '../support/journal/order-answers.js';
import { namesOf } from '../support/report/case.js';
import { situationOfRefused } from '../support/replies/refused-situation.js';
import { PvgError } from '../failure.js';
import { InputReader, decodeInput } from '../input/bytes.js';
import {
  findOrderId,
  guessMisreadOrderId,
  isPartOfOrderId,
  readOrderIdEnd,
} from '../input/pasted/order-ids.js';
import {
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { commandResult, type CommandResult, type FinishCommand } from '../output/command-result.js';
import { foldLetters } from '../text/fold-letters.js';
import { counted, joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { replyLine } from '../text/reply-line.js';
import { optionWords } from '../text/shell.js';
import { withoutTicketMark } from '../text/ticket-mark.js';
import { hasWholeWord } from '../text/whole-word.js';
import { caveatOf } from '../wording/verdict.js';
import { foundAnswers } from './journal-answers.js';
import {
  cutLines,
  journalDetails,
  journalJson,
  readLimit,
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
      'find calls, replies and notes by order id, fingerprint, ticket, username, product, outcome, person who ran pvg, words of a note or receipt (@file or -)',
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
  const limit = readLimit(typedLimit, 100);
  const { bytes } = await new InputReader(context).read('journal find', what);
  const wanted = decodeInput('journal find', bytes).replace(/\r?\n$/, '');
  requireText(wanted);
  const journalNames = await namesOf(context, wanted);
  const journal = await searchLines(context, globals, { wanted, journalNames, limit });
  const { shown: matching, hasOlder } = cutLines(journal, limit);
  // For an assistant, this replaces the names of people in the lines.
  const found = matching.map(await createLineShower(context, matching));
  const answer = journalJson(journal, { shown: found, hasOlder });
  const [newest] = found;
  if (newest === undefined) {
    const says = `The journal has no line that matches${offWords(context)}.`;
    return nothingFound(wanted, { answer, says: joinSentences(journal.incomplete, says) });
  }
  const orderId = findOrderId(wanted);
  /** Whether a call asked about the wanted order, but its answer is about another one. */
  const isMistakenCall = (line: KeptEntry): boolean =>
    orderId !== undefined && isCall(line) && isMistakenAnswer(line, orderId);
  const linesAbout = found.filter((line) => !isMistakenCall(line));
  const newestCall = linesAbout.find(isCall) ?? found.find(isCall);
  // A later verify, also for another ticket, may have changed what the call said.
  const call =
    newestCall &&
    withLaterVerify(newestCall, await callsForLaterVerify(context, [newestCall]), context);
  const isMistaken = call !== undefined && isMistakenCall(call);
  const count = `${hasOlder ? 'more than ' : ''}${counted(found.length, 'line')}`;
  const says = joinSentences(
    `The journal has ${count} ${journal.isOfPerson ? 'of this person' : 'about it'}.`,
    call && (isMistaken ? mistakenWords(call) : `The newest call: ${entryOutcome(call).says}`),
  );
  const next = replyToRefusal(found) ?? showCommand(call ?? newest);
  return commandResult('journal find', {
    verdict: { id: 'found', says, next },
    answer: { ...answer, ...(await foundAnswers(context, linesAbout, wanted)) },
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

/** The reply that fits a refused text, if nothing was found but refusals for one ticket: no call and no reply. */
function replyToRefusal(found: readonly KeptEntry[]): string | undefined {
  const refusals = found.filter(isRemark).filter(({ command }) => command === 'refusal');
  const [newest] = refusals;
  const isOfOneTicket = new Set(found.map((line) => line.case)).size === 1;
  if (newest === undefined || refusals.length < found.length || !isOfOneTicket) return undefined;
  const situation = situationOfRefused(refusals);
  if (newest.case === null || situation === undefined) return undefined;
  return replyLine(unknownLanguages, optionWords({ '--for': situation, '--case': newest.case }));
}

/** The command for the reply gets a placeholder for the language. */
const unknownLanguages: readonly string[] = [];

interface NothingFound {
  /** The answer of a search that found nothing: its lists are empty. */
  readonly answer: ReturnType<typeof journalJson>;
  readonly says: string;
}

function nothingFound(wanted: string, { answer, says }: NothingFound): CommandResult {
  const next = findOrderId(wanted) === undefined ? whatToCheck(wanted) : askForReceipt;
  return commandResult('journal find', {
    verdict: { id: 'nothing-found', says, next },
    answer: { ...answer, newest_answer: null, answers: [], settled: [] },
    view: {
      headline: says,
      mood: 'careful',
      notes: [next],
      nextCommand: nextAfterNothing(wanted),
    },
  });
}

/** @throws {PvgError} `usage` */
function requireText(wanted: string): void {
  if (wanted.trim() !== '') return;
  throw new PvgError('usage', 'The text to find is empty.', {
    hint: 'Use an order id, a fingerprint or a ticket.',
    nextCommand: 'pvg journal list',
  });
}

/** Returns a search for the lines about a text. @throws {PvgError} `usage` if it is empty */
export async function searchAbout(context: Context, wanted: string) {
  requireText(wanted);
  const { containing, isWanted } = searchFor(wanted, await namesOf(context, wanted));
  return { containing, isWanted: ({ kept }: JournalLine) => isWanted(kept) };
}

interface WantedText {
  readonly wanted: string;
  /** The texts under which lines have what is wanted: for a receipt its fingerprint, for a player the keyed ids. */
  readonly journalNames: readonly string[];
  readonly limit: number;
}

/** The lines about the wanted text; without any, the lines of a person with this name; without these, other matches. */
async function searchLines(
  context: Context,
  globals: GlobalOptions,
  { wanted, journalNames, limit }: WantedText,
): Promise<NewestLines & { readonly isOfPerson: boolean }> {
  const search = searchFor(wanted, journalNames);
  const otherMatches: KeptEntry[] = [];
  const journal = await requireNewest(context, globals, {
    containing: search.containing,
    isWanted: ({ kept }) => {
      if (search.isWanted(kept)) return true;
      // Other matches are collected on the way, so that the journal is read only once: up to limit + 1, as `cutLines` needs them.
      const hasRoom = otherMatches.length <= limit;
      if (hasRoom && isOtherwiseMeant(context, kept, wanted)) otherMatches.push(kept);
      return false;
    },
    most: limit + 1,
  });
  if (journal.lines.length > 0) return { ...journal, isOfPerson: false };
  // An assistant gets no names of people.
  const linesOfPerson = context.assistant
    ? []
    : otherMatches.filter((kept) => isByPerson(kept, wanted));
  const isOfPerson = linesOfPerson.length > 0;
  return { ...journal, lines: isOfPerson ? linesOfPerson : otherMatches, isOfPerson };
}

function isByPerson(kept: KeptEntry, wanted: string): boolean {
  return personNames(kept).some((name) => matchesTypedName(name, wanted));
}

/** Whether the text means a line in another way: as its person (not for an assistant), an order id's end, or refusal words. */
function isOtherwiseMeant({ assistant }: Context, kept: KeptEntry, wanted: string): boolean {
  if (assistant === undefined && isByPerson(kept, wanted)) return true;
  if (hasOrderEndingIn(kept, readOrderIdEnd(wanted))) return true;
  if (kept.command !== 'refusal' || isName(wanted)) return false;
  return hasWholeWord(kept.text?.toLowerCase() ?? '', wanted.trim().toLowerCase());
}

/** Returns how to find the lines that a typed text may mean. @param journalNames as in `WantedText` */
function searchFor(typed: string, journalNames: readonly string[]) {
  const outcome = outcomeInWords(typed) ?? typed;
  const keptText = keptTextOf(outcome);
  const isFound = isFoundBy(journalNames);
  const maySearchNotes = isTicket(typed.trim()) || !isName(typed);
  // Lines are searched as texts. Only the last five digits of an order id have no hyphen between them: `GPA.1234-5678-9012-34567`.
  const orderIdEnd = readOrderIdEnd(typed)?.slice(-5);
  const texts = [...journalNames, userPart(typed), ...nonEmptyTexts(orderIdEnd)];
  if (maySearchNotes) texts.push(anyNote);
  return {
    // Only lines with one of these texts are parsed. An outcome whose words stand in no line has no such text, so then each
    // line is parsed (undefined).
    containing: keptText === undefined ? undefined : [...texts, keptText],
    isWanted: (kept: KeptEntry): boolean =>
      isFound(kept) ||
      hasOutcome(kept, outcome) ||
      matchesTypedName(kept.command, typed) ||
      isAboutProduct(kept, typed) ||
      (maySearchNotes && isInNote(kept, typed)),
  };
}

function nextAfterNothing(wanted: string): string {
  const orderId = findOrderId(wanted);
  if (orderId !== undefined) {
    const words = optionWords({ '--for': 'need-receipt', '--order-id': orderId });
    return replyLine(unknownLanguages, words);
  }
  const meant = guessMisreadOrderId(wanted);
  return meant === undefined ? 'pvg journal list' : `pvg journal find ${meant}`;
}

/** Says whom to ask for the receipt: without it, a purchase is found by the player's order number only in the journal. */
const askForReceipt =
  'The gateway cannot find an Android purchase by its order id. Ask the game’s developers or the operator for the receipt (the purchase token) of this order. Then use `pvg lookup`. A row of `pvg batch` is in its results file alone.';
const checkSpelling =
  'Check the spelling: it must be a whole order id (GPA., then 4, 4, 4 and 5 digits) or its last 5 digits or more, the 12 hex digits of a fingerprint, a username, the complete number of a ticket, or a number from Apple. For a look-up you need the receipt: ask the game’s developers for it.';

/** A look-up has no player, so a name is in the journal only if a session call had it. */
const playersKept =
  'If it is a player’s name: write it exactly as in the game, with its capital letters. The journal keeps players of session calls only, and a look-up has none. Find a look-up by its order id, its fingerprint, its product or its ticket.';

/** Said for a text that is an outcome which no line has. */
const noSuchOutcome =
  'It is an outcome, and no line has it. `pvg journal list --count --by outcome` counts those that the journal has.';

/** `3f9a1c0b2d4e`, which has 12 digits as pvg shows it, or the whole hash, with or without `sha256:`. */
function isFingerprint(text: string): boolean {
  return /^(?:sha256:)?[0-9a-f]{12,64}$/i.test(text);
}

/** `4711`, `#4711` or `TICKET-4711`. */
function isTicket(text: string): boolean {
  return /^(?:[a-z]+-)?\d+$/i.test(withoutTicketMark(text));
}

/** Whether a text is a name, such as an order id: a note that only mentions it is not about it. */
function isName(wanted: string): boolean {
  const text = wanted.trim();
  const isId = isEntryId(text) || isFingerprint(text) || isTicket(text);
  return isId || findOrderId(text) !== undefined || isKnownOutcome(text);
}

/** Every line of a note contains this. Notes are searched by it, because their words may be spelled differently. */
const anyNote = 'note';

/** Whether a note has all words, in any order. A number must be whole: a longer one may be of another system. */
function isInNote(kept: KeptEntry, wanted: string): boolean {
  if (kept.command !== 'note') return false;
  const noteText = foldLetters(kept.text ?? '');
  const words = foldLetters(withoutTicketMark(wanted));
  if (isTicket(words)) return hasWholeWord(noteText, words);
  return words.split(/\s+/).every((word) => noteText.includes(word));
}

function isAboutProduct(kept: KeptEntry, wanted: string): boolean {
  if (!isCall(kept)) return false;
  return [kept.product, kept.package].some((name) => matchesTypedName(name, wanted));
}

function whatToCheck(wanted: string): string {
  const text = wanted.trim();
  if (isKnownOutcome(outcomeInWords(text) ?? text)) return noSuchOutcome;
  const meant = guessMisreadOrderId(text);
  if (meant !== undefined) return `An order id begins with GPA. Did you mean ${meant}?`;
  if (isPartOfOrderId(text)) return checkSpelling;
  const isTooLong = text.length > longestPlayer || text.includes('\n');
  return isFingerprint(text) || isTicket(text) || isTooLong ? checkSpelling : playersKept;
}

/** A longer text is not taken for the name of a player. */
const longestPlayer = 64;
