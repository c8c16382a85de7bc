import type { Context } from '../context.js';
import { demoPurchase } from '../contract/demo-credentials.js';
import { confirmedProducts } from '../desk/journal/journal.js';
import { PvgError } from '../failure.js';
import type { Found, GivenPurchase, Purchase, PurchaseOptions } from '../input/purchase.js';
import { mayBeName } from '../input/pasted/named.js';
import { refuseOwnName } from '../input/receipt.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { nonEmpty, sentences } from '../text/sentences.js';
import { typedWith, type Typed } from '../text/shell.js';
import { again } from '../view/again.js';
import type { Connection } from './connection.js';

/** What the profile, the journal and a person add to a purchase that lacks something. */

/** Where missing values come from. */
interface At {
  readonly context: Context;
  readonly connection: Connection;
}

/** @throws {PvgError} 2, before anything is sent: it names every missing option at once */
export async function completePurchase(at: At, given: GivenPurchase): Promise<Purchase> {
  if ('body' in given) return given;
  const { platform, forced, options, found } = given;
  const { receipt } = found;
  const { profile } = at.connection;
  const isAndroid = platform === 'android';
  const told = options.package ?? found.package;
  const packageName =
    told ?? (isAndroid ? (profile.package ?? (await asked(at, 'Android package: '))) : undefined);
  const named = options.productId ?? found.productId;
  const products = named ? [named] : await productsAt(at);
  const refuseNames = (names: readonly (string | undefined)[]): void => {
    if (receipt !== undefined && !forced) refuseOwnName(receipt, names, packageName);
  };
  refuseNames(products);
  if (isAndroid && !forced && mayBeName(receipt ?? '')) await confirmName(at);
  const productId = named ?? (await askedProduct(at, products));
  refuseNames([productId]);
  const typed: Typed = [
    ...typedWith({
      '--os': isAndroid ? undefined : 'ios',
      '--product-id': productId || undefined,
      '--package': packageName || undefined,
    }),
    ...(found.typed ?? []),
    // It was needed once, so it is needed again.
    ...(forced ? [['--force'] as const] : []),
  ];
  if (receipt === undefined || !productId || (isAndroid && !packageName))
    throw incomplete(
      [!productId && '--product-id', isAndroid && !packageName && '--package', !receipt && '--receipt'],
      productId ? [] : products,
      [...typed, ...at.connection.typed],
    );
  return {
    fields: { platform, receipt, productId, ...(packageName !== undefined && { package: packageName }) },
    ...(found.orderId !== undefined && { orderId: found.orderId }),
    notes: [...(found.notes ?? []), ...differences(options, found, profile)],
    typed,
  };
}

/** @throws {PvgError} `receipt-doubtful` if somebody says no */
async function confirmName(at: At): Promise<void> {
  const answer = await asked(at, 'The receipt looks like a name, not like a receipt. Send it? [y/N] ');
  if (answer === undefined || /^y(?:es)?$/i.test(answer)) return;
  throw new PvgError('receipt-doubtful', 'The receipt looks like a name. Nothing was sent.', {
    hint: 'Ask the game’s developers for the receipt. To send it anyway, add `--force`.',
    section: '§2.1',
  });
}

/** undefined if nobody can be asked. */
const asked = async ({ context, connection }: At, question: string): Promise<string | undefined> =>
  connection.globals.input && context.prompt.possible
    ? (await context.prompt.text(question)).trim()
    : undefined;

/** Products of earlier calls are offered by number. */
async function askedProduct(at: At, products: readonly string[]): Promise<string | undefined> {
  const offered = products.map((product, index) => `, ${index + 1} for ${product}`).join('');
  const answer = await asked(at, `Product id${offered}: `);
  return products[Number(answer) - 1] ?? answer;
}

/** Products of earlier calls, the newest first. A gateway may serve several games, each with its own profile. */
async function productsAt({ context, connection }: At): Promise<readonly string[]> {
  const { name: profile, environment, local } = connection.profile;
  if (local) return [demoPurchase.productId];
  return connection.recorder.on ? confirmedProducts(context, { profile, environment }) : [];
}

function incomplete(
  options: readonly (string | false)[],
  products: readonly string[],
  typed: Typed,
): PvgError {
  const missing = options.filter((each) => each !== false);
  const [product, ...others] = products;
  const isReady = product !== undefined && others.length === 0 && missing.length === 1;
  return new PvgError('usage', `Missing: ${missing.join(', ')}.`, {
    hint: sentences(
      missing.includes('--receipt') &&
        'Give the receipt or the purchase JSON: `pvg lookup @purchase.json`, or `-` to paste it. An order id alone cannot be looked up.',
      products.length > 0 && `Products that pvg knows here: ${products.join(', ')}.`,
      missing.includes('--package') &&
        'To keep the package for next time, set PVG_PACKAGE, or store it: `pvg profile set <name> --package <name>`.',
    ),
    section: '§2.1',
    ...(isReady && { nextCommand: again('lookup', typed, { '--product-id': product }) }),
  });
}

function differences(options: PurchaseOptions, found: Partial<Found>, profile: ResolvedProfile): string[] {
  const differs = (name: 'productId' | 'package'): boolean =>
    options[name] !== undefined && found[name] !== undefined && options[name] !== found[name];
  const { package: own, sources } = profile;
  const used = options.package ?? found.package ?? own;
  return nonEmpty(
    differs('productId') && 'The purchase JSON names a different product. pvg uses --product-id.',
    differs('package') && 'The purchase JSON names a different package. pvg uses --package.',
    own !== undefined &&
      used !== own &&
      `This purchase names a different package than ${sources.package ?? ''}: ${own}. pvg uses the one of the purchase.`,
  );
}
