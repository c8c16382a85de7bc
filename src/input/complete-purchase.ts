import { PvgError } from '../failure.js';
import type { Found, GivenPurchase, Purchase, PurchaseOptions } from './purchase.js';

/** What the rest of pvg knows about a purchase. */
export interface Known {
  readonly package: string | undefined;
  /** Where that package is from: `profile game-prod`. */
  readonly packageSource: string;
  /** How to keep a package for next time. */
  readonly keepPackage: string;
  /** Products of earlier calls, the newest first. */
  readonly products: () => Promise<readonly string[]>;
  /** undefined if nobody can be asked. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** A complete command line for the same service. */
  readonly line: (words: readonly string[]) => string;
}

/** @throws {PvgError} 2, before anything is sent: it names every missing option at once */
export async function completePurchase(given: GivenPurchase, known: Known): Promise<Purchase> {
  if ('body' in given) return given;
  const { platform, forced, options, found } = given;
  const { receipt } = found;
  const isAndroid = platform === 'android';
  const told = options.package ?? found.package;
  const packageName =
    told ?? (isAndroid ? (known.package ?? (await asked(known, 'Android package: '))) : undefined);
  const named = options.productId ?? found.productId;
  if (!named && receipt !== undefined) await refuseProduct(receipt, known, forced);
  const productId = named ?? (await askedProduct(known));
  const words = [
    ...(isAndroid ? [] : ['--os', 'ios']),
    ...(productId ? ['--product-id', productId] : []),
    ...(packageName ? ['--package', packageName] : []),
    ...(found.words ?? []),
    // It was needed once, so it is needed again.
    ...(forced ? ['--force'] : []),
  ];
  if (receipt === undefined || !productId || (isAndroid && !packageName))
    throw await incomplete({ receipt, productId, packageName, isAndroid, words }, known);
  return {
    fields: { platform, receipt, productId, ...(packageName !== undefined && { package: packageName }) },
    ...(found.orderId !== undefined && { orderId: found.orderId }),
    notes: [...(found.notes ?? []), ...differences(options, found, known)],
    words,
  };
}

async function refuseProduct(receipt: string, known: Known, forced: boolean): Promise<void> {
  if (forced || !(await known.products()).includes(receipt)) return;
  throw new PvgError('receipt-doubtful', 'This does not look like a receipt: it is a product.', {
    hint: 'Use `--product-id` for the product. Ask the game’s developers for the receipt. It is in the game’s server log.',
    nextCommand: 'pvg lookup --ask developers',
    section: '§2.1',
  });
}

const asked = async ({ ask }: Known, question: string): Promise<string | undefined> =>
  (await ask?.(question))?.trim();

/** Products of earlier calls are offered by number. */
async function askedProduct(known: Known): Promise<string | undefined> {
  if (known.ask === undefined) return undefined;
  const products = await known.products();
  const offered = products.map((product, at) => `${String(at + 1)} ${product}`).join(', ');
  const answer = await asked(
    known,
    offered === '' ? 'Product id: ' : `Product id, or its number (${offered}): `,
  );
  return products[Number(answer) - 1] ?? answer;
}

interface Incomplete {
  readonly receipt: string | undefined;
  readonly productId: string | undefined;
  readonly packageName: string | undefined;
  readonly isAndroid: boolean;
  readonly words: readonly string[];
}

async function incomplete(
  { receipt, productId, packageName, isAndroid, words }: Incomplete,
  known: Known,
): Promise<PvgError> {
  const products = productId ? [] : await known.products();
  const missing = [
    ...(productId ? [] : ['--product-id']),
    ...(packageName || !isAndroid ? [] : ['--package']),
    ...(receipt === undefined ? ['--receipt (or --purchase-json)'] : []),
  ];
  const hints = [
    ...(receipt === undefined
      ? ['Give the receipt or the purchase JSON: `pvg lookup @purchase.json`, or `-` to paste it.']
      : []),
    ...(products.length > 0 ? [`Products of earlier calls: ${products.join(', ')}.`] : []),
    ...(packageName || !isAndroid ? [] : [known.keepPackage]),
    ...(receipt !== undefined && productId === undefined && products.length === 0
      ? ['The product is in the game’s shop, or in the game’s log.']
      : []),
  ];
  const [product] = products;
  const isReady = receipt !== undefined && (packageName !== undefined || !isAndroid);
  return new PvgError('usage', `Missing: ${missing.join(', ')}.`, {
    hint: hints.join(' '),
    section: '§2.1',
    ...(isReady &&
      product !== undefined &&
      products.length === 1 && {
        nextCommand: known.line(['pvg', 'lookup', '--product-id', product, ...words]),
      }),
  });
}

function differences(options: PurchaseOptions, found: Partial<Found>, known: Known): string[] {
  const differs = (name: 'productId' | 'package'): boolean =>
    options[name] !== undefined && found[name] !== undefined && options[name] !== found[name];
  const [by, used] =
    options.package === undefined ? ['The purchase JSON', found.package] : ['--package', options.package];
  return [
    ...(differs('productId') ? ['The purchase JSON names a different product. pvg uses --product-id.'] : []),
    ...(differs('package') ? ['The purchase JSON names a different package. pvg uses --package.'] : []),
    ...(used !== undefined && known.package !== undefined && used !== known.package
      ? [
          `${by} names a different package than ${known.packageSource}: ${known.package}. pvg uses the one of ${by}.`,
        ]
      : []),
  ];
}
