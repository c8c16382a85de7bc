import type { PvgError } from '../failure.js';
import type { TypedFlags } from '../input/options.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { optionNouns } from '../wording/option-nouns.js';

/** What the journal keeps of a refusal: whether there was anything to refuse, and the reason without pasted texts. */

type TypedNames = TypedFlags<'orderId' | 'productId' | 'package' | 'body'>;

/**
 * Whether anything was pasted or named: a command without all of it was only left unfinished. A code of `codesOfPastes`
 * (refusal.ts) comes only from a text; a `usage` marked with `isRefusedPaste` also comes from a command without any.
 */
export function hasText(
  { details }: PvgError,
  typed: readonly string[],
  { orderId, productId, package: packageName, body }: TypedNames,
): boolean {
  if (details.isRefusedPaste !== true) return true;
  return nonEmptyTexts(...typed, orderId, productId, packageName, body).length > 0;
}

/** Why the paste was refused, without the names of options, because the ticket may be read on the desk page. */
export function keptReason({ message, details }: PvgError): string {
  if (details.isRefusedPaste !== true) return message;
  const missing = details.asks?.missing ?? [];
  return `Missing: ${missing.map((option) => optionNouns.get(option) ?? option).join(', ')}.`;
}

/** Redacts a text, but not the names in it: the line has them anyway, and they must not vanish together with the pasted text around them. */
export function redactBetween(
  text: string,
  names: readonly string[],
  redact: (part: string) => string,
): string {
  const [name, ...otherNames] = names;
  if (name === undefined) return redact(text);
  return text
    .split(name)
    .map((part) => redactBetween(part, otherNames, redact))
    .join(name);
}
