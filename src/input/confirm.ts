import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

/** `confirm`: the value of --confirm; `ask`: whether pvg may ask a person. @throws {PvgError} `purge-unconfirmed` */
export async function confirmDeletion(
  { prompt }: Context,
  /** `next`: a harmless command that shows what would be deleted. */
  of: Readonly<Record<'wanted' | 'what' | 'calledFor' | 'question' | 'next', string>>,
  { confirm, ask }: { readonly confirm: string | undefined; readonly ask: boolean },
): Promise<void> {
  const typed = confirm ?? (ask && prompt.possible ? (await prompt.text(of.question)).trim() : undefined);
  if (typed === of.wanted) return;
  const says =
    typed === undefined
      ? `Deleting ${of.what} for good needs a confirmation.`
      : `The confirmation is not the ${of.calledFor}.`;
  throw new PvgError('purge-unconfirmed', `${says} Nothing was deleted.`, {
    hint: `To delete it, add \`--confirm ${of.wanted}\`.`,
    nextCommand: of.next,
  });
}
