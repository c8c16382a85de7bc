import { isSameOrder } from '../../contract/purchase-token.js';
import { PvgError, type Asks } from '../../failure.js';
import { JsonSyntaxError } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import { counted } from '../../text/sentences.js';
import { shownFingerprint } from '../../signing/digest.js';
import { isOfApple, wayOnForIos } from './apple.js';
import type { Candidate } from './candidates.js';
import { choicesAmong, choiceWords, hasCut, type PurchaseChoice } from './choices.js';
import { cutLengthWords, orderIdIn } from './look-alikes.js';
import { googleErrorIn, meaningOfGoogleError } from './google-error.js';
import type { PasteReadings } from './paste-layers.js';
import type { Pasted } from './read.js';
import { wayOnForMasked } from './reply-command.js';
import { maskInReceipt } from './store-names.js';

/** The words for a text that has not exactly one purchase. They quote nothing of it but the names of purchases. */

/** Whether a text was meant to be a purchase JSON. */
export function looksLikeJson(text: string): boolean {
  return beginsAsJson(text) || /purchase_?token/i.test(text);
}

/** `[10:02] Mai:` begins a chat. */
function beginsAsJson(text: string): boolean {
  return /^[\s\uFEFF"'\u201C-\u201F`>|]*(?:\{|\[\s*(?:[[{"'\\\]]|$))/.test(text);
}

const copy = {
  hint: 'A program or the shell may have changed or shortened the text. Copy the purchase JSON, or the receipt alone, again in one piece from the game’s server log.',
  hintAtTerminal: 'Copy it into a file, and use `@<file>`.',
};

type NotOne = Exclude<Pasted, { kind: 'purchase' }>;

interface FailedPaste {
  readonly pasted: NotOne;
  readonly readings: PasteReadings;
  /** What it is about: `--purchase-json`. */
  readonly what: string;
  readonly ticket?: string | undefined;
  /** The same command with one of several purchases. */
  readonly lineWith?: ((choice: PurchaseChoice) => string) | undefined;
}

type Unreadable = (says: string, wayOn: string | PvgError['details']) => PvgError;

function unreadableAs(what: string): Unreadable {
  return (says, wayOn) => {
    const details = typeof wayOn === 'string' ? { hint: wayOn } : wayOn;
    return new PvgError('input-unreadable', `${what} ${says}.`, details);
  };
}

export function pasteError({ pasted, readings, what, ticket, lineWith }: FailedPaste): PvgError {
  const { text, texts } = readings;
  const unreadable = unreadableAs(what);
  if (pasted.kind === 'several') return severalPurchases({ pasted, readings, what, lineWith });
  const mask = maskInReceipt(text);
  if (mask !== undefined) {
    const orderId = texts.map(orderIdIn).find((id) => id !== undefined);
    const wayOn = wayOnForMasked(orderId, ticket);
    return unreadable(`has a receipt that is cut or masked (${mask})`, wayOn);
  }
  if (pasted.kind === 'unclear') {
    return unreadable('can be read in more than one way, so its receipt is not certain', copy);
  }
  if (texts.some(isOfApple)) {
    const says = 'has an iOS purchase, not a purchase of the Android store';
    return unreadable(says, wayOnForIos(ticket, text));
  }
  const googleError = googleErrorIn(text);
  if (googleError !== undefined) {
    return unreadable(
      'is an error of Google’s own interface, without a purchase in it',
      `${meaningOfGoogleError(googleError)} Ask the developers for the receipt that they asked about.`,
    );
  }
  const cut = cutLengthWords(text.trim());
  if (cut !== undefined) {
    return unreadable(`has exactly ${cut}, and no whole purchase`, copy);
  }
  const error = tryJson(text.replace(/^\uFEFF/, ''));
  if (error instanceof JsonSyntaxError && beginsAsJson(text)) {
    return unreadable(`is not JSON: ${error.message}`, copy);
  }
  if (error instanceof JsonSyntaxError && /\{\s*\\*["']/.test(text)) {
    return unreadable('has no whole purchase JSON in it', copy);
  }
  return unreadable(
    'has no purchase JSON with a `purchaseToken` in it',
    'Use the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName. It is in the game’s server log.',
  );
}

interface SeveralPurchases extends Pick<FailedPaste, 'readings' | 'what' | 'lineWith'> {
  readonly pasted: Extract<Pasted, { kind: 'several' }>;
}

const mostShown = 10;

/** Each with its order id, its product, and the option that chooses it. */
function severalPurchases({ pasted, readings, what, lineWith }: SeveralPurchases): PvgError {
  const { purchases, orderId } = pasted;
  const choices = choicesAmong(purchases);
  const unreadable = unreadableAs(what);
  if (orderId !== undefined && !choices.some((choice) => isSameOrder(choice.orderId, orderId))) {
    return unreadable(`has no purchase with ${orderId}`, {
      hint: `It names ${listOf(choices)}. Ask the game’s developers for the receipt of ${orderId}.`,
      nextCommand: `pvg journal find ${orderId}`,
    });
  }
  const [chosen] = choices.filter(({ options }) => options.length > 0);
  const areByReceipt = choices.some(({ fingerprint }) => fingerprint !== undefined);
  if (chosen === undefined || (choices.length === 1 && !areByReceipt)) {
    return unreadable(...undecided(purchases));
  }
  const wayOn = {
    hintAtTerminal: `Choose one: ${listOf(choices, (choice) => placeOf(choice, purchases, readings))}.`,
    nextCommand: lineWith?.(chosen),
  };
  if (areByReceipt) {
    return unreadable(`names ${withoutOrders(choices)}`, { ...byReceipt, ...wayOn });
  }
  const isOneReceipt = new Set(purchases.map(({ receipt }) => receipt)).size === 1;
  const says = isOneReceipt
    ? `names one purchase of ${choices.length} products`
    : `names ${counted(choices.length, 'purchase')}`;
  return unreadable(says, { ...wayOn, asks: { choices: namesOf(choices) } });
}

/** Nothing tells one from the other. */
function undecided(purchases: readonly Candidate[]): [says: string, hint: string] {
  const receipts = [...new Set(purchases.map(({ receipt }) => receipt))];
  if (hasCut(receipts)) {
    return [
      'has a receipt that is also the beginning of another one',
      'Paste only the right one: one may be cut.',
    ];
  }
  if (receipts.length === 1) {
    return [
      'names one purchase with different packages',
      'Paste only the part with the right one.',
    ];
  }
  return [
    'has different receipts under the same order id and product',
    'Paste only the right one: one may be of another order.',
  ];
}

const byReceipt = {
  hint: 'Each receipt is of a purchase of its own. They can also be pasted one by one, each with the names of its columns above it.',
  // No receipt is missing, so no reply asks for one.
  asks: { missing: [] },
};

function withoutOrders(choices: readonly PurchaseChoice[]): string {
  const products = [...new Set(choices.map(({ productId }) => productId))];
  const [product] = products;
  const ofProduct = product === undefined || products.length > 1 ? '' : ` of ${product}`;
  return `${counted(choices.length, 'purchase')}${ofProduct} without an order id`;
}

const dateInLine = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{4}/;

/** Where a person finds it, for one that only its receipt tells from another: `line 8, 2026-03-02 09:30`. */
function placeOf(
  { fingerprint }: PurchaseChoice,
  purchases: readonly Candidate[],
  { text }: PasteReadings,
): string | undefined {
  const found = purchases.find(({ receipt }) => shownFingerprint(receipt) === fingerprint);
  if (fingerprint === undefined || found === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  const words = (line: string): readonly string[] => line.split(/[^\w.-]+/);
  const index = lines.findIndex((line) => words(line).includes(found.receipt));
  if (index === -1) return undefined;
  const date = dateInLine.exec(lines[index] ?? '')?.[0];
  return [`line ${index + 1}`, ...(date === undefined ? [] : [date])].join(', ');
}

function namesOf(choices: readonly PurchaseChoice[]): NonNullable<Asks['choices']> {
  return choices.map(({ orderId, productId }) => ({
    order_id: orderId ?? null,
    product_id: productId ?? null,
  }));
}

function listOf(
  choices: readonly PurchaseChoice[],
  readPlace: (choice: PurchaseChoice) => string | undefined = () => undefined,
): string {
  const shown = choices.slice(0, mostShown).map((choice) => choiceWords(choice, readPlace(choice)));
  const others = choices.length - shown.length;
  return [...shown, ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
}
