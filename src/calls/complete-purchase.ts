import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { FoundPurchase, GivenPurchase, Purchase, PurchaseOptions } from '../input/purchase.js';
import { mayBeName } from '../input/pasted/look-alikes.js';
import { doubtOwnName, refuse } from '../input/receipt.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { nonEmptyTexts, joinSentences } from '../text/sentences.js';
import { placeholder, collectTypedOptions, type TypedOptions } from '../text/shell.js';
import { commandLineFor, hasOption } from '../wording/next-command.js';
import type { Connection } from './connection.js';

/** What the profile and a person add to a purchase that lacks something. */

/** @throws {PvgError} 2, before anything is sent: it names every missing option at once */
export async function completePurchase(
  { prompt }: Context,
  { profile, globals, typed: others }: Connection,
  given: GivenPurchase,
): Promise<Purchase> {
  if ('body' in given) return given;
  const { options, found } = given;
  const { os: platform = 'android', force: forced = false } = options;
  const { receipt } = found;
  const isAndroid = platform === 'android';
  /** undefined if nobody can be asked. */
  const asked = async (question: string): Promise<string | undefined> =>
    globals.input && prompt.possible ? await prompt.ask(question) : undefined;
  const told = options.package ?? found.package;
  const packageName =
    told ?? (isAndroid ? (profile.package ?? (await asked('Android package: '))) : undefined);
  const productId = options.productId ?? found.productId ?? (await asked('Product id: '));
  if (receipt !== undefined && !forced) refuse(doubtOwnName(receipt, [productId], packageName));
  if (isAndroid && !forced && mayBeName(receipt ?? '')) {
    refuseName(await asked('The receipt looks like a name, not like a receipt. Send it? [y/N] '));
  }
  const typedOptions: TypedOptions = [
    ...collectTypedOptions({
      '--os': isAndroid ? undefined : 'ios',
      '--product-id': productId || undefined,
      '--package': packageName || undefined,
    }),
    ...(found.typed ?? []),
    // It was needed once, so it is needed again.
    ...(forced ? [['--force'] as const] : []),
  ];
  const missing = collectTypedOptions({
    '--product-id': productId ? undefined : placeholder('PRODUCT_ID'),
    '--package': isAndroid && !packageName ? placeholder('PACKAGE') : undefined,
    '--receipt': receipt === undefined ? placeholder('RECEIPT') : undefined,
  });
  if (receipt === undefined || !productId || missing.length > 0) {
    throw incomplete(missing, [...typedOptions, ...others]);
  }
  return {
    fields: {
      platform,
      receipt,
      productId,
      ...(packageName !== undefined && { package: packageName }),
    },
    ...(found.orderId !== undefined && { orderId: found.orderId }),
    ...(found.otherOrderIds !== undefined && { otherOrderIds: found.otherOrderIds }),
    notes: [...(found.notes ?? []), ...differences(options, found, profile)],
    typed: typedOptions,
  };
}

/** @throws {PvgError} `receipt-doubtful` if somebody says no */
function refuseName(answer: string | undefined): void {
  if (answer === undefined || /^y(?:es)?$/i.test(answer)) return;
  throw new PvgError('receipt-doubtful', 'The receipt looks like a name. Nothing was sent.', {
    hint: 'Ask the game’s developers for the receipt. To send it anyway, add `--force`.',
    section: '§2.1',
  });
}

const incomplete = (missing: TypedOptions, typedOptions: TypedOptions): PvgError =>
  new PvgError('usage', `Missing: ${missing.map(([option]) => option).join(', ')}.`, {
    hint: joinSentences(
      hasOption(missing, '--receipt') &&
        'Give the receipt or the purchase JSON: `pvg lookup @purchase.json`, or `-` to paste it. An order id alone cannot be looked up.',
      hasOption(missing, '--package') &&
        'To keep the package for next time, set PVG_PACKAGE, or store it: `pvg profile set <name> --package <name>`.',
    ),
    section: '§2.1',
    nextCommand: hasOption(typedOptions, '--os')
      ? 'pvg help ios'
      : commandLineFor('lookup', [...typedOptions, ...missing]),
  });

function differences(
  options: PurchaseOptions,
  found: Partial<FoundPurchase>,
  profile: ResolvedProfile,
): string[] {
  const differs = (name: 'productId' | 'package'): boolean =>
    options[name] !== undefined && found[name] !== undefined && options[name] !== found[name];
  const { package: own, sources } = profile;
  const used = options.package ?? found.package ?? own;
  return nonEmptyTexts(
    differs('productId') && 'The purchase JSON names a different product. pvg uses --product-id.',
    differs('package') && 'The purchase JSON names a different package. pvg uses --package.',
    own !== undefined &&
      used !== own &&
      `This purchase names a different package than ${sources.package ?? ''}: ${own}. pvg uses the one of the purchase.`,
  );
}
