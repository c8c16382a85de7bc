import { isSameOrder } from '../../contract/order-id.js';
import { PvgError, type Asks } from '../../failure.js';
import { JsonSyntaxError } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import { counted, nonEmptyTexts } from '../../text/sentences.js';
import { hasApplePurchase, nextStepsForIos } from './apple.js';
import { buildChoices, describeChoice, type PurchaseChoice } from './choices.js';
import { explainCutLength } from './cut-length.js';
import { findOrderId } from './order-ids.js';
import { findGoogleError, describeGoogleError } from './google-error.js';
import { findLineThatMayGoOn } from './joined-token.js';
import { describeLeftOut } from './left-out.js';
import type { NumberedPurchase } from './numbered.js';
import { quotationMarks } from './quotation-marks.js';
import type { PasteReadings } from './paste-layers.js';
import type { Pasted } from './read.js';
import { nextStepsForMasked } from './reply-command.js';
import { findMaskInReceipt } from './store-names.js';

/** The errors for a text that has not exactly one purchase. They quote only the names of purchases, nothing else of the text. */

/** Whether a text was probably meant to be a purchase JSON: it begins as JSON, or names `purchaseToken`. */
export function looksLikeJson(text: string): boolean {
  return beginningOfJson.test(text) || nameOfReceipt.test(text);
}

const nameOfReceipt = /purchase_?token/i;

/** `{`, or `[` of a list: not that of `[10:02] Mai:`, with which a chat begins. */
const beginningOfJson = new RegExp(
  String.raw`^[\s\uFEFF>|${quotationMarks}]*(?:\{|\[\s*(?:[[{"'\\\]]|$))`,
);

/** Whether a text has the headers with which the source of a mail says how its parts are encoded. */
function isMailSource(text: string): boolean {
  return /^(?:MIME-Version|Content-Transfer-Encoding):/im.test(text);
}

const copyAgainAdvice = {
  hint: 'A program may have changed or shortened the text. Copy the purchase JSON, or the receipt alone, again in one piece from the game’s server log.',
  hintAtTerminal: 'The shell may change it, too: copy it into a file, and use `@<file>`.',
};

type WithoutOnePurchase = Exclude<Pasted, { kind: 'purchase' }>;

/** A text without exactly one purchase, and what its error needs. */
interface FailedPaste {
  readonly pasted: WithoutOnePurchase;
  readonly readings: PasteReadings;
  /** What the sentence begins with: `--purchase-json`. */
  readonly what: string;
  readonly ticket?: string | undefined;
  /** Makes the typed command with the options that choose one of several purchases. */
  readonly buildCommand?: ((choice: PurchaseChoice) => string) | undefined;
}

/** @param advice what to do: a hint, or all details of the error */
type MakeError = (says: string, advice: string | PvgError['details']) => PvgError;

/** @param what the beginning of each sentence */
function makeUnreadableError(what: string): MakeError {
  return (says, advice) => {
    const details = typeof advice === 'string' ? { hint: advice } : advice;
    return new PvgError('input-unreadable', `${what} ${says}.`, details);
  };
}

/** The error for a text without exactly one purchase. It tells the first cause that fits. */
export function pasteError({
  pasted,
  readings,
  what,
  ticket,
  buildCommand,
}: FailedPaste): PvgError {
  const { text, texts } = readings;
  const unreadableError = makeUnreadableError(what);
  if (pasted.kind === 'several') {
    return severalPurchasesError({ pasted, readings, what, buildCommand });
  }
  const mask = findMaskInReceipt(text);
  if (mask !== undefined) {
    const orderId = texts.map(findOrderId).find((id) => id !== undefined);
    const advice = nextStepsForMasked(orderId, ticket);
    return unreadableError(`has a receipt that is cut or masked (${mask})`, advice);
  }
  if (isMailSource(text)) {
    return unreadableError(
      'is the source of a mail, and no purchase in it is certain',
      'Copy the text as the mail program shows it, not its source.',
    );
  }
  if (pasted.kind === 'unclear') return unreadableError(describeReadings(text), copyAgainAdvice);
  if (texts.some(hasApplePurchase)) {
    const says = 'has an iOS purchase, not a purchase of the Android store';
    return unreadableError(says, nextStepsForIos(ticket, text));
  }
  const googleError = findGoogleError(text);
  if (googleError !== undefined) {
    return unreadableError(
      'is an error of Google’s own interface, without a purchase in it',
      `${describeGoogleError(googleError)} Ask the developers for the receipt that they asked about.`,
    );
  }
  const cut = explainCutLength(text.trim());
  if (cut !== undefined) {
    return unreadableError(`has exactly ${cut}, and no whole purchase`, copyAgainAdvice);
  }
  const error = tryJson(text.replace(/^\uFEFF/, ''));
  if (error instanceof JsonSyntaxError && beginningOfJson.test(text)) {
    return unreadableError(`is not JSON: ${error.message}`, copyAgainAdvice);
  }
  if (error instanceof JsonSyntaxError && /\{\s*\\*["']/.test(text)) {
    return unreadableError('has no whole purchase JSON in it', copyAgainAdvice);
  }
  if (nameOfReceipt.test(text)) {
    return unreadableError(
      'names a `purchaseToken`, but has no whole purchase',
      'Use the complete purchase JSON, with purchaseToken, productId and packageName, or write each as `name: value` in a line of its own. It is in the game’s server log.',
    );
  }
  return unreadableError(
    'has no purchase JSON with a `purchaseToken` in it',
    'Use the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName. It is in the game’s server log.',
  );
}

function describeReadings(text: string): string {
  const line = findLineThatMayGoOn(text);
  return line === undefined
    ? 'can be read in more than one way, so its receipt is not certain'
    : `can be read in more than one way: the receipt in line ${line} may go on in line ${line + 1}`;
}

interface SeveralPurchases extends Pick<FailedPaste, 'readings' | 'what' | 'buildCommand'> {
  readonly pasted: Extract<Pasted, { kind: 'several' }>;
}

/** How many purchases an error names: nobody compares more in one sentence. */
const mostShown = 10;

/** Names the purchases, each with its order id or receipt, its product, and the option that chooses it. */
function severalPurchasesError({
  pasted,
  readings,
  what,
  buildCommand,
}: SeveralPurchases): PvgError {
  const { purchases, choice } = pasted;
  const { orderId, pick } = choice;
  const choices = buildChoices(purchases);
  const [first] = choices;
  const unreadableError = makeUnreadableError(what);
  const leftOut = describeLeftOut(readings.text, purchases);
  const hasOrder = (id: string): boolean => choices.some((each) => isSameOrder(each.orderId, id));
  const isOrderMissing = orderId !== undefined && !hasOrder(orderId);
  const haveAllOrders = choices.every((each) => each.orderId !== undefined);
  if (isOrderMissing && haveAllOrders && pick === undefined) {
    return unreadableError(`has no purchase with ${orderId}`, {
      hint: `It names ${describeChoices(choices)}. Ask the game’s developers for the receipt of ${orderId}.`,
      nextCommand: `pvg journal find ${orderId}`,
    });
  }
  const isPicked = choices.some((each) => each.pick === pick);
  if (choices.length === 1 && (pick === undefined || isPicked)) {
    const { says, hint } = doubtWords[purchases[0]?.doubt ?? 'receipts'];
    return unreadableError(says, hint);
  }
  const count = counted(choices.length, 'purchase');
  let says = describeCount(purchases);
  if (isOrderMissing) says = `has ${count}, and does not show which one has ${orderId}`;
  if (pick !== undefined && !isPicked) says = `has ${count}, and none with number ${pick}`;
  return new PvgError('input-unreadable', `${what} ${says}.`, {
    ...(leftOut === undefined ? {} : { hint: leftOut }),
    hintAtTerminal: `Choose one: ${describeChoices(choices, findPlaces(readings.text, purchases))}.`,
    nextCommand: first && buildCommand?.(first),
    asks: { choices: listNamesForJson(choices) },
  });
}

/** What is wrong with the only purchase, and what to do about it, by its `doubt`. */
const doubtWords = {
  cut: {
    says: 'has a receipt that is also the beginning of another one',
    hint: 'Paste only the right one: one may be cut.',
  },
  receipts: {
    says: 'has different receipts under the same order id and product',
    hint: 'Paste only the right one: one may be cut, or of another order.',
  },
  packages: {
    says: 'names one purchase with different packages',
    hint: 'Paste only the part with the right one.',
  },
} as const;

const dateInLine = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{4}/;

/** For each number of a purchase without an order id, where a person finds it: `line 8, 2026-03-02 09:30`. */
function findPlaces(
  text: string,
  purchases: readonly NumberedPurchase[],
): ReadonlyMap<number, string> {
  const lines = text.split(/\r?\n/);
  const wordsOfLines = lines.map((line) => new Set(line.split(/[^\w.-]+/)));
  const places = new Map<number, string>();
  for (const { pick, receipt, orderId } of purchases.slice(0, mostShown)) {
    const index = wordsOfLines.findIndex((words) => words.has(receipt));
    if (index === -1 || orderId !== undefined) continue;
    const date = dateInLine.exec(lines[index] ?? '')?.[0];
    places.set(pick, nonEmptyTexts(`line ${index + 1}`, date).join(', '));
  }
  return places;
}

function describeCount(purchases: readonly NumberedPurchase[]): string {
  const isOneReceipt = new Set(purchases.map(({ receipt }) => receipt)).size === 1;
  return isOneReceipt
    ? `names one purchase of ${purchases.length} products`
    : `names ${counted(purchases.length, 'purchase')}`;
}

/** The choices as `--json` shows them. */
function listNamesForJson(choices: readonly PurchaseChoice[]): NonNullable<Asks['choices']> {
  return choices.map(({ pick, orderId, productId, fingerprint }) => ({
    pick,
    order_id: orderId ?? null,
    product_id: productId ?? null,
    receipt: fingerprint,
  }));
}

function describeChoices(
  choices: readonly PurchaseChoice[],
  places: ReadonlyMap<number, string> = new Map(),
): string {
  const shownChoices = choices
    .slice(0, mostShown)
    .map((choice) => describeChoice(choice, places.get(choice.pick)));
  const hiddenCount = choices.length - shownChoices.length;
  return [...shownChoices, ...(hiddenCount > 0 ? [`and ${hiddenCount} more`] : [])].join(', ');
}
