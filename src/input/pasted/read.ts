import { PvgError } from '../../failure.js';
import { JsonObject, type Json } from '../../text/json/json.js';
import { jsonIn } from '../../text/json/parse.js';
import { purchasesIn, type PastedPurchase } from './purchases.js';
import { joined, steps, withoutQuoteMarks, type Undone } from './undo.js';

/**
 * The purchase in a pasted text. Each way to read the text is tried, and all must agree: a receipt comes out byte for
 * byte or not at all.
 */

interface Reading {
  readonly purchase: PastedPurchase;
  readonly undone: readonly Undone[];
  /** The same for all purchases of one text. */
  readonly text: string;
}

interface ReadOptions {
  /** For errors: `--purchase-json`. */
  readonly what: string;
  /** Chooses among several purchases. */
  readonly productId?: string | undefined;
}

export interface Pasted extends PastedPurchase {
  /** What was undone to read it, the outermost first. */
  readonly undone: readonly Undone[];
}

/**
 * undefined if the text has no purchase. @throws {PvgError} `input-unreadable`, which quotes nothing of the text, for
 * several purchases and for two ways to read one; `usage` for several products or packages
 */
export function readPasted(text: string, { what, productId }: ReadOptions): Pasted | undefined {
  const readings = readingsOf(text, what);
  const [first] = readings;
  if (first === undefined) return undefined;
  const purchases = readings.filter((each) => each.text === first.text).map((each) => each.purchase);
  const receipts = new Set(purchases.map(({ receipt }) => receipt));
  if (readings.some(({ purchase }) => !receipts.has(purchase.receipt))) {
    throw new PvgError('input-unreadable', `${what} can be read in two ways, with different receipts.`, {
      hint: 'A program changed the text. Copy the purchase JSON from the game’s server log, or use its file.',
    });
  }
  if (readings.some(({ purchase }) => valuesOf(purchase).some((value) => /[\p{Cc}\uE000]/u.test(value)))) {
    throw new PvgError(
      'input-unreadable',
      `${what} has a line break or a control character inside of a value.`,
      {
        hint: 'Copy the purchase JSON again from the game’s server log, or use its file.',
      },
    );
  }
  const chosen = purchases.filter((each) => productId !== undefined && each.productId === productId);
  const { receipt } = onlyOne(chosen.length > 0 ? chosen : purchases, what, productId);
  const all = readings.map(({ purchase }) => purchase).filter((each) => each.receipt === receipt);
  const found = all.some((each) => each.productId === productId && productId !== undefined)
    ? all.filter((each) => each.productId === productId)
    : all;
  refuseSeveral(found, what, productId);
  // The same purchase twice: a member may be missing in one place and present in the other.
  return { ...found.reduceRight((merged, each) => ({ ...merged, ...each })), undone: first.undone };
}

function onlyOne(
  purchases: readonly PastedPurchase[],
  what: string,
  productId: string | undefined,
): { readonly receipt: string } {
  const [first = { receipt: '' }] = purchases;
  const receipts = new Set(purchases.map(({ receipt }) => receipt));
  if (receipts.size === 1) return first;
  const isChoice = productId === undefined && new Set(purchases.map((each) => each.productId)).size > 1;
  throw new PvgError(
    'input-unreadable',
    `${what} has ${String(receipts.size)} purchases with different receipts.`,
    {
      hint: `${isChoice ? 'Choose one with `--product-id <id>`, or look up' : 'Look up'} one purchase at a time. \`pvg batch\` looks up many.`,
    },
  );
}

function refuseSeveral(
  purchases: readonly PastedPurchase[],
  what: string,
  productId: string | undefined,
): void {
  const named = new Set(purchases.flatMap((each) => each.productId ?? []));
  const products = named.size === 0 ? (purchases[0]?.products ?? 0) : named.size;
  if (products > 1 && productId === undefined) {
    throw new PvgError('usage', `${what} names ${String(products)} products.`, {
      hint: 'Choose one with `--product-id <id>`.',
    });
  }
  const packages = new Set(purchases.flatMap((each) => each.package ?? []));
  if (packages.size > 1) {
    throw new PvgError('input-unreadable', `${what} names ${String(packages.size)} packages.`, {
      hint: 'Copy the purchase JSON again from the game’s server log.',
    });
  }
}

/** Enough for every text that was seen; a text with more is not read. */
const mostTexts = 100;

/** The plainest first. */
function readingsOf(text: string, what: string): Reading[] {
  const waiting: { readonly text: string; readonly undone: readonly Undone[] }[] = [];
  const seen = new Set<string>();
  const add = (next: string, undone: readonly Undone[]): void => {
    const bare = withoutQuoteMarks(next);
    if (seen.has(bare) || seen.size >= mostTexts) return;
    seen.add(bare);
    waiting.push({ text: bare, undone: bare === next ? undone : [...undone, 'quoted'] });
  };
  add(text.replace(/^\uFEFF/, ''), []);
  const found: Reading[] = [];
  const budget = { attempts: mostAttempts };
  for (const { text: each, undone } of waiting) {
    for (const { json, isJoined } of objectsIn(each, budget))
      for (const purchase of purchasesIn(json, { what }))
        if (!isJoined || isWhole(purchase))
          found.push({ purchase, undone: isJoined ? [...undone, 'wrapped'] : undone, text: each });
    for (const { id, undo } of steps)
      for (const next of undo(each)) add(next, undone.at(-1) === id ? undone : [...undone, id]);
  }
  return found;
}

/**
 * Only what a store's names and tokens consist of: nothing else shows that a broken line lost nothing. What looks like
 * quoted-printable may be just that.
 */
const isWhole = (purchase: PastedPurchase): boolean =>
  valuesOf(purchase).every((value) => /^[\w.~:+/=-]*$/.test(value) && !/=[0-9A-F]{2}/.test(value));

const valuesOf = ({
  receipt,
  productId = '',
  package: packageName = '',
  orderId = '',
}: PastedPurchase): string[] => [receipt, productId, packageName, orderId];

interface Found {
  readonly json: Json;
  /** Its lines were broken inside of texts. */
  readonly isJoined: boolean;
}

// Each attempt that fails reads the rest of the text.
const mostAttempts = 200;

/** The JSON objects in a text, wherever they stand; or the members of a web form. */
function objectsIn(text: string, budget: { attempts: number }): Found[] {
  const found: Found[] = [];
  const opening = /\{\s*"/g;
  for (let at = opening.exec(text); at !== null && budget.attempts > 0; at = opening.exec(text)) {
    const end = endOfObject(text, at.index);
    const object = end === undefined ? undefined : objectIn(text.slice(at.index, end));
    if (end === undefined || object === undefined) budget.attempts -= 1;
    else {
      found.push(object);
      opening.lastIndex = end;
    }
  }
  const form = found.length === 0 ? formIn(text) : undefined;
  return form === undefined ? found : [{ json: form, isJoined: false }];
}

function objectIn(text: string): Found | undefined {
  const json = jsonIn(text);
  if (json !== undefined) return { json, isJoined: false };
  const line = joined(text);
  const put = line === text ? undefined : jsonIn(line);
  return put === undefined ? undefined : { json: put, isJoined: true };
}

/** `purchaseToken=…&productId=…`, also behind an address. */
function formIn(text: string): JsonObject | undefined {
  const query = text.slice(text.indexOf('?') + 1).trim();
  const isForm = /^[\w.-]+=[^&\s]*(?:&[\w.-]+=[^&\s]*)+$/.test(query);
  return isForm ? new JsonObject([...new URLSearchParams(query)]) : undefined;
}

/** Where the object that begins at `start` ends; undefined if it does not end. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    // The character that it escapes may stand on the next line.
    if (inString && character === '\\') at += text[at + 1] === '\r' ? 3 : text[at + 1] === '\n' ? 2 : 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
