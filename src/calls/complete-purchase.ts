import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { Found, GivenPurchase, Purchase, PurchaseOptions } from '../input/purchase.js';
import { mayBeName } from '../input/pasted/named.js';
import { refuseOwnName } from '../input/receipt.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { nonEmpty, sentences } from '../text/sentences.js';
import { placeholder, typedWith, type Typed } from '../text/shell.js';
import { again, has } from '../view/again.js';
import type { Connection } from './connection.js';

/** What the profile and a person add to a purchase that lacks something. */

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
  const productId = options.productId ?? found.productId ?? (await asked(at, 'Product id: '));
  if (receipt !== undefined && !forced) refuseOwnName(receipt, [productId], packageName);
  if (isAndroid && !forced && mayBeName(receipt ?? '')) await confirmName(at);
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
  connection.globals.input && context.prompt.possible ? await context.prompt.ask(question) : undefined;

const blanks = {
  '--product-id': placeholder('PRODUCT_ID'),
  '--package': placeholder('PACKAGE'),
  '--receipt': placeholder('RECEIPT'),
} as const;

function incomplete(options: readonly (keyof typeof blanks | false)[], typed: Typed): PvgError {
  const missing = options.filter((each) => each !== false);
  const set = Object.fromEntries(missing.map((option) => [option, blanks[option]]));
  return new PvgError('usage', `Missing: ${missing.join(', ')}.`, {
    hint: sentences(
      missing.includes('--receipt') &&
        'Give the receipt or the purchase JSON: `pvg lookup @purchase.json`, or `-` to paste it. An order id alone cannot be looked up.',
      missing.includes('--package') &&
        'To keep the package for next time, set PVG_PACKAGE, or store it: `pvg profile set <name> --package <name>`.',
    ),
    section: '§2.1',
    nextCommand: has(typed, '--os') ? 'pvg help ios' : again('lookup', typed, set),
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
