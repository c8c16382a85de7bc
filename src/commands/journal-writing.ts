import type { Command } from 'commander';
import { prepareJournal } from '../calls/connection.js';
import { refuseSecrets, secretNote } from '../calls/pasted-secret.js';
import type { Context } from '../context.js';
import { isJournalOff } from '../support/journal/places.js';
import { newRemark, writeJournalLines } from '../support/journal/writer.js';
import { PvgError } from '../failure.js';
import { readAppleOrderIds, readOrderIds } from '../input/pasted/order-ids.js';
import { caseOption, readCase, warningOfCase } from '../input/case-option.js';
import {
  addExamples,
  globalOptions,
  type GlobalOptions,
  type TypedFlags,
} from '../input/options.js';
import { commandResult, type CommandResult, type FinishCommand } from '../output/command-result.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import { toPlainData } from '../text/json/parse.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { optionWithValue, shellLine } from '../text/shell.js';
import { escapeControls } from '../text/visible.js';

/** Adds a note for a ticket to the journal. Nothing is sent. */

export function registerJournalNote(
  command: Command,
  context: Context,
  finish: FinishCommand,
): void {
  const noteCommand = command
    .command('note <text>')
    .description('keep one line of text with a ticket');
  addExamples(noteCommand, [
    'pvg journal note --case TICKET-4711 "asked the developers for the token"',
  ]);
  noteCommand
    .addOption(caseOption('the ticket'))
    .addHelpText(
      'after',
      '\nColleagues who share the journal see the note, and the report shows it. Write no player’s name into it.',
    )
    .action(async (text: string, options: TypedFlags<'case'>) =>
      finish(await runNote(context, globalOptions(noteCommand), { text, typedCase: options.case })),
    );
}

const longestNote = 500;

/** @throws {PvgError} `usage` */
function readNote(typed: string): string {
  const text = typed.trim();
  if (text === '') {
    throw new PvgError('usage', 'The note is empty.', {
      hint: 'Write what a colleague has to know of this ticket: one line of text.',
    });
  }
  if (/[\r\n\u2028\u2029]/.test(text)) {
    throw new PvgError('usage', 'A note is one line, and this text has several.', {
      hint: 'Write it as one line, or as several notes.',
    });
  }
  const { length } = [...text];
  if (length <= longestNote) return escapeControls(text);
  const says = `A note has up to ${longestNote} characters, and this text has ${length}.`;
  throw new PvgError('usage', says, { hint: 'Shorten it, or write two notes.' });
}

/** Said if a secret in a note is withheld, because the kept note then differs from the typed one. */
const withheldWords =
  'Something in this note looks like a receipt or a secret. The journal keeps none, so the note has a fingerprint or a mark instead.';

/** Returns the ticket of `--case`. @throws {PvgError} `usage` without one, or if the journal is off, so that nothing could be kept */
export function requireCaseAndJournal(context: Context, typed: string | undefined): string {
  const caseId = readCase(typed);
  if (caseId === undefined) {
    throw new PvgError('usage', 'Missing: --case.', {
      hint: 'Name the ticket: `--case TICKET-4711`.',
    });
  }
  if (!isJournalOff(context)) return caseId;
  throw new PvgError('usage', 'The journal is off (PVG_NO_JOURNAL), so nothing can be kept.', {
    hint: 'Remove the variable PVG_NO_JOURNAL.',
  });
}

async function runNote(
  context: Context,
  globals: GlobalOptions,
  { text, typedCase }: { readonly text: string; readonly typedCase: string | undefined },
): Promise<CommandResult> {
  const caseId = requireCaseAndJournal(context, typedCase);
  const noteText = readNote(text);
  const warning = warningOfCase(caseId);
  if (warning !== undefined) await printNote(context, globals, warning);
  await prepareJournal(context, globals);
  refuseSecrets(context, { ticket: caseId });
  const noteOnSecret = secretNote(context, noteText);
  const orderIds = [...readOrderIds(noteText), ...readAppleOrderIds(noteText)];
  const entry = newRemark(context, {
    command: 'note',
    case: caseId,
    text: noteText,
    order_id: orderIds[0] ?? null,
    order_ids: orderIds,
  });
  await writeJournalLines(context, [entry], (says) => printNote(context, evenIfQuiet, says));
  const isChanged = entry.text !== noteText;
  const notes = nonEmptyTexts(
    isChanged && `${withheldWords} It reads: ${entry.text ?? ''}`,
    noteOnSecret,
  );
  return commandResult('journal note', {
    notes,
    answer: toPlainData(entry),
    view: {
      headline: `Kept the note with ${entry.case ?? ''}.`,
      mood: 'good',
      nextCommand: shellLine(['pvg', 'report', ...optionWithValue('--case', caseId)]),
    },
  });
}
