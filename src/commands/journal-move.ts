import type { Command } from 'commander';
import { prepareJournal } from '../calls/connection.js';
import { refuseSecrets } from '../calls/pasted-secret.js';
import type { Context } from '../context.js';
import { isCalledBy, matchesTypedName } from '../support/journal/calls.js';
import { countKinds, kindWords, type KindCounts } from '../support/journal/counting.js';
import { isCall, isEntryId, type KeptEntry, type RemarkEntry } from '../support/journal/entry.js';
import { requireNewest } from '../support/journal/journal.js';
import { isMovedAway } from '../support/journal/choosing.js';
import { isOfSameTicket } from '../support/journal/other-ticket.js';
import { newRemark, writeJournalLines } from '../support/journal/writer.js';
import { PvgError } from '../failure.js';
import { caseOption } from '../input/case-option.js';
import {
  addExamples,
  globalOptions,
  type GlobalOptions,
  type TypedFlags,
} from '../input/options.js';
import { commandResult, type CommandResult, type FinishCommand } from '../output/command-result.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import { counted, joinWithAnd } from '../text/sentences.js';
import { toPlainData } from '../text/json/parse.js';
import { optionWithValue, optionWords, placeholder, shellLine } from '../text/shell.js';
import { withoutTicketMark } from '../text/ticket-mark.js';
import { requireCaseAndJournal } from './journal-writing.js';

/** Gives lines of the journal another ticket. Nothing is sent. */

export function registerJournalMove(
  command: Command,
  context: Context,
  finish: FinishCommand,
): void {
  const move = command
    .command('move [id]')
    .description('give a line of yours, or all of yours of a ticket, another ticket');
  addExamples(
    move,
    [
      'pvg journal move --last --case TICKET-4711',
      'pvg journal move TICKET-4171 --case TICKET-4711',
    ],
    'The examples need a call or a ticket in the journal.',
  );
  move
    .option(
      '--last',
      'your newest call with its replies; or what you wrote since for another ticket',
    )
    .addOption(caseOption('the right ticket'))
    .addHelpText(
      'after',
      '\nThe id is that of a call (its replies move with it), a reply, a note or a refused paste.\n' +
        'A ticket in its place moves everything that you kept with that ticket.\n' +
        'The move is a line of its own: both tickets show it.',
    )
    .action(async (id: string | undefined, options: TypedFlags<'case', 'last'>) => {
      const { case: typedCase, last = false } = options;
      const request = { what: id?.trim(), isLast: last, typedCase };
      return finish(await runMove(context, globalOptions(move), request));
    });
}

interface MoveRequest {
  /** The id of a line, or a ticket. */
  readonly what: string | undefined;
  readonly isLast: boolean;
  readonly typedCase: string | undefined;
}

async function runMove(
  context: Context,
  globals: GlobalOptions,
  { what, isLast, typedCase }: MoveRequest,
): Promise<CommandResult> {
  const caseId = requireCaseAndJournal(context, typedCase);
  if (isLast === (what !== undefined)) {
    throw new PvgError('usage', 'Use either an id, a ticket, or --last.', {
      hint: '`pvg journal list --json` and `pvg journal find` show the ids.',
      nextCommand: shellLine(['pvg', 'journal', 'move', '--last', '--case', caseId]),
    });
  }
  const isTicket = what !== undefined && !isEntryId(what);
  const moving = isTicket
    ? await linesOfTicket(context, globals, withoutTicketMark(what))
    : await lineWithReplies(context, globals, what ?? (await newestId(context, globals, caseId)));
  const { lines, first } = moving;
  if (matchesTypedName(first.case, caseId)) {
    throw new PvgError('usage', `This ${isTicket ? 'ticket' : 'line'} is ${caseId} already.`, {
      nextCommand: 'pvg journal list',
    });
  }
  await prepareJournal(context, globals);
  refuseSecrets(context, { ticket: caseId });
  const whatMoved = isTicket ? { text: counted(lines.length, 'line') } : callAndPlace(first);
  const subject = { command: 'move', case: caseId, moved_from: first.case } as const;
  const move = newRemark(context, { ...subject, ...whatMoved });
  // The line of the move comes last, because the time of a file's last line tells how old the file is.
  const newLines = [...lines.map((line) => movedLine(line, move)), move];
  const staying = await linesThatStay(context, globals, { lines, ticket: first.case });
  await writeJournalLines(context, newLines, (says) => printNote(context, evenIfQuiet, says));
  return commandResult('journal move', {
    answer: {
      move: toPlainData(move),
      lines: lines.length,
      stays: { own: { ...staying.own }, others: { ...staying.others } },
    },
    view: {
      headline: `Moved ${movedWords(lines)} from ${first.case ?? 'no ticket'} to ${caseId}.`,
      mood: 'good',
      notes: stayNotes(staying, first.case ?? '', caseId),
      nextCommand: shellLine(['pvg', 'report', ...optionWithValue('--case', caseId)]),
    },
  });
}

/** `3 lines`; a single line that is no call is named (`1 line (note)`), so that nobody moves it without seeing what it is. */
function movedWords(lines: readonly KeptEntry[]): string {
  const [only, ...others] = lines;
  const count = counted(lines.length, 'line');
  return only === undefined || isCall(only) || others.length > 0
    ? count
    : `${count} (${only.command})`;
}

function callAndPlace({ id, profile, environment }: KeptEntry) {
  return { call: id, profile, environment };
}

/** A line with its new ticket: it replaces the earlier line of the same id. */
function movedLine<Line extends KeptEntry>(
  line: Line,
  { at: time, case: caseId }: RemarkEntry,
): Line {
  return { ...line, case: caseId, moved_at: time, moved_from: line.case };
}

interface MovingLines {
  /** The lines to move: at least one. */
  readonly lines: readonly KeptEntry[];
  /** The line that was named, or the newest of the ticket. */
  readonly first: KeptEntry;
}

/** Whether a line can be moved. The line of a move cannot, because it tells what happened to its ticket. */
const canMove = ({ command }: KeptEntry): boolean => command !== 'move';

/** This user's lines of a ticket. @throws {PvgError} `not-in-journal`; `usage` if they were moved before */
async function linesOfTicket(
  context: Context,
  globals: GlobalOptions,
  ticket: string,
): Promise<MovingLines> {
  const { lines } = await requireNewest(context, globals, {
    containing: [ticket],
    onlyOwn: true,
    isWanted: ({ kept }) => canMove(kept) && matchesTypedName(kept.case, ticket),
    most: Infinity,
  });
  const [first] = lines;
  if (first !== undefined) return { lines, first };
  const { lines: moves } = await requireNewest(context, globals, {
    containing: [ticket],
    onlyOwn: true,
    isWanted: ({ kept }) => isMovedAway(kept, ticket),
    most: 1,
  });
  const movedTo = moves[0]?.case ?? null;
  if (movedTo === null) {
    throw nothingToMoveError('The journal has no line of yours for this ticket.');
  }
  throw new PvgError('usage', `What you kept with ${ticket} was moved to ${movedTo} already.`, {
    hint: 'There is nothing more to move.',
    nextCommand: shellLine(['pvg', 'report', ...optionWithValue('--case', movedTo)]),
  });
}

/**
 * The id of the line that `--last` means: the newest call, or a newer line that this user wrote for another ticket.
 *
 * @throws {PvgError} `not-in-journal`; `usage` after a move of a whole ticket
 */
async function newestId(context: Context, globals: GlobalOptions, caseId: string): Promise<string> {
  const { lines } = await requireNewest(context, globals, {
    onlyOwn: true,
    // A line that has the wanted ticket already is not the one to move.
    isWanted: ({ kept }) =>
      isCalledBy(kept, context.account) && !matchesTypedName(kept.case, caseId),
    most: 1,
  });
  const { lines: calls } = await requireNewest(context, globals, {
    onlyOwn: true,
    isWanted: ({ kept }) => isCall(kept),
    most: 1,
  });
  const [newest] = lines;
  const [call] = calls;
  const isNewerThanCall = newest !== undefined && (call === undefined || newest.at >= call.at);
  const line = isNewerThanCall ? newest : call;
  if (line === undefined) throw nothingToMoveError('The journal has no such line of yours.');
  // After a move, `--last` means the line that was moved.
  if (line.command === 'move') return line.call ?? refuseWholeTicket(line, caseId);
  // What was written for the ticket of the newest call belongs to that call, which is moved with its replies.
  return call !== undefined && isOfSameTicket(line, call) ? call.id : line.id;
}

function refuseWholeTicket({ case: movedTo }: KeptEntry, caseId: string): never {
  throw new PvgError('usage', 'The last move was of a whole ticket.', {
    hint: 'Move the ticket by its number.',
    nextCommand: shellLine([
      'pvg',
      'journal',
      'move',
      movedTo ?? placeholder('TICKET'),
      ...optionWords({ '--case': caseId }),
    ]),
  });
}

/** The line with this id. If it is a call, this user's replies to it are moved with it. */
async function lineWithReplies(
  context: Context,
  globals: GlobalOptions,
  id: string,
): Promise<MovingLines> {
  const { lines: found } = await requireNewest(context, globals, {
    containing: [id],
    onlyOwn: true,
    isWanted: ({ kept }) => matchesTypedName(kept.id, id),
    most: 1,
  });
  const [first] = found;
  if (first === undefined) throw nothingToMoveError('The journal has no such line of yours.');
  if (!canMove(first)) {
    throw new PvgError('usage', 'This line is itself a move.', {
      hint: 'Give the id of the line that it moved.',
      nextCommand: shellLine(['pvg', 'journal', 'show', first.id]),
    });
  }
  if (!isCall(first)) return { lines: [first], first };
  const { lines: replies } = await requireNewest(context, globals, {
    containing: [first.id],
    onlyOwn: true,
    isWanted: ({ kept }) => kept.command === 'reply' && kept.call === first.id,
    most: Infinity,
  });
  return { lines: [first, ...replies.filter((reply) => reply.case === first.case)], first };
}

function nothingToMoveError(says: string): PvgError {
  return new PvgError('not-in-journal', says, {
    hint: 'Only whoever wrote a line can move it. For a colleague’s call, add a note to both tickets: `pvg journal note`.',
    nextCommand: 'pvg journal list',
  });
}

interface StayingLines {
  /** The lines that this user wrote and can move. */
  readonly own: KindCounts;
  /** The lines that colleagues wrote. */
  readonly others: KindCounts;
}

interface LeftTicket {
  /** The lines that leave the ticket. */
  readonly lines: readonly KeptEntry[];
  readonly ticket: string | null;
}

/** Counts the lines that stay with the old ticket. */
async function linesThatStay(
  context: Context,
  globals: GlobalOptions,
  { lines, ticket }: LeftTicket,
): Promise<StayingLines> {
  if (ticket === null) return { own: countKinds([]), others: countKinds([]) };
  const moved = new Set(lines.map(({ id }) => id));
  const own: KeptEntry[] = [];
  const others: KeptEntry[] = [];
  await requireNewest(context, globals, {
    containing: [ticket],
    isWanted: ({ kept, isOwn }) => {
      const isOfTicket = canMove(kept) && matchesTypedName(kept.case, ticket);
      if (isOfTicket && !isOwn) others.push(kept);
      if (isOfTicket && isOwn && !moved.has(kept.id)) own.push(kept);
      // No line is wanted: the reading only counts, and goes on to the end.
      return false;
    },
    most: Infinity,
  });
  return { own: countKinds(own), others: countKinds(others) };
}

function stayNotes({ own, others }: StayingLines, ticket: string, caseId: string): string[] {
  const ownWords = kindWords(own);
  const otherWords = kindWords(others);
  const moveAll = shellLine(['pvg', 'journal', 'move', ticket, '--case', caseId]);
  const notes: string[] = [];
  if (ownWords.length > 0) {
    notes.push(`${ticket} still has ${joinWithAnd(ownWords)}. To move all: \`${moveAll}\`.`);
  }
  if (otherWords.length > 0) {
    const stay = `${joinWithAnd(otherWords)} of colleagues`;
    notes.push(`${ticket} keeps ${stay}: only whoever wrote a line can move it.`);
  }
  return notes;
}
