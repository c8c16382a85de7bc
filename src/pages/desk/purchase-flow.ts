import type { Asks, FoundAnswer, OfferedPurchase } from '../../desk/wire.js';
import { isRefused, removeEmptyValues, type EndedRun } from './tool-run.js';

/** What the Purchase tab does with what a person typed and with what pvg answered. Knows no browser. */

export interface PurchaseForm {
  readonly text: string;
  readonly product: string;
  readonly packageName: string;
}

export const emptyForm: PurchaseForm = { text: '', product: '', packageName: '' };

/**
 * The form with another text. A product or package that was typed belongs to the text that lacked it: it stays if the text
 * was only lengthened or shortened (`token: abc` and `token: abc, thanks`), and goes with the text if another is pasted.
 */
export function changedForm(before: PurchaseForm, next: PurchaseForm): PurchaseForm {
  const isTextOfBefore =
    next.text.trim() !== '' && (next.text.includes(before.text) || before.text.includes(next.text));
  return isTextOfBefore ? next : { ...emptyForm, text: next.text };
}

/** What is wrong, by the field that it is about. */
export interface FieldProblems {
  readonly text?: string | undefined;
  readonly product?: string | undefined;
  readonly packageName?: string | undefined;
  /** Words of the text that may be the product, to choose from. */
  readonly products?: readonly string[];
}

/** What stands below the form. */
export type PurchaseView = { readonly kind: 'nothing' } | AnswersView | ChoicesView | RefusalView;

/** The purchase was looked up: its answers. */
interface AnswersView extends KeptReply {
  readonly kind: 'answers';
  readonly answers: readonly EndedRun[];
}

/** What stays on the card of a purchase that is looked up again: it comes from the player’s new text, not from the purchase. */
export interface KeptReply {
  /** The reply that was chosen; empty for the one that fits. */
  readonly question: string;
  /** What the new text mentions; undefined if it is the text that is looked up. */
  readonly mentioned?: readonly string[] | undefined;
  /** The player whose verification the new text mentions. */
  readonly player?: string | null | undefined;
}

/** @param receipt the fingerprint of the purchase; empty if it is not known */
export type LookUpAgain = (receipt: string, kept: KeptReply) => void;

/** The text has several purchases: a person chooses. */
export interface ChoicesView {
  readonly kind: 'choices';
  readonly choices: readonly OfferedPurchase[];
  /** The newest first: `addAnswer` puts each in front. */
  readonly answered: readonly AnsweredChoice[];
}

export interface AnsweredChoice {
  readonly choice: OfferedPurchase;
  readonly ended: EndedRun;
}

/** What pvg understood of a text that cannot be looked up. What the text lacks is empty. */
export interface UnderstoodText {
  readonly names: Asks['names'];
  readonly orderId: string;
  /** Which reply fits. */
  readonly situation: string;
  /** The name of the player, if it is certain. */
  readonly username: string;
  /** What may be the name of the player. */
  readonly possibleUsername: string;
  /** The code of the error that it names. */
  readonly code: string;
}

/** An order of a refused text. */
export interface OrderOfText {
  readonly orderId: string;
  readonly earlier: FoundAnswer | undefined;
}

/** Nothing was sent: what pvg understood of the text, and what the journal has. */
export interface RefusalView {
  readonly kind: 'refusal';
  readonly refusal: EndedRun;
  readonly understood: UnderstoodText;
  /** Each order that the text names, with what the journal has about it. */
  readonly orders: readonly OrderOfText[];
}

/** A purchase to look up, with the text that has it. */
export interface PurchaseInText {
  readonly form: PurchaseForm;
  /** Which one of the text; undefined if it has no other. */
  readonly choice?: OfferedPurchase | undefined;
}

/** The draft under which a ticket keeps a purchase that was looked up. @param receipt its fingerprint, with or without its prefix */
export function purchaseDraftName(receipt: string): `purchase-${string}` {
  return `purchase-${receipt.replace(/^sha256:/, '')}`;
}

export function formatPurchaseDraft(purchase: PurchaseInText): string {
  return JSON.stringify(purchase);
}

/** undefined for an empty draft: the purchase was not looked up on this page. */
export function parsePurchaseDraft(draft: string): PurchaseInText | undefined {
  return draft === '' ? undefined : (JSON.parse(draft) as PurchaseInText);
}

interface LookUpAgainRequest {
  /** What stands in the box now. */
  readonly form: PurchaseForm;
  /** What was looked up for the ticket before; undefined if it was not looked up on this page. */
  readonly before: PurchaseInText | undefined;
}

interface LookUpAgainPlan {
  readonly purchase: PurchaseInText;
  /** What stands in the box during that look-up. */
  readonly boxed: PurchaseForm;
  readonly hasNewText: boolean;
}

/** A new text of the player stays in the box. @returns undefined if the purchase has to be pasted again */
export function planLookUpAgain({ form, before }: LookUpAgainRequest): LookUpAgainPlan | undefined {
  if (before === undefined) return undefined;
  const hasNewText = form.text.trim() !== '' && form.text !== before.form.text;
  return { purchase: before, boxed: hasNewText ? form : before.form, hasNewText };
}

const mostBytes = 1_000_000;

/** What keeps the form from being sent. */
export function problemsBeforeSending({ text }: PurchaseForm): FieldProblems | undefined {
  if (text.trim() === '') return { text: 'Paste the purchase first.' };
  if (new TextEncoder().encode(text).length > mostBytes) {
    return { text: 'This is more than 1 MB. Paste only the part with the purchase.' };
  }
  return undefined;
}

interface LookUpPlace {
  readonly language: string;
  readonly ticket: string;
}

/** Values for the tool `lookup_purchase`. */
export function lookUpValues(
  { text, product, packageName }: PurchaseForm,
  { language, ticket }: LookUpPlace,
  choice?: OfferedPurchase,
): Record<string, string> {
  return {
    purchase: text,
    ...removeEmptyValues({
      product_id: product,
      package: packageName,
      pick: choice === undefined ? '' : String(choice.pick),
      reply_language: language,
      ticket,
    }),
  };
}

/** How a look-up ended, as the page goes on from it. */
type LookUpEnding =
  | { readonly kind: 'answered' }
  | { readonly kind: 'choose'; readonly choices: readonly OfferedPurchase[] }
  | { readonly kind: 'refused'; readonly understood: UnderstoodText }
  | { readonly kind: 'missing'; readonly problems: FieldProblems };

export function readLookUpEnding({ result, shown }: EndedRun): LookUpEnding {
  const { asks, error } = result;
  if (!isRefused(result)) return { kind: 'answered' };
  if (asks?.choices !== undefined) return { kind: 'choose', choices: asks.choices };
  if (asks?.situation !== undefined) {
    const { names, order_id: orderId = '', situation, username = '' } = asks;
    const { possible_username: possibleUsername = '', code = '' } = asks;
    const understood = { names, orderId, situation, username, possibleUsername, code };
    return { kind: 'refused', understood };
  }
  return {
    kind: 'missing',
    problems: refusalProblems(asks, `${error?.says ?? ''} ${shown.next}`.trim()),
  };
}

function refusalProblems(asks: Asks | undefined, says: string): FieldProblems {
  const missing = asks?.missing ?? [];
  const needsProduct = missing.includes('--product-id');
  const needsPackage = missing.includes('--package');
  if (!needsProduct && !needsPackage) return { text: says };
  const products = asks?.possible_products ?? [];
  const productWords = products.length === 0 ? needsProductWords : unclearProductWords;
  return {
    ...(products.length === 0 ? {} : { products }),
    product: needsProduct ? productWords : undefined,
    packageName: needsPackage ? needsPackageWords : undefined,
  };
}

const needsProductWords = 'The text has no product. Ask for it, or take it from the game’s shop.';
const unclearProductWords = 'pvg cannot tell which column of the row is the product.';
const needsPackageWords = 'Neither the text nor the profile has the package.';

/**
 * The orders of a refused text: first the one that pvg read, then others. The page does not have the reader of pvg, so it finds
 * the others only in the spelling of Google.
 */
export function findOrderIds(text: string, { orderId }: UnderstoodText): readonly string[] {
  const writtenOrderIds = text.match(/\bGPA\.\d{4}-\d{4}-\d{4}-\d{5}(?!\d)/g) ?? [];
  return [...new Set([orderId, ...writtenOrderIds])]
    .filter((order) => order !== '')
    .slice(0, mostOrders);
}

/** What a refused text was understood as, with all its orders. */
export function formatUnderstood({ refusal, understood, orders }: RefusalView): string {
  if (understood.names !== 'order') return refusal.shown.headline;
  const orderIds = orders.map(({ orderId }) => orderId).join(', ');
  return `The text has ${orders.length > 1 ? 'order ids' : 'an order id'}, ${orderIds}, and no receipt.`;
}

/** A mail has few orders; for each one the page reads the journal. */
const mostOrders = 5;

/** The answers in the order of the list. */
export function sortByChoice(
  answered: readonly AnsweredChoice[],
  choices: readonly OfferedPurchase[],
): readonly AnsweredChoice[] {
  const placeOf = ({ choice }: AnsweredChoice): number =>
    choices.findIndex((each) => isSameChoice(each, choice));
  return [...answered].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The number, the order id and the product: `2, GPA.…, gems_100`. */
export function formatChoice({
  pick,
  order_id: orderId,
  product_id: product,
}: OfferedPurchase): string {
  const names = [String(pick), orderId ?? 'no order id', product];
  return names.filter((part) => part !== null).join(', ');
}

/** The purchase with the order id of its answer, if the text has none. */
export function withOrderId(choice: OfferedPurchase, ended: EndedRun | undefined): OfferedPurchase {
  return { ...choice, order_id: choice.order_id ?? (ended?.shown.order_id || null) };
}

/** Whether two choices of one text are the same purchase. */
export function isSameChoice(one: OfferedPurchase, other: OfferedPurchase): boolean {
  return one.pick === other.pick;
}

/** How many answers have which outcome: `2 × Not paid yet, 1 × Paid and recorded`. */
export function formatOutcomeCounts(
  answered: readonly AnsweredChoice[],
  words: Readonly<Record<string, string>>,
): string {
  const counts = new Map<string, number>();
  for (const { ended } of answered) {
    const outcome = formatOutcome(ended, words);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
}

/** The verdict or the error, as people call it. */
export function formatOutcome(
  { result: { verdict, error } }: EndedRun,
  words: Readonly<Record<string, string>>,
): string {
  if (verdict !== null) return words[verdict.id] ?? verdict.id;
  return words[error?.code ?? ''] ?? error?.says ?? '';
}
