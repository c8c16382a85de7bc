import { replyLine } from '../../text/reply-line.js';
import { optionWords } from '../../text/shell.js';
import { orderIdIn } from './look-alikes.js';
import { replyCommand } from './reply-command.js';

/** An order id of Google that lacks digits, or has too many: it names no purchase. */

const order = /(?<![\w.-])GPA\.(\d{1,8}(?:-\d{1,8}){1,5})(?![\w-])/i;

interface ShortOrder {
  readonly says: string;
  readonly hint: string;
  readonly hintAtTerminal: string;
  readonly nextCommand: string;
}

/** undefined for a text with a whole order id, and for one without any. */
export function doubtShortOrder(text: string, ticket: string | undefined): ShortOrder | undefined {
  const [written = '', digits = ''] = order.exec(text) ?? [];
  if (digits === '' || orderIdIn(text) !== undefined) return undefined;
  const counts = digits.split('-').map(({ length }) => length);
  const hasTooMany = digits.replaceAll('-', '').length > 17;
  const options = optionWords({ '--for': 'need-order-id', '--case': ticket });
  return {
    says: `The text has ${hasTooMany ? 'an order id with too many digits' : 'a part of an order id'}, and no receipt.`,
    hint: `An order id of Google has 4-4-4-5 digits, and ${written} has ${counts.join('-')}. Ask the player for the whole one, as text.`,
    hintAtTerminal: `${replyCommand('need-order-id', ticket)} asks for it.`,
    nextCommand: replyLine([], options),
  };
}
