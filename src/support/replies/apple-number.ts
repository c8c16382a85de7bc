import { PvgError } from '../../failure.js';
import { findAppleNumber } from '../../input/pasted/look-alikes.js';
import { findOrderId } from '../../input/pasted/order-ids.js';
import { replyLine } from '../../text/reply-line.js';
import { optionWords } from '../../text/shell.js';

/**
 * Reads an order id of the Android store from `--order-id`.
 * @param languages the languages of the reply, for the command that the error proposes
 * @throws {PvgError} `usage` for anything else
 */
export function readAndroidOrder(typed: string, languages: readonly string[]): string {
  const orderId = findOrderId(typed);
  if (orderId !== undefined) return orderId;
  const number = findAppleNumber(typed);
  throw new PvgError('usage', '--order-id is not an order id of the Android store (GPA.…).', {
    hint: 'With the number of an iOS purchase, use `--for ios`.',
    nextCommand: replyLine(languages, ['--for', 'ios', ...optionWords({ '--order-id': number })]),
  });
}

/**
 * Reads the number of an iOS purchase: an order id or a transaction id of Apple. Anything else is refused, because the number
 * is kept with the ticket. @throws {PvgError} `usage`
 */
export function readAppleNumber(typed: string, languages: readonly string[]): string {
  const number = findAppleNumber(typed);
  if (number !== undefined) return number;
  if (findOrderId(typed) !== undefined) {
    throw new PvgError('usage', '--order-id has an order id of the Android store.', {
      hint: 'For an Android purchase of which only the order id is known, use `--for need-receipt`.',
      nextCommand: replyLine(languages, ['--for', 'need-receipt']),
    });
  }
  throw new PvgError('usage', '--order-id is not a number of Apple’s App Store.', {
    hint: 'An order id of Apple is M and 9 or 10 letters and digits, such as `MQ1ABCD2EF`; a transaction id has 14 to 17 digits. If the player gave none, leave out `--order-id`: the reply then asks for it.',
    nextCommand: replyLine(languages, ['--for', 'ios']),
  });
}
