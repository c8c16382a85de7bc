import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

/** What is to be deleted for good, and the word that a person types to confirm it. */
interface Deletion {
  readonly wanted: string;
  readonly what: string;
  readonly calledFor: string;
  readonly question: string;
  readonly command: string;
}

/** `confirm`: what --confirm says; `ask`: whether a person may be asked. @throws {PvgError} `purge-unconfirmed` */
export async function confirmDeletion(
  { prompt }: Context,
  { wanted, what, calledFor, question, command }: Deletion,
  { confirm, ask }: { readonly confirm: string | undefined; readonly ask: boolean },
): Promise<void> {
  const typed = confirm ?? (ask && prompt.possible ? (await prompt.text(question)).trim() : undefined);
  if (typed === wanted) return;
  const says =
    typed === undefined
      ? `Deleting ${what} for good wants a confirmation`
      : `The confirmation is not the ${calledFor}`;
  throw new PvgError('purge-unconfirmed', `${says}; nothing was deleted.`, {
    hint: `Run \`${command}\`.`,
    nextCommand: command,
  });
}
