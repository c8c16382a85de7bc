import type { PvgError } from '../../failure.js';
import { replyLine } from '../../text/reply-line.js';
import { optionWords } from '../../text/shell.js';
import { findAppleNumber } from './look-alikes.js';
import { findAppleOrderId } from './order-ids.js';

/** What Apple’s App Store gives to a game or to a player. */

/** What a refusal of such a purchase asks for: no value, because only a reply to the player helps. */
export const iosAsks = { situation: 'ios' } as const;

/** The contract shows no look-up of such a purchase (§4.2), so a refusal leads to what else can be done. */
export function nextStepsForIos(ticket: string | undefined, text: string): PvgError['details'] {
  const number = findAnyAppleNumber(text);
  const numberWords = number === undefined ? undefined : `Apple’s number ${number}`;
  const whatToGive = numberWords ?? 'the order id of Apple’s e-mail to the player';
  return {
    hint: `pvg cannot look up an iOS purchase: the contract does not show how. Ask the operator about it: give them ${whatToGive}.`,
    hintAtTerminal: 'The command below prints a reply for the player.',
    asks: iosAsks,
    ...buildIosReply(ticket, text),
  };
}

/** The command for the reply. It has the first number of Apple in the texts, so that the reply does not ask for it. */
export function buildIosReply(
  ticket: string | undefined,
  ...texts: readonly string[]
): Pick<PvgError['details'], 'nextCommand'> {
  const [number] = texts.flatMap((text) => findAnyAppleNumber(text) ?? []);
  const options = optionWords({ '--order-id': number, '--case': ticket });
  return { nextCommand: replyLine([], ['--for', 'ios', ...options]) };
}

function findAnyAppleNumber(text: string): string | undefined {
  return findAppleNumber(text) ?? findAppleOrderId(text);
}

/** What only Apple and the libraries around its store write: members of JSON, and a part of a receipt (`receipt=MIIT…`). */
const appleForms: readonly RegExp[] = [
  /["'](?:Mac)?AppleAppStore\\*["']/i,
  /["':=\s]MI[A-Z][\w+/=\\%-]{60,}/,
  /["'](?:original_?transaction_?id|bundle_?id|web_?order_?line_?item_?id)\\*["']/i,
  /["'](?:signed(?:payload|transaction(?:info|s)?|renewalinfo)|jws_?(?:representation|transaction))\\*["']/i,
  /["'](?:receipt[-_]data|transaction_?receipt|latest_receipt(?:_info)?|app_?store_?receipt)\\*["']/i,
  /["']transaction_?id\\*["']\s*(?:=>|[:=])\s*\\*["']?\d{14,17}(?!\d)/i,
  /["']?purchase-info["']?\s*=/,
  // The body of a verify (§2.1).
  /["']os_id\\*["']\s*(?:=>|[:=])\s*\\*["']?2(?![\d.])/,
  /["']source\\*["']\s*:\s*\\*["']app_store/,
];

/** Whether a text shows a purchase at Apple, by a member of its JSON or as the mail about it. */
export function hasApplePurchase(text: string): boolean {
  return appleForms.some((form) => form.test(text)) || isAppleMail(text);
}

function isAppleMail(text: string): boolean {
  return findAppleOrderId(text) !== undefined && /\b(?:apple|app\sstore|itunes)\b/i.test(text);
}
