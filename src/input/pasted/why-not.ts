import { PvgError } from '../../failure.js';
import { JsonSyntaxError } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import { isProse } from './other-things.js';

/** Whether a text was meant to be a purchase JSON. */
export const looksLikeJson = (text: string): boolean =>
  /^[\s"'\u201C-\u201F`]*[[{]/.test(text) || /purchase_?token/i.test(text);

/** For a text that has no purchase. It quotes nothing of the text. */
export function noPurchase(text: string, what: string): PvgError {
  const json = tryJson(text.replace(/^\uFEFF/, ''));
  const isBroken = json instanceof JsonSyntaxError;
  if (isBroken && /\u2026|\.{3}/.test(text)) {
    return new PvgError('input-unreadable', `${what} is incomplete: it has an ellipsis (…).`, {
      hint: 'A program shortened it. Copy the complete JSON from the game’s server log, or use its file.',
    });
  }
  if (isProse(text) && !/[{[]/.test(text)) {
    return new PvgError('input-unreadable', `${what} has no purchase JSON in it.`, {
      hint: whyEmpty(text),
    });
  }
  return new PvgError(
    'input-unreadable',
    isBroken ? `${what} is not JSON: ${json.message}.` : `${what} has no \`purchaseToken\`.`,
    { hint: (isBroken ? whyBroken(text) : undefined) ?? whyEmpty(text) },
  );
}

function whyBroken(text: string): string | undefined {
  if (/[\u2018-\u201F\u00AB\u00BB]/.test(text))
    return 'It has typographic quotation marks: a chat program replaced the plain ones ("). Copy the JSON from the game’s server log.';
  if (/^\s*\{\s*\w+\s*:/.test(text))
    return 'The quotation marks are missing: the shell removed them. Save the JSON in a file and use `@<file>`, or paste it after `-`.';
  return isOfApple(text) ? undefined : 'Copy the JSON again, in one piece, from { to }.';
}

const whyEmpty = (text: string): string =>
  isOfApple(text)
    ? 'This is an iOS receipt. The contract does not show how to look up an iOS purchase. Ask the operator about it.'
    : 'Use the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName.';

/** A game engine's envelope around an Apple receipt, or a part of one. */
const isOfApple = (text: string): boolean =>
  /"(?:Mac)?AppleAppStore\\*"|"MI[A-Z][\w+/=]{60,}|"(?:original_?transaction_?id|bundle_?id)\\*"/i.test(text);
