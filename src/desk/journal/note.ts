import { PvgError } from '../../failure.js';
import { plainFinished, type Finished } from '../../output/finished.js';
import { withoutAddresses } from '../../output/redaction/addresses.js';
import { plainData } from '../../text/json/parse.js';
import { shellLine } from '../../text/shell.js';
import { callerName, fact } from './calls.js';
import type { Recorder } from './recorder.js';

/** A free note about a case. */

const longestNote = 10_000;

/** @throws {PvgError} `usage` */
export function readNote(given: string): string {
  const text = given.trim();
  if (text !== '' && text.length <= longestNote) return text;
  throw new PvgError('usage', `A note must be text of 1 to ${String(longestNote)} characters.`, {
    hint: 'Example: `pvg journal note TICKET-4711 "Sent the first reply."`.',
  });
}

interface NewNote {
  readonly case: string;
  readonly text: string;
  /** The journal has no call of the case. */
  readonly isNew: boolean;
}

/** @throws {PvgError} `configuration-unwritable`: the note is all that was wanted */
export async function keepNote(
  recorder: Recorder,
  { case: caseId, text, isNew }: NewNote,
): Promise<Finished> {
  const kept = await recorder.remarked({ command: 'note', case: caseId, text: withoutAddresses(text) });
  if (kept === undefined) {
    throw new PvgError('configuration-unwritable', 'The note was not kept.', {
      hint: recorder.on
        ? '`pvg doctor` checks the owner and mode of the journal’s folder.'
        : 'The journal is off. `pvg help environment` says how to switch it on.',
      nextCommand: recorder.on ? 'pvg doctor' : 'pvg help environment',
    });
  }
  return plainFinished('journal note', {
    callId: kept.id,
    answer: plainData(kept),
    view: {
      headline: `Kept the note in case ${caseId}.`,
      mood: 'good',
      facts: [...fact('Note', kept.text), ...fact('By', callerName(kept))],
      notes: [
        ...(kept.text === text
          ? []
          : ['pvg withheld what looks like a receipt, a secret or an e-mail address.']),
        ...(isNew
          ? ['The journal has no call of this case yet. Add `--case` to a call to put it there.']
          : []),
      ],
      nextCommand: shellLine(['pvg', 'report', '--case', caseId]),
    },
  });
}
