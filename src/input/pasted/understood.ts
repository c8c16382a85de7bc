import { PvgError, type UnderstoodNames } from '../../failure.js';
import { idFromCell } from '../../contract/placeholder-texts.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { findLookAlike } from './look-alikes.js';
import { readOrderIds } from './order-ids.js';
import { counted, joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import type { Candidate } from './candidates.js';
import type { OrdersOfText } from './named-orders.js';
import type { PasteReadings } from './paste-layers.js';
import { findStoreNames } from './store-names.js';

/** What a text names beside the receipt: a refusal repeats it, so that nobody has to read the text again. */

/** Adds to the refusal of a text what it names; any other error stays as it is. */
export function addUnderstoodNames(error: unknown, { text, texts }: PasteReadings): unknown {
  // If the text is an order id alone, the refusal names it already.
  if (!(error instanceof PvgError) || findLookAlike(text)?.orderId !== undefined) return error;
  const { code, message, details, cause } = error;
  const understood = findUnderstoodNames(texts);
  // The hint at a terminal lists the purchases to choose from; in any other refusal a page, which leaves it out, needs the names.
  const choicesAtTerminal = details.asks?.choices && details.hintAtTerminal;
  const saidWords = splitWordsOfSentences(joinSentences(message, details.hint, choicesAtTerminal));
  const unsaidNames = findAllNames(texts).filter(({ name }) => !saidWords.has(name));
  if (unsaidNames.length === 0) {
    return new PvgError(code, message, { ...details, understood, cause });
  }
  const namedNote = sayNames(unsaidNames);
  // The next command finds the earlier calls with this order id.
  const orderId = unsaidNames.find(({ kind }) => kind === 'orderId')?.name;
  return new PvgError(code, message, {
    ...details,
    understood,
    namedNote,
    hint: joinSentences(namedNote, details.hint),
    nextCommand: details.nextCommand ?? (orderId && `pvg journal find ${orderId}`),
    cause,
  });
}

/** `The text names order id GPA.…, package com.example.game and a receipt (144 characters).` */
function sayNames(names: readonly FoundName[], receipt?: string): string {
  const words = names.map(({ kind, name }) => `${kindNouns[kind]} ${name}`);
  const length = counted(receipt?.length ?? 0, 'character');
  const allWords = receipt === undefined ? words : [...words, `a receipt (${length})`];
  return `The text names ${joinWithAnd(allWords)}.`;
}

/** What a text names whose receipt was found: for a refusal that something else is missing. */
export function sayFoundNames({ receipt, otherOrderIds = [], ...found }: FoundNames): string {
  return sayNames(
    [
      ...foundNames('orderId', [...nonEmptyTexts(found.orderId), ...otherOrderIds]),
      ...foundNames('product', nonEmptyTexts(found.productId)),
      ...foundNames('package', nonEmptyTexts(found.package)),
    ],
    receipt,
  );
}

/** A purchase that was found. Of its receipt, only the length is said. */
type FoundNames = Candidate & Pick<OrdersOfText, 'otherOrderIds'>;

function splitWordsOfSentences(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\w.-]+/).map((word) => word.replace(/\.$/, '')));
}

/** The product and the package, each only if the text names exactly one. */
export function findUnderstoodNames(readings: readonly string[]): UnderstoodNames {
  const decoded = dropEncoded(readings);
  return {
    product: takeOnlyName(findProducts(decoded)),
    package: takeOnlyName(findPackages(decoded)),
  };
}

/** `productId=3Dgems_100` of a mail’s source is the encoded `productId=gems_100`, and no name. */
function dropEncoded(readings: readonly string[]): readonly string[] {
  const decoded = readings.filter((reading) => !reading.includes('=3D'));
  return decoded.length === 0 ? readings : decoded;
}

function takeOnlyName(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

const kindNouns = { orderId: 'order id', product: 'product', package: 'package' } as const;

interface FoundName {
  readonly kind: keyof typeof kindNouns;
  readonly name: string;
}

function findAllNames(readings: readonly string[]): readonly FoundName[] {
  const decoded = dropEncoded(readings);
  return [
    ...foundNames('orderId', decoded.flatMap(readOrderIds)),
    ...foundNames('product', findProducts(decoded)),
    ...foundNames('package', findPackages(decoded)),
  ];
}

function foundNames(kind: FoundName['kind'], names: readonly string[]): readonly FoundName[] {
  return shownNames(names).map((name) => ({ kind, name }));
}

function findProducts(readings: readonly string[]): readonly string[] {
  return shownNames(readings.flatMap((reading) => findStoreNames(reading, 'productId')));
}

function findPackages(readings: readonly string[]): readonly string[] {
  const names = readings.flatMap((reading) => findStoreNames(reading, 'package'));
  // `App: My Game` is the title of an app; only a package has a point.
  return shownNames(names.filter((name) => name.includes('.')));
}

/** A text with more products, packages or order ids is a list, not a purchase. */
const mostOfKind = 3;

/** The names that a message may show, each once: nothing that may be a receipt, and no name at all from a long list. */
function shownNames(names: readonly string[]): readonly string[] {
  const safeNames = names.filter((name) => idFromCell(name) !== null && !looksLikeToken(name));
  const distinctNames = [...new Set(safeNames)];
  return distinctNames.length > mostOfKind ? [] : distinctNames;
}
