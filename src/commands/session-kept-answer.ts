import { callOrigin, type Connection } from '../calls/connection.js';
import { connectionFact, connectionMembers } from '../calls/result.js';
import type { Context } from '../context.js';
import {
  commandResult,
  withNotes,
  withNotesAtTerminal,
  type CommandResult,
} from '../output/command-result.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import type { Outcome } from '../service/outcome.js';
import { dropCompleted, keepCompleted, type Player } from '../support/journal/completed.js';
import { repliesFor, type Replies } from '../support/replies/texts.js';
import { devNotes, withReplyText } from '../support/ticket-reply.js';
import { joinSentences } from '../text/sentences.js';
import { isoTime } from '../text/times.js';
import { actionWords } from '../wording/description.js';
import { commandLineFor, withOverwrite } from '../wording/next-command.js';
import { verdictWords } from '../wording/verdict.js';

/** A completed verification that pvg kept from an earlier answer. */

/** Keeps a completed verification (§3.2). If a later answer says that it is not completed, the kept one is removed. */
export async function keepOrDrop(
  context: Context,
  player: Player,
  { kind, subject }: Outcome,
): Promise<void> {
  if (kind === 'completed') await keepCompleted(context, player);
  if (kind !== 'not-completed' || subject.completedSince === undefined) return;
  if (!(await dropCompleted(context, player))) return;
  await printNote(context, evenIfQuiet, 'pvg deleted the kept "completed" of this player.');
}

interface KeptAnswer {
  /** When the answer came, in ISO 8601. */
  readonly since: string;
  readonly player: Player;
  readonly replies: Replies | undefined;
}

/** The result of a kept answer, with replies. There was no call, so the replies are kept with the ticket and the player. */
export function repliedFromKept(
  connection: Connection,
  { since, player, replies }: KeptAnswer,
): CommandResult {
  const result = keptResult(connection, since);
  if (replies === undefined) return result;
  const situation = 'verification-completed';
  const texts = repliesFor(replies, situation);
  const { profile, caseId = null } = connection;
  const origin = callOrigin(connection);
  const subject = { case: caseId, profile: profile.name, ...origin };
  connection.journal.keepReply(subject, { situation, replies: texts }, player.username);
  return withNotes(withReplyText(result, texts), ...devNotes(origin));
}

/** The result of a kept answer (§3.2). It has no HTTP members, because nothing was sent. */
function keptResult(connection: Connection, since: string): CommandResult {
  const { says, who, next: usual } = verdictWords.completed;
  const next = joinSentences(usual, 'pvg kept this from an earlier answer and sent nothing now.');
  const atMs = Date.parse(since);
  const result = commandResult('session', {
    ...connectionMembers(connection),
    verdict: { id: 'completed', says, who, next, sections: ['§3.2'] },
    answer: { xmdtCompleted: true },
    view: {
      headline: says,
      mood: 'good',
      facts: [connectionFact(connection), { label: 'Known since', value: isoTime(atMs), atMs }],
      action: actionWords(null, { who, next }),
      // undefined: the option `--fresh` has no value.
      nextCommand: commandLineFor('session', withOverwrite(connection.typedOptions), {
        '--fresh': undefined,
      }),
    },
  });
  // The page `pvg desk` has no options.
  return withNotesAtTerminal(result, 'Add `--fresh` to ask the service again.');
}
