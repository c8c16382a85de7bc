import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

interface Loss {
  /** `Deleting the profile game-dev and its secrets` */
  readonly loss: string;
  /** What a person types to agree: the name of the profile. */
  readonly typedWord: string;
  /** The option that agrees without a question: `--yes`. */
  readonly option: string;
  readonly isConfirmed: boolean;
  /** Whether pvg may ask a person. */
  readonly mayAsk: boolean;
  /** Shows what would be lost. */
  readonly nextCommand: string;
}

/** Asks before something or its protection is lost for good. @throws {PvgError} `unconfirmed` */
export async function confirmLoss(
  { prompt }: Context,
  { loss, typedWord, isConfirmed, option, mayAsk, nextCommand }: Loss,
): Promise<void> {
  if (isConfirmed) return;
  const question = `${loss}: to confirm, type ${typedWord}: `;
  if (mayAsk && prompt.possible && (await prompt.ask(question)) === typedWord) return;
  throw new PvgError('unconfirmed', `${loss} was not confirmed. Nothing was changed.`, {
    hint: `To confirm it without a question, add \`${option}\`.`,
    nextCommand,
  });
}
