import type { Command } from 'commander';
import { PvgError } from '../failure.js';
import { madeOnce } from '../text/made-once.js';
import { hasUnsafe, isPlainText } from '../text/visible.js';

/** Finds and refuses what a mail, a chat program or a spreadsheet leaves around a pasted value. */

/**
 * A character that nobody sees, or white space at an end: whoever pasted it does not know that it is sent. Among them are
 * the zero-width space, the marks of writing direction and the empty pattern of Braille (`\u2800`).
 */
const hiddenCharacter = madeOnce(
  () => /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\s|\s$/u,
);

/** `U+200B`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What is wrong with a value, to follow its name in a sentence: `has white space …`. undefined if nothing is hidden in it. */
export function describeHidden(value: string): string | undefined {
  if (isPlainText(value) && value.trim() === value) return undefined;
  const character = hiddenCharacter().exec(value)?.[0];
  return (
    character && `has white space at its ends, or an invisible character (${codePoint(character)})`
  );
}

/** Refuses a value with hidden characters. @param what the beginning of the sentence @throws {PvgError} `receipt-doubtful` */
export function refuseHidden(what: string, text: string): void {
  const hiddenWords = describeHidden(text);
  if (hiddenWords === undefined) return;
  throw new PvgError('receipt-doubtful', `${what} ${hiddenWords}.`, {
    hint: 'Copy it again without that character. To send it anyway, add `--force`.',
  });
}

/** The options that name a purchase, a player or a ticket. Other options may need white space: `--delimiter`, `--query`. */
const nameAttributes = [
  ...['productId', 'package', 'orderId', 'case', 'playerId', 'characterId', 'gameVersion', 'field'],
  ...['username', 'gameId', 'serverId', 'roleId'],
];

/**
 * Refuses what a program left in the values of the options.
 * @throws {PvgError} `usage` for typographic quotation marks, and for an empty text, which is not the same as leaving the
 * option out; `receipt-doubtful` for hidden characters, which `--force` sends
 */
export function refuseLeftovers(command: Command): void {
  const canForce = command.options.some(({ long }) => long === '--force');
  const values = command.opts<Readonly<Record<string, unknown>>>();
  for (const option of command.options) {
    const attribute = option.attributeName();
    const { long = '' } = option;
    for (const text of [values[attribute]].flat().filter((each) => typeof each === 'string')) {
      refuseQuotes(long, text);
      // A case that is not printable is refused with --force, too: readCase().
      const isUnprintableCase = attribute === 'case' && (text.trim() === '' || hasUnsafe(text));
      if (!canForce || !nameAttributes.includes(attribute) || isUnprintableCase) continue;
      refuseEmpty(long, text);
      if (values['force'] !== true) refuseHidden(long, text);
    }
  }
}

/** Refuses what `refuseLeftovers` refuses, in a name that belongs to no option. @throws {PvgError} */
export function refuseNameLeftovers(
  what: string,
  name: string,
  { isForced }: { readonly isForced: boolean },
): void {
  refuseQuotes(what, name);
  refuseEmpty(what, name);
  if (!isForced) refuseHidden(what, name);
}

/** Refuses a value in typographic quotation marks: `“gems_100”`. */
function refuseQuotes(what: string, text: string): void {
  if (!/^[\u00AB\u2018-\u201F\u2039].*[\u00BB\u2018-\u201F\u203A]$/s.test(text)) return;
  throw new PvgError('usage', `${what} has typographic quotation marks around its value.`, {
    hint: 'A mail or chat program made them. Type the plain quotation mark " instead, or none.',
  });
}

function refuseEmpty(what: string, text: string): void {
  if (text !== '') return;
  throw new PvgError('usage', `${what} is empty.`, {
    hint: 'Remove the option or add a value. pvg would send the empty text as it is.',
  });
}
