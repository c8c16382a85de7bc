import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

interface Loss {
  /** `Deleting the profile game-dev and its secrets` */
  readonly what: string;
  /** What a person types to agree, and the option that says so. */
  readonly word: string;
  readonly option: string;
  readonly isConfirmed: boolean;
  /** Whether pvg may ask a person. */
  readonly ask: boolean;
  /** Shows what would be lost. */
  readonly nextCommand: string;
}

/** Asks before something or its protection is lost for good. @throws {PvgError} `unconfirmed` */
export async function confirmLoss(
  { prompt }: Context,
  { what, word, isConfirmed, option, ask, nextCommand }: Loss,
): Promise<void> {
  if (isConfirmed) return;
  const question = `${what}: to confirm, type ${word}: `;
  if (ask && prompt.possible && (await prompt.ask(question)) === word) return;
  throw new PvgError('unconfirmed', `${what} was not confirmed. Nothing was changed.`, {
    hint: `To confirm it without a question, add \`${option}\`.`,
    nextCommand,
  });
}
