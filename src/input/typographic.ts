import type { Command } from 'commander';
import { PvgError } from '../failure.js';

/** Their own checks say more, and have `--force`. */
const checkedElsewhere = ['receipt', 'purchaseJson', 'productId', 'package'];

const opening = /^[\u00AB\u2018-\u201F\u2039]/;
const closing = /[\u00BB\u2018-\u201F\u203A]$/;

/**
 * A shell takes “ and ” as part of the value: a text that was written in a mail or a chat program and pasted.
 * @throws {PvgError} `usage`, before the command runs
 */
export function refuseTypographic(command: Command): void {
  for (const [attribute, value] of Object.entries(command.opts())) {
    if (typeof value !== 'string' || checkedElsewhere.includes(attribute)) continue;
    if (!opening.test(value) || !closing.test(value)) continue;
    const option = command.options.find((each) => each.attributeName() === attribute)?.long ?? attribute;
    throw new PvgError('usage', `${option} has typographic quotation marks around its value.`, {
      hint: 'A mail or chat program made them. Type the plain quotation mark " instead, or none.',
    });
  }
}
