import type { Command } from 'commander';
import { PvgError } from '../failure.js';
import { madeOnce } from '../text/made-once.js';
import { hasUnsafe, isPlainText } from '../text/visible.js';

/** What a mail, a chat program or a spreadsheet leaves around a value that was pasted. */

/** Nobody sees them, so whoever pasted them does not know that they are sent. Default_Ignorable: fillers and joiners. */
const hidden = madeOnce(
  () => /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\s|\s$/u,
);

export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The rest of a sentence about a value with outer white space or an invisible character; undefined for any other. */
export function hiddenIn(value: string): string | undefined {
  if (isPlainText(value) && value.trim() === value) return undefined;
  const found = hidden().exec(value)?.[0];
  return found && `has white space at its ends, or an invisible character (${codePoint(found)})`;
}

/** @throws {PvgError} `receipt-doubtful` */
export function refuseHidden(what: string, text: string): void {
  const found = hiddenIn(text);
  if (found === undefined) return;
  throw new PvgError('receipt-doubtful', `${what} ${found}.`, {
    hint: 'Copy it again without that character. To send it anyway, add `--force`.',
  });
}

/** What names a purchase, a player or a ticket. In other options white space may be meant: `--delimiter`, `--query`. */
const names = [
  ...['productId', 'package', 'orderId', 'case', 'playerId', 'characterId', 'gameVersion', 'field'],
  ...['username', 'gameId', 'serverId', 'roleId'],
];

/**
 * @throws {PvgError} `usage` for typographic quotation marks and for an empty text, which is another thing than no
 * member; `receipt-doubtful`, where `--force` sends them, for what nobody sees
 */
export function refuseLeftovers(command: Command): void {
  const canForce = command.options.some(({ long }) => long === '--force');
  const given = command.opts<Readonly<Record<string, unknown>>>();
  for (const option of command.options) {
    const attribute = option.attributeName();
    const { long = '' } = option;
    for (const text of [given[attribute]].flat().filter((each) => typeof each === 'string')) {
      refuseQuotes(long, text);
      // A case that is not printable is refused with --force, too: readCase().
      const isNoCase = attribute === 'case' && (text.trim() === '' || hasUnsafe(text));
      if (!canForce || !names.includes(attribute) || isNoCase) continue;
      refuseEmpty(long, text);
      if (given['force'] !== true) refuseHidden(long, text);
    }
  }
}

/** Refuses what `refuseLeftovers` refuses, in a name that is no option’s value. @throws {PvgError} */
export function refuseLeftoversIn(what: string, name: string, isForced: boolean): void {
  refuseQuotes(what, name);
  refuseEmpty(what, name);
  if (!isForced) refuseHidden(what, name);
}

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
