import type { Command } from 'commander';
import type { Platform } from '../contract/platforms.js';
import { PvgError } from '../failure.js';
import { nonEmptyTexts } from '../text/sentences.js';
import {
  collectTypedOptions,
  placeholder,
  type ShellWord,
  type TypedOptions,
} from '../text/shell.js';
import { withoutEnd } from '../text/visible.js';
import { missingAtSignError, decodeInput, type InputReader } from './bytes.js';
import { refuseHidden } from './hidden.js';
import { choiceOption } from './choice-option.js';
import { readOptionalNumber } from './number-option.js';
import type { TypedFlags } from './options.js';
import { isOfApple } from './pasted/apple.js';
import type { Candidate } from './pasted/candidates.js';
import { choicesAround, type PurchaseChoice } from './pasted/choices.js';
import { withoutEmphasis } from './pasted/emphasis.js';
import { nameTokenAmongWords } from './pasted/among-words.js';
import { findMarkBehind, trimSentence } from './pasted/end-of-sentence.js';
import { findGoogleError } from './pasted/google-error.js';
import { isPartOfOrderId, normalizeOrderId } from './pasted/order-ids.js';
import { joinedToken } from './pasted/joined-token.js';
import { withoutMarksInTokens } from './pasted/marks-in-token.js';
import { leftOutWords } from './pasted/left-out.js';
import { findMissingParts, joinNumberedParts } from './pasted/numbered-parts.js';
import { isReceiptAlone, readingsOfPaste, type PasteReadings } from './pasted/paste-layers.js';
import { purchaseInReadings, readPasted } from './pasted/read.js';
import { looksLikeJson, pasteError } from './pasted/paste-error.js';
import { ordersOfText, type OrdersOfText } from './pasted/named-orders.js';
import { possibleProducts } from './pasted/rows-alone.js';
import { addUnderstoodNames } from './pasted/understood.js';
import { withUnreadReceipt } from './pasted/unread-receipt.js';
import { checkName } from './name-check.js';
import { checkReceipt, doubtCutLength, doubtOrderId, doubtTestProduct, refuse } from './receipt.js';

/** `purchase`: what was pasted, a word, `@file` or `-`. */
export type PurchaseOptions = TypedFlags<
  | 'purchase'
  | 'productId'
  | 'package'
  | 'receipt'
  | 'purchaseJson'
  | 'body'
  | 'orderId'
  | 'pick'
  | 'case',
  'force'
> & { readonly os?: Platform };

const platforms: readonly Platform[] = ['android', 'ios'];

/** The options that name a purchase; the order id is never sent. */
export function addPurchaseOptions(command: Command): Command {
  return command
    .option('--product-id <id>', 'product_id: the product’s id in the store')
    .option('--package <name>', 'package: the name of the Android package')
    .option(
      '--receipt <text|@file|->',
      'receipt: on Android the purchase token, on iOS what the game got',
    )
    .option(
      '--purchase-json <@file|->',
      'the store’s purchase JSON, with package, product and receipt',
    )
    .addOption(choiceOption('--os <platform>', 'os_id: the platform (default: android)', platforms))
    .option('--body <@file|->', 'send exactly these bytes instead of the fields')
    .option('--force', 'send even if the receipt, a name or the body looks wrong')
    .option(
      '--order-id <id>',
      'the ticket’s order id: compared with the answer’s; chooses among several',
    )
    .option('--pick <n>', 'the n-th purchase of a text with several, from 1');
}

interface PurchaseFields {
  readonly platform: Platform;
  readonly receipt: string;
  readonly productId: string;
  readonly package?: string;
}

/** What an option or a text says about the purchase. */
export interface FoundPurchase extends Candidate, OrdersOfText {
  /** The other purchases of the same text. */
  readonly further?: readonly FurtherPurchase[];
  /** What to say about receipts of the text that were read as no purchase. */
  readonly leftOut?: string;
  /** What may be the product, where only a person knows. */
  readonly possibleProducts?: readonly string[];
  readonly notes: readonly string[];
  /** The options that name the same purchase in another command. */
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

/** A purchase from the command line: fields for a body, or a body. */
export type Purchase = Pick<
  FoundPurchase,
  'notes' | 'typed' | 'orderId' | 'otherOrderIds' | 'unreadOrder' | 'further' | 'leftOut'
> &
  (
    { readonly fields: PurchaseFields } | { readonly body: Uint8Array; readonly platform: Platform }
  );

/** As given, before the profile and a person add what is missing. */
export type GivenPurchase =
  | Extract<Purchase, { readonly body: Uint8Array }>
  | { readonly options: PurchaseOptions; readonly found: Partial<FoundPurchase> };

/** The command line that a purchase is read for. */
export interface LookupLine {
  /** Whether a person at a terminal may be asked, and so pastes what the command line lacks. */
  readonly canAsk: boolean;
  /** The look-up that was typed, of this source; `chosen`: options that say which one of several purchases is meant. */
  readonly lookupOf: (source: string, chosen?: Readonly<Record<string, string>>) => string;
  /** The look-up for another purchase of the text than the one that was chosen. */
  readonly furtherOf: (source: string, chosen: Readonly<Record<string, string>>) => string;
  /** The look-up with these options in place of the text. */
  readonly withOptions: (options: Readonly<Record<string, ShellWord>>) => string;
}

/** @throws {PvgError} 2, before anything is sent */
export async function readPurchase(
  input: InputReader,
  given: PurchaseOptions,
  lookupLine: LookupLine,
): Promise<GivenPurchase> {
  const {
    body,
    purchase,
    receipt,
    purchaseJson,
    os: platform = 'android',
    force: forced = false,
  } = given;
  readPick(given);
  const other = receipt ?? purchaseJson ?? body;
  if (purchase !== undefined && other !== undefined) {
    throw new PvgError(
      'usage',
      'There are two purchases: the word after `lookup`, and an option.',
      {
        hint: 'Use one of them: `pvg lookup` takes what the option takes.',
      },
    );
  }
  if (body !== undefined) {
    return {
      body: await input.readBody(body, forced),
      platform,
      notes: [],
      typed: [['--body', body]],
    };
  }
  // Whoever types the command alone at a terminal pastes next.
  const isNothing = (purchase ?? other) === undefined && lookupLine.canAsk;
  const options = isNothing ? { ...given, purchase: '-' } : given;
  if (!forced) refuse(doubtOrderId(given.orderId));
  const found = await readFound(input, options, lookupLine);
  checkName('--product-id', options.productId ?? found.productId, forced);
  checkName('--package', options.package ?? found.package, forced);
  return { options, found };
}

/** What was pasted, where it came from, and as what. */
interface PastedText {
  /** `lookup` for the word after it. */
  readonly option: string;
  readonly source: string;
  readonly readings: PasteReadings;
}

/** All that is pasted comes through here: a purchase, or the receipt alone, or the reason why it is neither. */
async function readFound(
  input: InputReader,
  options: PurchaseOptions,
  lookupLine: LookupLine,
): Promise<Partial<FoundPurchase>> {
  const { purchase, purchaseJson, receipt, force: forced = false } = options;
  const all = { '--purchase-json': purchaseJson, lookup: purchase, '--receipt': receipt };
  const [option = '', source] = Object.entries(all).find(([, value]) => value !== undefined) ?? [];
  if (source === undefined) return {};
  if (!forced && (await input.isFile(source))) {
    throw missingAtSignError(option, purchase && lookupLine.lookupOf(`@${source}`));
  }
  const { bytes } = await input.read(option, source);
  const decoded = decodeInput(option, bytes);
  // The bytes of `--receipt` are those of the receipt.
  const isAsGiven = forced || option === '--receipt';
  const tokenText = isAsGiven ? undefined : withoutMarksInTokens(decoded);
  const plain = isAsGiven ? undefined : withoutEmphasis(tokenText?.text ?? decoded);
  const written = plain?.text ?? tokenText?.text ?? decoded;
  const mayHaveParts = !forced && !isReceiptAlone(written);
  const joined = mayHaveParts ? joinNumberedParts(written) : undefined;
  if (mayHaveParts && joined === undefined) requireAllParts(written);
  const readings = readingsOfPaste(joined?.text ?? written);
  const pastedText = { option, source, readings };
  try {
    const found =
      purchaseInText(pastedText, options, lookupLine) ?? receiptAlone(pastedText, options);
    checkFound(found, options);
    return {
      ...found,
      notes: nonEmptyTexts(tokenText?.note, plain?.note, joined?.note, ...found.notes),
    };
  } catch (error) {
    const failure = withUnreadReceipt(error, readings, lookupLine.withOptions);
    throw addUnderstoodNames(failure, readings);
  }
}

/** @throws {PvgError} `receipt-doubtful`: a part alone may have the form of a receipt, and the store does not know it */
function requireAllParts(written: string): void {
  const found = findMissingParts(written);
  if (found === undefined) return;
  const names = found.missing.map((number) => `${number}/${found.total}`).join(', ');
  throw new PvgError('receipt-doubtful', `A part of the receipt is missing: ${names}.`, {
    hint: 'Paste all parts together, each with its number, or ask for the missing one.',
  });
}

/** undefined for a text that is probably a receipt alone. @throws {PvgError} for one that is neither */
function purchaseInText(
  { option, source, readings }: PastedText,
  options: PurchaseOptions,
  lookupLine: LookupLine,
): FoundPurchase | undefined {
  if (option === '--receipt') return undefined;
  const { text } = readings;
  const orderId = normalizeOrderId(options.orderId);
  const pick = readPick(options);
  const asked = { productId: options.productId, orderId, pick };
  const whole = purchaseInReadings(readings, asked);
  const isPurchase = whole.kind === 'purchase' || whole.kind === 'several';
  const isRead = isPurchase || options.force === true || !mayBeWords(text);
  const named = isRead ? undefined : nameTokenAmongWords(text);
  const read = named === undefined ? whole : readPasted(named.text, asked);
  // What was not certain stays so, unless the receipt is.
  const pasted = whole.kind === 'unclear' && read.kind !== 'purchase' ? whole : read;
  if (pasted.kind === 'purchase') {
    const orders = ordersOfText(pasted, readings.texts, orderId);
    const picked = collectTypedOptions({ '--pick': options.pick });
    const typed = [...receiptTyped('--purchase-json', source), ...picked];
    const notes = named === undefined ? noteOfMark(text, pasted.purchase) : [named.note];
    const leftOut = leftOutWords(text, pasted.purchases);
    const further = choicesAround(pasted.pick, pasted.purchases).map((choice) => ({
      choice,
      isBefore: choice.isBefore,
      line: lookupLine.furtherOf(repeatable(source), Object.fromEntries(choice.options)),
    }));
    const possible = new Set(readings.texts.flatMap(possibleProducts));
    return {
      ...pasted.purchase,
      ...orders,
      further,
      possibleProducts: [...possible],
      ...(leftOut === undefined ? {} : { leftOut }),
      notes,
      typed,
    };
  }
  const mayBeReceipt = option === 'lookup' && pasted.kind === 'nothing';
  if (mayBeReceipt && (options.force === true || !isOtherText(text))) return undefined;
  throw pasteError({
    pasted,
    readings,
    what: option === 'lookup' ? 'The text' : option,
    ticket: options.case?.trim(),
    lineWith: (choice) =>
      lookupLine.lookupOf(repeatable(source), Object.fromEntries(choice.options)),
  });
}

/** @throws {PvgError} `usage` */
function readPick({ pick }: PurchaseOptions): number | undefined {
  return readOptionalNumber('--pick', pick, { usual: 1, min: 1, max: 10_000, isWhole: true });
}

function noteOfMark(text: string, { receipt }: Candidate): string[] {
  const mark = findMarkBehind(text, receipt);
  if (mark === undefined) return [];
  return [`Left out the mark behind the receipt (${mark}): it ends a sentence.`];
}

/** A word with the purchase in it is not repeated: it has the receipt. */
function repeatable(source: string): string {
  return source.startsWith('@') ? source : '-';
}

function mayBeWords(text: string): boolean {
  return !text.includes('{') && !isOfApple(text);
}

function isOtherText(text: string): boolean {
  return looksLikeJson(text) || isOfApple(text) || findGoogleError(text) !== undefined;
}

function receiptAlone(
  { option, source, readings }: PastedText,
  options: PurchaseOptions,
): FoundPurchase {
  const { text } = readings;
  const { force } = options;
  // A text with words in it is refused by name.
  if (force === true || !/\s/.test(text.trim())) refusePickOfReceipt(readPick(options));
  const joined = force === true ? undefined : joinedToken(text);
  const typed = receiptTyped('--receipt', source);
  if (joined !== undefined) return { receipt: joined.token, typed, notes: [joined.note] };
  const bare = trimSentence(text.trim());
  if (option === 'lookup' && force !== true && bare !== text.trim()) {
    return { receipt: bare, typed, notes: ['Left out the marks around the receipt.'] };
  }
  const isTyped = source !== '-' && !source.startsWith('@');
  // Empty lines below a pasted text are of the paste; the bytes of a receipt lose the end of their line alone.
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
function checkFound(found: FoundPurchase, options: PurchaseOptions): void {
  const { os: platform, force: forced = false } = options;
  const isIos = platform === 'ios';
  if (!forced && isIos) refuse(doubtCutLength(found.receipt));
  if (!forced && !isIos) {
    refuse(doubtTestProduct(found.receipt, options.productId ?? found.productId));
  }
  // The form of an iOS receipt is not shown (§2.1), so only what nobody sees can be wrong; base64 may have lines.
  checkReceipt(found.receipt, forced || isIos, options.case?.trim());
  if (isIos && !forced) refuseHidden('--receipt', found.receipt.replace(/\r?\n(?=\S)/g, ''));
}

/** A receipt is never repeated: a file, standard input or a demo receipt is named, anything else the user fills in. */
function receiptTyped(option: string, source: string): TypedOptions {
  if (source.startsWith('@') || source === '-') return [[option, source]];
  return [['--receipt', source.startsWith('demo-') ? source : placeholder('RECEIPT')]];
}

/**
 * The order id of the ticket is never sent: it is compared with that of the answer. That of `--order-id` counts before
 * that of the purchase JSON. @throws {PvgError} `usage`, or `receipt-doubtful` for a text that is no order id
 */
export function readOrderId(
  given: string | undefined,
  purchase: Purchase,
  forced: boolean,
): string | undefined {
  const orderId = normalizeOrderId(given);
  if (orderId === undefined) return normalizeOrderId(purchase.orderId);
  checkName('--order-id', orderId, forced);
  const platform = 'fields' in purchase ? purchase.fields.platform : purchase.platform;
  if (platform === 'ios') {
    throw new PvgError('usage', '--order-id works for Android purchases only.', {
      hint: 'The contract shows no order id in the answer about an iOS purchase. Remove `--order-id`.',
      section: '§2.3',
    });
  }
  if (!forced && isPartOfOrderId(orderId)) {
    throw new PvgError('receipt-doubtful', '--order-id is only a part of an order id.', {
      hint: 'A whole one is GPA., then 4, 4, 4 and 5 digits. Ask for all of it, or add `--force`.',
    });
  }
  return orderId;
}
