import { PvgError, type UnderstoodNames } from '../../failure.js';
import { idFromCell } from '../../contract/placeholder-texts.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { findLookAlike } from './look-alikes.js';
import { findOrderId, readOrderIds } from './order-ids.js';
import { joinSentences } from '../../text/sentences.js';
import type { PasteReadings } from './paste-layers.js';
import { findStoreNames } from './store-names.js';

/** What a text says beside the receipt: a refusal repeats it, so that nobody reads the text again. */

/** Adds to a refusal what the text says. An order id leads to the earlier calls with it. */
export function addUnderstoodNames(error: unknown, { text, texts }: PasteReadings): unknown {
  if (!(error instanceof PvgError) || findLookAlike(text)?.orderId !== undefined) return error;
  const { code, message, details, cause } = error;
  const said = new Set(
    `${message} ${joinSentences(details.hint, details.hintAtTerminal)}`
      .split(/[^\w.-]+/)
      .map(withoutPoint),
  );
  const understood = findUnderstoodNames(texts);
  const words = namesInWords(texts).filter((each) => !said.has(each.split(' ').at(-1) ?? each));
  if (words.length === 0) return new PvgError(code, message, { ...details, understood, cause });
  const orderId = words.map(findOrderId).find((id) => id !== undefined);
  return new PvgError(code, message, {
    ...details,
    understood,
    hint: joinSentences(`The text names ${words.join(', ')}.`, details.hint ?? ''),
    nextCommand: details.nextCommand ?? (orderId && `pvg journal find ${orderId}`),
    cause,
  });
}

function withoutPoint(word: string): string {
  return word.replace(/\.$/, '');
}

/** The product and the package, where the text names one. */
export function findUnderstoodNames(readings: readonly string[]): UnderstoodNames {
  const products = labelNames(
    '',
    readings.flatMap((reading) => findStoreNames(reading, 'productId')),
  );
  const packages = labelNames(
    '',
    readings.flatMap((reading) => findStoreNames(reading, 'package')).filter(isPackageName),
  );
  return { product: onlyOne(products), package: onlyOne(packages) };
}

function onlyOne(words: readonly string[]): string | undefined {
  return words.length === 1 ? words[0]?.trim() : undefined;
}

/** An app’s title stands under the same name. */
function isPackageName(name: string): boolean {
  return name.includes('.');
}

/** As words of a sentence: `order id GPA.…`, `product gems_100`. Never a receipt, and nothing that may be one. */
function namesInWords(readings: readonly string[]): readonly string[] {
  const products = readings.flatMap((reading) => findStoreNames(reading, 'productId'));
  const packages = readings.flatMap((reading) => findStoreNames(reading, 'package'));
  return [
    ...labelNames('order id', readings.flatMap(readOrderIds)),
    ...labelNames('product', products),
    ...labelNames('package', packages.filter(isPackageName)),
  ];
}

/** A text with more of one kind is a list, not a purchase. */
const mostOfKind = 3;

function labelNames(kind: string, values: readonly string[]): string[] {
  const names = new Set(
    values.filter((value) => idFromCell(value) !== null && !looksLikeToken(value)),
  );
  return names.size > mostOfKind ? [] : [...names].map((name) => `${kind} ${name}`);
}
