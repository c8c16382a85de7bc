import type { Context } from '../context.js';
import { demoPurchase } from '../contract/demo-credentials.js';
import { confirmedCalls, productsIn } from '../desk/journal/confirmed.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { PvgError } from '../failure.js';
import type { Found, GivenPurchase, Purchase, PurchaseOptions } from '../input/purchase.js';
import { mayBeName } from '../input/pasted/other-things.js';
import { refuseOwnName } from '../input/receipt.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
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
    told ?? (isAndroid ? (profile.gateway.package ?? (await asked(at, 'Android package: '))) : undefined);
  const named = options.productId ?? found.productId;
  if (receipt !== undefined && !forced) {
    refuseOwnName(receipt, named ? [named] : await productsAt(at), packageName);
    if (isAndroid) await askAboutName(receipt, at);
  }
  const productId = named ?? (await askedProduct(at));
  if (receipt !== undefined && !forced) refuseOwnName(receipt, [productId], undefined);
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
    throw await incomplete({ receipt, productId, packageName, isAndroid, typed }, at);
  return {
    fields: { platform, receipt, productId, ...(packageName !== undefined && { package: packageName }) },
    ...(found.orderId !== undefined && { orderId: found.orderId }),
    notes: [...(found.notes ?? []), ...differences(options, found, profile)],
    typed,
  };
}

/** @throws {PvgError} `receipt-doubtful` */
async function askAboutName(receipt: string, at: At): Promise<void> {
  if (!mayBeName(receipt) || !canAsk(at)) return;
  const answer = await asked(at, 'The receipt looks like a name, not like a receipt. Send it? [y/N] ');
  if (/^y(?:es)?$/i.test(answer ?? '')) return;
  throw new PvgError('receipt-doubtful', 'The receipt looks like a name. Nothing was sent.', {
    hint: 'Ask the game’s developers for the receipt. To send it anyway, add `--force`.',
    section: '§2.1',
  });
}

const canAsk = ({ context: { prompt }, connection: { globals } }: At): boolean =>
  globals.input && prompt.possible;

/** undefined if nobody can be asked. */
const asked = async (at: At, question: string): Promise<string | undefined> =>
  canAsk(at) ? (await at.context.prompt.text(question)).trim() : undefined;

/** Products of earlier calls are offered by number. */
async function askedProduct(at: At): Promise<string | undefined> {
  if (!canAsk(at)) return undefined;
  const products = await productsAt(at);
  const offered = products.map((product, index) => `${String(index + 1)} ${product}`).join(', ');
  const answer = await asked(
    at,
    offered === '' ? 'Product id: ' : `Product id, or its number (${offered}): `,
  );
  return products[Number(answer) - 1] ?? answer;
}

/** Products of earlier calls, the newest first. A gateway may serve several games, each with its own profile. */
async function productsAt({ context, connection: { profile, recorder } }: At): Promise<readonly string[]> {
  const { name, environment, local } = profile;
  if (local) return [demoPurchase.productId];
  if (!recorder.on) return [];
  const isOwn = (call: JournalEntry): boolean => call.profile === name && call.environment === environment;
  return productsIn(await confirmedCalls(context, isOwn));
}

interface Incomplete {
  readonly receipt: string | undefined;
  readonly productId: string | undefined;
  readonly packageName: string | undefined;
  readonly isAndroid: boolean;
  readonly typed: Typed;
}

async function incomplete(
  { receipt, productId, packageName, isAndroid, typed }: Incomplete,
  at: At,
): Promise<PvgError> {
  const products = productId ? [] : await productsAt(at);
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
    ...(packageName || !isAndroid ? [] : [keepPackage(at.connection.profile)]),
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
        nextCommand: again('lookup', [...typed, ...at.connection.typed], { '--product-id': product }),
      }),
  });
}

const keepPackage = ({ name, local }: ResolvedProfile): string =>
  name === null || local
    ? 'To keep the package for next time, set PVG_PACKAGE.'
    : `To keep the package for next time, run \`pvg profile set ${name} --package <name>\`.`;

function differences(options: PurchaseOptions, found: Partial<Found>, profile: ResolvedProfile): string[] {
  const own = profile.gateway.package;
  const differs = (name: 'productId' | 'package'): boolean =>
    options[name] !== undefined && found[name] !== undefined && options[name] !== found[name];
  const [by, used] =
    options.package === undefined ? ['The purchase JSON', found.package] : ['--package', options.package];
  return [
    ...(differs('productId') ? ['The purchase JSON names a different product. pvg uses --product-id.'] : []),
    ...(differs('package') ? ['The purchase JSON names a different package. pvg uses --package.'] : []),
    ...(used !== undefined && own !== undefined && used !== own
      ? [
          `${by} names a different package than ${profile.sources['gateway.package'] ?? ''}: ${own}. pvg uses the one of ${by}.`,
        ]
      : []),
  ];
}
