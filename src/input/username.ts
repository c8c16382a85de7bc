import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { refuseFileName } from './file-names.js';
import { refuseNameLeftovers } from './hidden.js';
import { isEmailAddress } from './pasted/look-alikes.js';

/** The username of a player, as a word or with its option. */

interface TypedUsername {
  /** The word after `pvg session`. */
  readonly word: string | undefined;
  readonly options: {
    readonly username?: string | undefined;
    readonly body?: string | undefined;
    readonly force?: boolean | undefined;
  };
}

/** The username of the option or of the word, which gets the same checks. @throws {PvgError} `usage`, `receipt-doubtful` */
export async function readUsername(
  context: Context,
  { word, options }: TypedUsername,
): Promise<string | undefined> {
  const { username, body, force: isForced = false } = options;
  if (word === undefined) return username;
  if ((username ?? body) !== undefined) {
    throw new PvgError(
      'usage',
      'There are two usernames: the word after `session`, and an option.',
      {
        hint: 'Use one of them: `pvg session <username>`, `--username` or `--body`.',
      },
    );
  }
  refuseNameLeftovers('<username>', word, { isForced });
  if (!isForced) await refuseFileName(context, '<username>', word);
  return word;
}

interface DoubtedUsername {
  readonly username: string | undefined;
  readonly isForced: boolean;
  /** Whether a person at a terminal may be asked. */
  readonly canAsk: boolean;
  /** The check of another username. */
  readonly nextCommand: string;
}

const question = 'The username is an e-mail address. Send it? [y/N] ';

/**
 * Asks a person whether an e-mail address is really the username. A wrong username would look like a player who is not
 * verified, because the answer for an unknown name is the same (§2.5).
 * @throws {PvgError} `receipt-doubtful`
 */
export async function confirmEmailAddress(
  { prompt }: Pick<Context, 'prompt'>,
  { username, isForced, canAsk, nextCommand }: DoubtedUsername,
): Promise<void> {
  if (username === undefined || isForced || !isEmailAddress(username)) return;
  if (canAsk && /^y(?:es)?$/i.test(await prompt.ask(question))) return;
  throw new PvgError('receipt-doubtful', 'The username is an e-mail address. Nothing was sent.', {
    hint: 'In most games a player has another identifier: ask for the exact name in the game, as text.',
    hintAtTerminal: 'If the game knows its players by e-mail address, add `--force`.',
    section: '§2.5',
    nextCommand,
  });
}
