import type { Command } from 'commander';
import type { Platform } from '../contract/platforms.js';
import { choiceOption } from './choice-option.js';
import { readOptionalNumber } from './number-option.js';
import type { TypedFlags } from './options.js';

/** The options that name a purchase. */

/** The word after the command is `purchase`: a pasted text, `@file` or `-`. */
export type PurchaseOptions = TypedFlags<
  | 'purchase'
  | 'productId'
  | 'package'
  | 'receipt'
  | 'purchaseJson'
  | 'body'
  | 'orderId'
  | 'pick'
  | 'case',
  'force'
> & { readonly os?: Platform };

const platforms: readonly Platform[] = ['android', 'ios'];

/** The options that name a purchase; the order id is never sent. The command itself adds `--case` and its argument. */
export function addPurchaseOptions(command: Command): Command {
  return command
    .option('--product-id <id>', 'product_id: the product’s id in the store')
    .option('--package <name>', 'package: the name of the Android package')
    .option(
      '--receipt <text|@file|->',
      'receipt: on Android the purchase token, on iOS what the game got',
    )
    .option(
      '--purchase-json <@file|->',
      'the store’s purchase JSON, with package, product and receipt',
    )
    .addOption(choiceOption('--os <platform>', 'os_id: the platform (default: android)', platforms))
    .option('--body <@file|->', 'send exactly these bytes instead of the fields')
    .option('--force', 'send even if the receipt, a name or the body looks wrong')
    .option(
      '--order-id <id>',
      'the ticket’s order id: compared with the answer’s; chooses among several',
    )
    .option('--pick <n>', 'the n-th purchase of a text with several, from 1');
}

/** @throws {PvgError} `usage` */
export function readPick({ pick }: PurchaseOptions): number | undefined {
  // `usual` is only the number in the example of the error: without `--pick` nothing is picked.
  return readOptionalNumber('--pick', pick, { usual: 1, min: 1, max: 10_000, isWhole: true });
}
