import type { Command } from 'commander';
import { PvgError } from '../failure.js';
import { hasUnsafe } from '../text/json/plain-text.js';
import { hiddenIn } from './hidden.js';

/** Their own checks say more about quotation marks, and have `--force`. */
const checkedElsewhere = ['receipt', 'purchaseJson', 'productId', 'package'];

const opening = /^[\u00AB\u2018-\u201F\u2039]/;
const closing = /[\u00BB\u2018-\u201F\u203A]$/;

/** What names a purchase, a player or a ticket. In other options white space may be meant: `--delimiter`, `--query`. */
const names = [
  ...['productId', 'package', 'orderId', 'case', 'playerId', 'characterId', 'gameVersion', 'field'],
  ...['username', 'gameId', 'serverId', 'roleId'],
];

/**
 * What a mail, a chat program or a spreadsheet leaves around a value that was pasted. @throws {PvgError} `usage` for
 * typographic quotation marks; `receipt-doubtful`, where `--force` sends them, for what nobody sees
 */
export function refuseLeftovers(command: Command): void {
  const canForce = command.options.some(({ long }) => long === '--force');
  const { force, ...given } = command.opts<Readonly<Record<string, unknown>>>();
  for (const [attribute, value] of Object.entries(given)) {
    const option = command.options.find((each) => each.attributeName() === attribute)?.long ?? attribute;
    for (const text of [value].flat()) {
      if (typeof text !== 'string') continue;
      if (!checkedElsewhere.includes(attribute) && opening.test(text) && closing.test(text)) {
        throw new PvgError('usage', `${option} has typographic quotation marks around its value.`, {
          hint: 'A mail or chat program made them. Type the plain quotation mark " instead, or none.',
        });
      }
      // A case that is not printable is refused with --force, too: readCase().
      const isNoCase = attribute === 'case' && (text.trim() === '' || hasUnsafe(text));
      if (canForce && force !== true && names.includes(attribute) && !isNoCase) refuseHidden(option, text);
    }
  }
}

/** @throws {PvgError} `receipt-doubtful` */
export function refuseHidden(what: string, text: string): void {
  const hidden = hiddenIn(text);
  if (hidden === undefined) return;
  throw new PvgError('receipt-doubtful', `${what} ${hidden}.`, {
    hint: 'Copy it again without that character. To send it anyway, add `--force`.',
  });
}
