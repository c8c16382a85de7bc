import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

interface Loss {
  /** What would be lost: `the profile game-dev and its secrets`. */
  readonly what: string;
  /** What a person types to agree. */
  readonly word: string;
  /** By an option, and how it is written. */
  readonly isConfirmed: boolean;
  readonly option: string;
  /** Whether pvg may ask a person. */
  readonly ask: boolean;
  /** A harmless command that shows what would be lost. */
  readonly nextCommand: string;
}

/** Before something is lost for good. @throws {PvgError} `unconfirmed` */
export async function confirmLoss(
  { prompt }: Context,
  { what, word, isConfirmed, option, ask, nextCommand }: Loss,
): Promise<void> {
  if (isConfirmed) return;
  const question = `To delete ${what} for good, type ${word}: `;
  if (ask && prompt.possible && (await prompt.ask(question)) === word) return;
  throw new PvgError('unconfirmed', `Deleting ${what} was not confirmed. Nothing was changed.`, {
    hint: `To delete it without a question, add \`${option}\`.`,
    nextCommand,
  });
}
