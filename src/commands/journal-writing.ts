import type { Command } from 'commander';
import { openJournal } from '../calls/connection.js';
import type { Context } from '../context.js';
import { matchesTypedName } from '../support/journal/calls.js';
import { isCall, isRemark, type JournalEntry, type ReplyEntry } from '../support/journal/entry.js';
import { requireNewest } from '../support/journal/journal.js';
import { isOff } from '../support/journal/places.js';
import { newRemark, writeJournalLines } from '../support/journal/writer.js';
import { PvgError } from '../failure.js';
import { appleOrderIdIn, orderIdIn } from '../input/pasted/look-alikes.js';
import { addExamples, caseOption, globalOptions, readCase } from '../input/options.js';
import type { GlobalOptions, TypedFlags } from '../input/options.js';
import { commandResult, type CommandResult, type FinishCommand } from '../output/command-result.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import { counted } from '../text/sentences.js';
import { toPlainData } from '../text/json/parse.js';
import { optionWithValue, shellLine } from '../text/shell.js';
import { escapeControls } from '../text/visible.js';

/** What a person adds to the journal: a note for a ticket, and another ticket for a call. Nothing is sent. */

export function registerJournalNote(
  command: Command,
  context: Context,
  finish: FinishCommand,
): void {
  const note = command.command('note <text>').description('keep one line of text with a ticket');
  addExamples(note, ['pvg journal note --case TICKET-4711 "asked the developers for the token"']);
  note
    .addOption(caseOption('the ticket'))
    .addHelpText(
      'after',
      '\nColleagues who share the journal see the note, and the report shows it. Write no player’s name into it.',
    )
    .action(async (text: string, options: TypedFlags<'case'>) =>
      finish(await runNote(context, globalOptions(note), { text, typedCase: options.case })),
    );
}

export function registerJournalMove(
  command: Command,
  context: Context,
  finish: FinishCommand,
): void {
  const move = command
    .command('move [id]')
    .description('give a call of yours, and its replies, another ticket');
  addExamples(move, ['pvg journal move --last --case TICKET-4711']);
  move
    .option('--last', 'your newest call')
    .addOption(caseOption('the right ticket'))
    .addHelpText('after', '\nThe move is a line of its own: both tickets show it.')
    .action(async (id: string | undefined, options: MoveOptions) =>
      finish(await runMove(context, globalOptions(move), { id, ...options })),
    );
}

type MoveOptions = TypedFlags<'case', 'last'>;

const longestNote = 500;

/** @throws {PvgError} `usage` */
function readNote(typed: string): string {
  const text = typed.trim();
  const isOneLine = text !== '' && !/[\r\n\u2028\u2029]/.test(text);
  if (isOneLine && [...text].length <= longestNote) return escapeControls(text);
  throw new PvgError('usage', `A note is one line of 1 to ${longestNote} characters.`, {
    hint: 'Write two notes, or shorten it.',
  });
}

/** @throws {PvgError} `usage` */
function requireCase(context: Context, typed: string | undefined): string {
  const caseId = readCase(typed);
  if (caseId === undefined) {
    throw new PvgError('usage', 'Missing: --case.', {
      hint: 'Name the ticket: `--case TICKET-4711`.',
    });
  }
  if (!isOff(context)) return caseId;
  throw new PvgError('usage', 'The journal is off (PVG_NO_JOURNAL), so nothing can be kept.', {
    hint: 'Remove the variable PVG_NO_JOURNAL.',
  });
}

async function runNote(
  context: Context,
  globals: GlobalOptions,
  { text, typedCase }: { readonly text: string; readonly typedCase: string | undefined },
): Promise<CommandResult> {
  const caseId = requireCase(context, typedCase);
  const noteText = readNote(text);
  await openJournal(context, globals, caseId);
  const orderId = orderIdIn(noteText) ?? appleOrderIdIn(noteText) ?? null;
  const subject = { command: 'note', case: caseId, text: noteText, order_id: orderId } as const;
  const note = newRemark(context, subject);
  await writeJournalLines(context, [note], (says) => printNote(context, evenIfQuiet, says));
  return commandResult('journal note', {
    answer: toPlainData(note),
    view: {
      headline: `Kept the note with ${note.case ?? ''}.`,
      mood: 'good',
      nextCommand: shellLine(['pvg', 'report', ...optionWithValue('--case', caseId)]),
    },
  });
}

async function runMove(
  context: Context,
  globals: GlobalOptions,
  { id, last: isLast = false, case: typedCase }: MoveOptions & { readonly id: string | undefined },
): Promise<CommandResult> {
  const caseId = requireCase(context, typedCase);
  if (isLast === (id !== undefined)) {
    throw new PvgError('usage', 'Use either an id or --last.', {
      hint: '`pvg journal list --json` and `pvg journal find` show the ids.',
      nextCommand: shellLine(['pvg', 'journal', 'move', '--last', '--case', caseId]),
    });
  }
  const call = await findOwnCall(context, globals, id);
  if (matchesTypedName(call.case, caseId)) {
    throw new PvgError('usage', `This call is of ${caseId} already.`, {
      nextCommand: 'pvg journal list',
    });
  }
  await openJournal(context, globals, caseId);
  const moved = await linesOfCall(context, globals, call);
  const move = newRemark(context, {
    command: 'move',
    case: caseId,
    call: call.id,
    moved_from: call.case,
    profile: call.profile,
    environment: call.environment,
  });
  // The move is last: the time of a file’s last line says how old the file is.
  const lines = [...moved.map((entry) => movedLine(entry, move.at, caseId)), move];
  await writeJournalLines(context, lines, (says) => printNote(context, evenIfQuiet, says));
  return commandResult('journal move', {
    answer: { move: toPlainData(move), lines: moved.length },
    view: {
      headline: `Moved ${counted(moved.length, 'line')} from ${call.case ?? 'no ticket'} to ${caseId}.`,
      mood: 'good',
      nextCommand: shellLine(['pvg', 'report', ...optionWithValue('--case', caseId)]),
    },
  });
}

/** It replaces the earlier line of the same id. */
function movedLine<Line extends JournalEntry | ReplyEntry>(
  entry: Line,
  movedAt: string,
  caseId: string,
): Line {
  return { ...entry, case: caseId, moved_at: movedAt, moved_from: entry.case };
}

/** @throws {PvgError} `not-in-journal` */
async function findOwnCall(
  context: Context,
  globals: GlobalOptions,
  id: string | undefined,
): Promise<JournalEntry> {
  const { lines } = await requireNewest(context, globals, {
    containing: id === undefined ? undefined : [id.trim()],
    onlyOwn: true,
    isWanted: ({ kept }) => isCall(kept) && (id === undefined || matchesTypedName(kept.id, id)),
    most: 1,
  });
  const call = lines.find(isCall);
  if (call !== undefined) return call;
  throw new PvgError('not-in-journal', 'The journal has no such call of yours.', {
    hint: 'Only whoever made a call can move it. For a colleague’s call, add a note to both tickets: `pvg journal note`.',
    nextCommand: 'pvg journal list',
  });
}

/** The call, and the replies of this user that were made from it. */
async function linesOfCall(
  context: Context,
  globals: GlobalOptions,
  { id, case: caseId }: JournalEntry,
): Promise<readonly (JournalEntry | ReplyEntry)[]> {
  const { lines } = await requireNewest(context, globals, {
    containing: [id],
    onlyOwn: true,
    most: Infinity,
  });
  return lines
    .filter((kept) => !isRemark(kept))
    .filter((kept) => kept.id === id || (kept.command === 'reply' && kept.call === id))
    .filter((kept) => kept.case === caseId);
}
