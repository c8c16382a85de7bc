import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

/** `confirm`: what --confirm says; `ask`: whether a person may be asked. @throws {PvgError} `purge-unconfirmed` */
export async function confirmDeletion(
  { prompt }: Context,
  of: Readonly<Record<'wanted' | 'what' | 'calledFor' | 'question' | 'command', string>>,
  { confirm, ask }: { readonly confirm: string | undefined; readonly ask: boolean },
): Promise<void> {
  const typed = confirm ?? (ask && prompt.possible ? (await prompt.text(of.question)).trim() : undefined);
  if (typed === of.wanted) return;
  const says =
    typed === undefined
      ? `Deleting ${of.what} for good wants a confirmation`
      : `The confirmation is not the ${of.calledFor}`;
  throw new PvgError('purge-unconfirmed', `${says}; nothing was deleted.`, {
    hint: `Run \`${of.command}\`.`,
    nextCommand: of.command,
  });
}
