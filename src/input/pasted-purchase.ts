import { PvgError } from '../failure.js';
import { nonEmptyTexts } from '../text/sentences.js';
import {
  collectTypedOptions,
  placeholder,
  type ShellWord,
  type TypedOptions,
} from '../text/shell.js';
import { withoutEnd } from '../text/visible.js';
import { decodeInput, type InputReader, missingAtSignError } from './bytes.js';
import { refuseHidden } from './hidden.js';
import { labelTokenAmongWords } from './pasted/among-words.js';
import { hasApplePurchase } from './pasted/apple.js';
import type { Candidate } from './pasted/candidates.js';
import { listOtherChoices, type PurchaseChoice } from './pasted/choices.js';
import { withoutEmphasis } from './pasted/emphasis.js';
import { findSentenceEnd, trimReceiptMarks } from './pasted/end-of-sentence.js';
import { findGoogleError } from './pasted/google-error.js';
import { collectReadingsOfPage } from './pasted/html-page.js';
import { joinTokenLines } from './pasted/joined-token.js';
import { describeLeftOut } from './pasted/left-out.js';
import { removeMarksInTokens } from './pasted/marks-in-token.js';
import { type OrdersOfText, sortOrdersOfText } from './pasted/named-orders.js';
import { findMissingParts, joinNumberedParts } from './pasted/numbered-parts.js';
import { normalizeOrderId } from './pasted/order-ids.js';
import { looksLikeJson, pasteError } from './pasted/paste-error.js';
import { isReceiptAlone, type PasteReadings, collectReadings } from './pasted/paste-layers.js';
import { findPurchase, readPasted, type Pasted } from './pasted/read.js';
import { listPossibleProducts } from './pasted/rows-alone.js';
import { addUnderstoodNames } from './pasted/understood.js';
import { explainUnreadReceipt } from './pasted/unread-receipt.js';
import { type PurchaseOptions, readPick } from './purchase-options.js';
import { checkReceipt, doubtCutLength, doubtTestProduct, refuseDoubted } from './receipt.js';

/** The purchase in what was typed, pasted or read from a file: in a text, or as the receipt alone. */

/** What an option or a text says about the purchase. */
export interface FoundPurchase extends Candidate, OrdersOfText {
  /** The other purchases of the same text. */
  readonly further?: readonly FurtherPurchase[];
  /** A sentence about receipts in the text that do not belong to a purchase. */
  readonly leftOut?: string;
  /** What may be the product, where only a person knows. */
  readonly possibleProducts?: readonly string[];
  readonly notes: readonly string[];
  /** The options that name the same purchase in another command: `--receipt @<file>`. */
  readonly typed: TypedOptions;
}

/** A purchase that stands in the same text as the one that is looked up. */
export interface FurtherPurchase {
  readonly choice: PurchaseChoice;
  /** It stands before the chosen one. */
  readonly isBefore: boolean;
  /** The command that looks it up. */
  readonly line: string;
}

/** The command line that a purchase is read for. */
export interface LookupLine {
  /** Whether a person at a terminal may be asked, and so pastes what the command line lacks. */
  readonly canAsk: boolean;
  /** The typed look-up with this source. `chosen`: options that say which of several purchases is meant. */
  readonly lookupLineFor: (source: string, chosen?: Readonly<Record<string, string>>) => string;
  /** The look-up for another purchase of the text than the one that was chosen. */
  readonly furtherLineFor: (source: string, chosen: Readonly<Record<string, string>>) => string;
  /** The look-up with these options in place of the text. */
  readonly lineWithOptions: (options: Readonly<Record<string, ShellWord>>) => string;
}

/** A pasted text, the option that it came with, and its source. */
interface PastedText {
  /** `--receipt`, `--purchase-json`, or `lookup` for the word after the command. */
  readonly option: string;
  /** `@<file>`, `-`, or the text itself. */
  readonly source: string;
  readonly readings: PasteReadings;
}

/** Reads whatever is pasted: a purchase, or a receipt alone. @throws {PvgError} that says why it is neither */
export async function readPastedPurchase(
  input: InputReader,
  options: PurchaseOptions,
  lookupLine: LookupLine,
): Promise<Partial<FoundPurchase>> {
  const { purchase, purchaseJson, receipt, force: forced = false } = options;
  const sources = { '--purchase-json': purchaseJson, lookup: purchase, '--receipt': receipt };
  const [option, source] = Object.entries(sources).find(([, value]) => value !== undefined) ?? [];
  if (option === undefined || source === undefined) return {};
  if (!forced && (await input.isFile(source))) {
    throw missingAtSignError(option, purchase && lookupLine.lookupLineFor(`@${source}`));
  }
  const { bytes } = await input.read(option, source);
  const { text, notes } = prepareText(decodeInput(option, bytes), option, forced);
  const readings = option === '--receipt' ? collectReadings(text) : collectReadingsOfPage(text);
  const pastedText = { option, source, readings };
  try {
    const found =
      findPurchaseInText(pastedText, options, lookupLine) ?? readReceiptAlone(pastedText, options);
    checkPastedPurchase(found, options);
    return { ...found, notes: [...notes, ...found.notes] };
  } catch (error) {
    const failure = explainUnreadReceipt(error, readings, lookupLine.lineWithOptions);
    throw addUnderstoodNames(failure, readings);
  }
}

interface ChangedText {
  readonly text: string;
  /** What was done to it, for the person. */
  readonly note: string | undefined;
}

interface PreparedText {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The text without what a chat program put into it, in one piece. @throws {PvgError} `receipt-doubtful` if a part is missing */
function prepareText(decoded: string, option: string, forced: boolean): PreparedText {
  const notes: string[] = [];
  let text = decoded;
  const take = (changed: ChangedText | undefined): void => {
    if (changed === undefined) return;
    text = changed.text;
    notes.push(...nonEmptyTexts(changed.note));
  };
  // The value of `--receipt` is the receipt itself, so no mark is removed from it.
  if (!forced && option !== '--receipt') {
    take(removeMarksInTokens(text));
    take(withoutEmphasis(text));
  }
  if (forced || isReceiptAlone(text)) return { text, notes };
  const joined = joinNumberedParts(text);
  if (joined === undefined) requireAllParts(text);
  take(joined);
  return { text, notes };
}

/** @throws {PvgError} `receipt-doubtful`: a part alone may have the form of a receipt, and the store does not know it */
function requireAllParts(written: string): void {
  const missingParts = findMissingParts(written);
  if (missingParts === undefined) return;
  const names = missingParts.missing.map((number) => `${number}/${missingParts.total}`).join(', ');
  throw new PvgError('receipt-doubtful', `A part of the receipt is missing: ${names}.`, {
    hint: 'Paste all parts together, each with its number, or ask for the missing one.',
  });
}

/** undefined for a text that is probably a receipt alone. @throws {PvgError} for one that is neither */
function findPurchaseInText(
  pastedText: PastedText,
  options: PurchaseOptions,
  lookupLine: LookupLine,
): FoundPurchase | undefined {
  const { option, source, readings } = pastedText;
  if (option === '--receipt') return undefined;
  const { pasted, note } = readChosenPurchase(readings, options);
  if (pasted.kind === 'purchase') {
    const found = describePurchase(pastedText, pasted, options);
    const further = listOtherChoices(pasted.pick, pasted.purchases).map((choice) => ({
      choice,
      isBefore: choice.isBefore,
      line: lookupLine.furtherLineFor(hideTypedText(source), Object.fromEntries(choice.options)),
    }));
    const notes =
      note === undefined ? noteRemovedMark(readings.text, pasted.purchase.receipt) : [note];
    return { ...found, further, notes };
  }
  const mayBeReceipt = option === 'lookup' && pasted.kind === 'nothing';
  if (mayBeReceipt && (options.force === true || !isKnownOtherText(readings.text))) {
    return undefined;
  }
  throw pasteError({
    pasted,
    readings,
    what: option === 'lookup' ? 'The text' : option,
    ticket: options.case?.trim(),
    buildCommand: (choice) =>
      lookupLine.lookupLineFor(hideTypedText(source), Object.fromEntries(choice.options)),
  });
}

interface ReadText {
  readonly pasted: Pasted;
  /** How a receipt among words was read. */
  readonly note?: string;
}

/** Reads the text as it is, and then as words with one receipt among them. */
function readChosenPurchase(readings: PasteReadings, options: PurchaseOptions): ReadText {
  const choice = {
    productId: options.productId,
    orderId: normalizeOrderId(options.orderId),
    pick: readPick(options),
  };
  const asItIs = findPurchase(readings, choice);
  const isPurchase = asItIs.kind === 'purchase' || asItIs.kind === 'several';
  if (isPurchase || options.force === true || !mayBeWords(readings.text)) return { pasted: asItIs };
  const labelledToken = labelTokenAmongWords(readings.text);
  if (labelledToken === undefined) return { pasted: asItIs };
  const amongWords = readPasted(labelledToken.text, choice);
  // A text that is unclear as it is stays unclear, unless its receipt is certain among the words.
  const staysUnclear = asItIs.kind === 'unclear' && amongWords.kind !== 'purchase';
  return { pasted: staysUnclear ? asItIs : amongWords, note: labelledToken.note };
}

function describePurchase(
  { source, readings }: PastedText,
  pasted: Extract<Pasted, { kind: 'purchase' }>,
  options: PurchaseOptions,
) {
  const pick = collectTypedOptions({ '--pick': options.pick });
  const leftOut = describeLeftOut(readings.text, pasted.purchases);
  return {
    ...pasted.purchase,
    ...sortOrdersOfText(pasted, readings.texts, normalizeOrderId(options.orderId)),
    possibleProducts: [...new Set(readings.texts.flatMap(listPossibleProducts))],
    ...(leftOut === undefined ? {} : { leftOut }),
    typed: [...typeReceiptAgain('--purchase-json', source), ...pick],
  };
}

function noteRemovedMark(text: string, receipt: string): string[] {
  const mark = findSentenceEnd(text, receipt);
  if (mark === undefined) return [];
  return [`Left out the mark behind the receipt (${mark}): it ends a sentence.`];
}

/** The source for another command; `-` in place of a text that was typed, because it has the receipt. */
function hideTypedText(source: string): string {
  return source.startsWith('@') ? source : '-';
}

function mayBeWords(text: string): boolean {
  return !text.includes('{') && !hasApplePurchase(text);
}

function isKnownOtherText(text: string): boolean {
  return looksLikeJson(text) || hasApplePurchase(text) || findGoogleError(text) !== undefined;
}

function readReceiptAlone(
  { option, source, readings }: PastedText,
  options: PurchaseOptions,
): FoundPurchase {
  const { text } = readings;
  const { force } = options;
  // Several words are not a receipt. They are refused below, for that reason.
  if (force === true || !/\s/.test(text.trim())) refusePickOfReceipt(readPick(options));
  const joined = force === true ? undefined : joinTokenLines(text);
  const typed = typeReceiptAgain('--receipt', source);
  if (joined !== undefined) return { receipt: joined.token, typed, notes: [joined.note] };
  const bare = trimReceiptMarks(text.trim());
  if (option === 'lookup' && force !== true && bare !== text.trim()) {
    return { receipt: bare, typed, notes: ['Left out the marks around the receipt.'] };
  }
  const isTyped = source !== '-' && !source.startsWith('@');
  // A paste loses all empty lines below it. With `--receipt`, only the last line break is removed.
  const withoutLineEnd =
    option === 'lookup' ? withoutEnd(text, '\r\n') : text.replace(/\r?\n$/, '');
  const receipt = isTyped ? text : withoutLineEnd;
  const notes = receipt === text ? [] : ['Removed the line break after the receipt.'];
  return { receipt, typed, notes };
}

/** @throws {PvgError} `usage` */
function refusePickOfReceipt(pick = 1): void {
  if (pick === 1) return;
  throw new PvgError('usage', `The text is one receipt alone: it has no purchase ${pick}.`, {
    hint: 'Leave out `--pick`, or give the whole text with its purchases.',
  });
}

/** @throws {PvgError} `receipt-doubtful`, `usage` */
function checkPastedPurchase(found: FoundPurchase, options: PurchaseOptions): void {
  const { os: platform, force: forced = false } = options;
  const isIos = platform === 'ios';
  if (!forced && isIos) refuseDoubted(doubtCutLength(found.receipt));
  if (!forced && !isIos) {
    refuseDoubted(doubtTestProduct(found.receipt, options.productId ?? found.productId));
  }
  // The contract shows no form of an iOS receipt (§2.1), so only hidden characters are wrong. Base64 may have line breaks.
  checkReceipt(found.receipt, forced || isIos, options.case?.trim());
  if (isIos && !forced) refuseHidden('--receipt', found.receipt.replace(/\r?\n(?=\S)/g, ''));
}

/** The option that gives the receipt again. A receipt itself is never repeated, except a demo receipt: the user fills it in. */
function typeReceiptAgain(option: string, source: string): TypedOptions {
  if (source.startsWith('@') || source === '-') return [[option, source]];
  return [['--receipt', source.startsWith('demo-') ? source : placeholder('RECEIPT')]];
}
