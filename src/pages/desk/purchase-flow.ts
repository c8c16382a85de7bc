import type { Asks, FoundAnswer, OfferedPurchase } from '../../desk/wire.js';
import { filledIn, type EndedRun } from './tool-run.js';

/** What the Purchase tab does with what a person typed and with what pvg answered. Knows no browser. */

export interface PurchaseForm {
  readonly text: string;
  readonly product: string;
  readonly packageName: string;
}

export const emptyForm: PurchaseForm = { text: '', product: '', packageName: '' };

/** The form with another text. A product or package that was typed belongs to the text that lacked it. */
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
  /** What may be the product. */
  readonly products?: readonly string[];
}

/** What stands below the form. */
export type PurchaseView = { readonly kind: 'nothing' } | AnswersView | ChoicesView | RefusalView;

/** It was looked up. */
interface AnswersView extends AskedAgain {
  readonly kind: 'answers';
  readonly answers: readonly EndedRun[];
}

/** What stays when the purchase of a ticket is looked up again: the player’s new text says it, not the purchase. */
export interface AskedAgain {
  /** The reply that was chosen; empty for the one that fits. */
  readonly question: string;
  /** What the new text mentions; undefined if it is the text that is looked up. */
  readonly mentioned?: readonly string[] | undefined;
}

/** @param receipt the fingerprint of the purchase; empty if it is not known */
export type LookUpAgain = (receipt: string, kept: AskedAgain) => void;

/** The text has several purchases. */
export interface ChoicesView {
  readonly kind: 'choices';
  readonly choices: readonly OfferedPurchase[];
  readonly answered: readonly AnsweredChoice[];
}

export interface AnsweredChoice {
  readonly choice: OfferedPurchase;
  readonly ended: EndedRun;
}

/** What pvg understood of a text that cannot be looked up. */
export interface RefusedText {
  readonly names: Asks['names'];
  /** Empty if it has none. */
  readonly orderId: string;
  /** Which reply fits. */
  readonly situation: string;
  /** Empty if it has none that is certain. */
  readonly username: string;
  /** What may be the name; empty if nothing may. */
  readonly possibleUsername: string;
}

/** An order of a refused text. */
export interface OrderOfText {
  readonly orderId: string;
  readonly earlier: FoundAnswer | undefined;
}

/** Nothing was sent. */
export interface RefusalView {
  readonly kind: 'refusal';
  readonly refusal: EndedRun;
  readonly text: RefusedText;
  /** Each order that the text names, with what the journal has about it. */
  readonly orders: readonly OrderOfText[];
}

/** A purchase that was looked up, with the text that has it. */
export interface PurchaseOfText {
  readonly form: PurchaseForm;
  /** Which one of the text; undefined if it has no other. */
  readonly choice?: OfferedPurchase | undefined;
}

/** It waits with its ticket under this name. @param receipt its fingerprint */
export function answeredName(receipt: string): `answered-${string}` {
  return `answered-${receipt.replace(/^sha256:/, '')}`;
}

export function draftOfAsked(asked: PurchaseOfText): string {
  return JSON.stringify(asked);
}

/** undefined if it was not looked up on this page. */
export function askedOfDraft(draft: string): PurchaseOfText | undefined {
  return draft === '' ? undefined : (JSON.parse(draft) as PurchaseOfText);
}

interface BoxedForms {
  /** What stands in the box now. */
  readonly form: PurchaseForm;
  /** What was looked up for the ticket before. */
  readonly before: PurchaseOfText | undefined;
}

/** What is looked up again, and what stands in the box then: a new text of the player stays. undefined: it has to be pasted. */
export function formsToAskAgain({ form, before }: BoxedForms): LookedUpAgain | undefined {
  if (before === undefined) return undefined;
  const hasNewText = form.text.trim() !== '' && form.text !== before.form.text;
  return { asked: before, boxed: hasNewText ? form : before.form, hasNewText };
}

interface LookedUpAgain {
  readonly asked: PurchaseOfText;
  readonly boxed: PurchaseForm;
  readonly hasNewText: boolean;
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
    ...filledIn({
      product_id: product,
      package: packageName,
      pick: choice === undefined ? '' : String(choice.pick),
      reply_language: language,
      ticket,
    }),
  };
}

/** How a look-up ended, as the page goes on from it. */
type LookUpEnd =
  | { readonly kind: 'answered' }
  | { readonly kind: 'choose'; readonly choices: readonly OfferedPurchase[] }
  | { readonly kind: 'refused'; readonly text: RefusedText }
  | { readonly kind: 'missing'; readonly problems: FieldProblems };

export function lookUpEnd({ result, shown }: EndedRun): LookUpEnd {
  const { asks, error, http } = result;
  const isRefused = error !== null && http === null;
  if (!isRefused) return { kind: 'answered' };
  if (asks?.choices !== undefined) return { kind: 'choose', choices: asks.choices };
  if (asks?.situation !== undefined) {
    const { names, order_id: orderId = '', situation, username = '' } = asks;
    const { possible_username: possibleUsername = '' } = asks;
    const text = { names, orderId, situation, username, possibleUsername };
    return { kind: 'refused', text };
  }
  return { kind: 'missing', problems: refusalProblems(asks, `${error.says} ${shown.next}`.trim()) };
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

/** The orders of a refused text, the one that pvg read first. */
export function ordersInText(text: string, { orderId }: RefusedText): readonly string[] {
  const written = text.match(/\bGPA\.\d{4}-\d{4}-\d{4}-\d{5}(?!\d)/g) ?? [];
  return [...new Set([orderId, ...written])].filter((order) => order !== '').slice(0, mostOrders);
}

/** A mail has few. */
const mostOrders = 5;

/** The answers in the order of the list. */
export function sortedByChoice(
  answered: readonly AnsweredChoice[],
  choices: readonly OfferedPurchase[],
): readonly AnsweredChoice[] {
  const place = ({ choice }: AnsweredChoice): number =>
    choices.findIndex((each) => isSameChoice(each, choice));
  return [...answered].sort((one, other) => place(one) - place(other));
}

/** `2, GPA.…, gems_100`. */
export function choiceName({
  pick,
  order_id: orderId,
  product_id: product,
}: OfferedPurchase): string {
  const names = [String(pick), orderId ?? 'no order id', product];
  return names.filter((part) => part !== null).join(', ');
}

/** Two choices of one text are the same purchase. */
export function isSameChoice(one: OfferedPurchase, other: OfferedPurchase): boolean {
  return one.pick === other.pick;
}

/** Counts of verdicts: `2 not paid yet, 1 paid and recorded`. */
export function verdictCounts(
  answered: readonly AnsweredChoice[],
  words: Readonly<Record<string, string>>,
): string {
  const counts = new Map<string, number>();
  for (const { ended } of answered) {
    const outcome = outcomeOf(ended, words);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
}

/** What came out, as people call it. */
export function outcomeOf(
  { result: { verdict, error } }: EndedRun,
  words: Readonly<Record<string, string>>,
): string {
  if (verdict !== null) return words[verdict.id] ?? verdict.id;
  return words[error?.code ?? ''] ?? error?.says ?? '';
}
