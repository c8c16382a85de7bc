import { hasTokenForm } from '../../contract/purchase-token.js';
import { PvgError } from '../../failure.js';
import { joinWithAnd } from '../../text/sentences.js';
import { placeholder, type ShellWord } from '../../text/shell.js';
import { withoutEnd } from '../../text/visible.js';
import { isPlainWord } from './plain-words.js';
import type { PasteReadings } from './paste-layers.js';
import { findMaskInReceipt } from './store-names.js';
import { findUnderstoodNames } from './understood.js';

/** The refusal of a text with a store’s token whose end is not certain, because words stand around it. */

/** How many line numbers a sentence names. */
const mostLines = 5;

/** The numbers of the lines with a token of the store’s form. */
function findTokenLines(text: string): readonly number[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const words = line.split(/[^\w.-]+/).map((word) => withoutEnd(word, '.-'));
    return words.some((word) => hasTokenForm(word)) ? [index + 1] : [];
  });
}

function hasWords(text: string): boolean {
  return text.split(/\s+/).some((word) => isPlainWord(word) && /\p{L}{2}/u.test(word));
}

/**
 * Replaces the refusal of such a text by one that names the line of the receipt. Otherwise somebody would ask the player for
 * it, or send the whole text with `--force`.
 * @param buildCommand makes the look-up with these options
 */
export function explainUnreadReceipt(
  error: unknown,
  { text, texts }: PasteReadings,
  buildCommand: (options: Readonly<Record<string, ShellWord>>) => string,
): unknown {
  if (!(error instanceof PvgError) || error.code !== 'receipt-doubtful') return error;
  const lines = findTokenLines(text);
  if (lines.length === 0 || findMaskInReceipt(text) !== undefined) return error;
  if (!hasWords(text) && lines.length === 1) return error;
  const { code, details, cause } = error;
  const shownLines = lines.slice(0, mostLines).map(String);
  const lineList = joinWithAnd(lines.length > mostLines ? [...shownLines, 'more'] : shownLines);
  const isOne = lines.length === 1;
  const { product, package: packageName } = findUnderstoodNames(texts);
  const says = isOne
    ? `The text has a receipt at line ${lineList}, and pvg cannot tell what belongs to it.`
    : `The text has receipts at lines ${lineList}, and pvg cannot tell what belongs to which.`;
  return new PvgError(code, says, {
    hint: `Give ${isOne ? 'the receipt' : 'one receipt'} alone, with its product and its package.`,
    section: details.section,
    // The receipt is in the text, so nobody is asked for it.
    asks: { missing: [] },
    nextCommand: buildCommand({
      '--receipt': placeholder('RECEIPT'),
      '--product-id': (isOne ? product : undefined) ?? placeholder('PRODUCT_ID'),
      ...(packageName === undefined ? {} : { '--package': packageName }),
    }),
    cause,
  });
}
