import type { Command } from 'commander';
import { nearest } from '../text/nearest.js';
import type { Platform } from '../contract/platforms.js';
import { PvgError } from '../failure.js';
import { utf8, withoutFinalLineEnd, type InputReader } from './bytes.js';
import { readPurchaseJson, type EnvelopePurchase } from './purchase-json.js';
import { checkName, checkReceipt } from './receipt.js';

export interface PurchaseOptions {
  readonly os?: string;
  readonly productId?: string;
  readonly package?: string;
  readonly receipt?: string;
  readonly purchaseJson?: string;
  readonly body?: string;
  readonly orderId?: string;
  readonly force?: boolean;
}

export const addPurchaseOptions = (command: Command): Command =>
  command
    .option('--product-id <id>', 'product_id: the product’s id in the store')
    .option('--package <name>', 'package: the name of the Android package')
    .option(
      '--receipt <text|@file|->',
      'receipt: on Android the purchase token, on iOS what the game received',
    )
    .option(
      '--purchase-json <@file|->',
      'the store’s purchase JSON: package, product and receipt are read from it',
    )
    .option('--os <android|ios>', 'os_id: the platform (default: android)')
    .option('--body <@file|->', 'send exactly these bytes instead of the fields')
    .option('--force', 'send even if the receipt looks wrong');

interface PurchaseFields {
  readonly platform: Platform;
  readonly receipt: string;
  readonly productId: string;
  readonly package?: string;
}

/** A purchase from the command line: fields for a body, or a body. */
export type Purchase = {
  readonly notes: readonly string[];
  /** The options that name the same purchase in another command. */
  readonly words: readonly string[];
  /** Of the purchase JSON. */
  readonly orderId?: string;
} & ({ readonly fields: PurchaseFields } | { readonly body: Uint8Array; readonly platform: Platform });

/** @throws {PvgError} 2, before anything is sent: it names every missing option at once. */
export async function readPurchase(input: InputReader, options: PurchaseOptions): Promise<Purchase> {
  const platform = readPlatform(options.os);
  if (options.body !== undefined) return readBody(input, options, options.body, platform);
  const forced = options.force === true;
  const envelope = await readEnvelope(input, options);
  const typed = await readReceipt(input, options);
  const receipt = typed?.receipt ?? envelope?.receipt;
  const productId = options.productId ?? envelope?.productId;
  const packageName = options.package ?? envelope?.package;
  const missing = [
    ...(productId ? [] : ['--product-id']),
    ...(packageName || platform === 'ios' ? [] : ['--package']),
    ...(receipt === undefined ? ['--receipt (or --purchase-json)'] : []),
  ];
  if (receipt === undefined || productId === undefined || missing.length > 0) {
    throw new PvgError('usage', `Missing: ${missing.join(', ')}.`, {
      hint: 'Example: `--product-id gems_100 --package com.example.game --receipt @receipt.txt`.',
      section: '§2.1',
    });
  }
  // An iOS receipt is sent byte for byte: its form is not shown (§2.1), so nothing about it can be wrong.
  checkReceipt(receipt, forced || platform === 'ios');
  checkName('--product-id', productId, forced);
  checkName('--package', packageName, forced);
  return {
    fields: { platform, receipt, productId, ...(packageName !== undefined && { package: packageName }) },
    notes: [...(typed?.notes ?? []), ...differences(options, envelope)],
    words: [
      ...(platform === 'ios' ? ['--os', 'ios'] : []),
      ...['--product-id', productId],
      ...(packageName === undefined ? [] : ['--package', packageName]),
      ...receiptWords(options),
      // It was needed once, so it is needed again.
      ...(forced ? ['--force'] : []),
    ],
  };
}

async function readBody(
  input: InputReader,
  { productId, package: packageName, receipt, purchaseJson }: PurchaseOptions,
  source: string,
  platform: Platform,
): Promise<Purchase> {
  if ([productId, packageName, receipt, purchaseJson].some((given) => given !== undefined)) {
    const says = '--body cannot be used together with --product-id, --package, --receipt or --purchase-json.';
    throw new PvgError('usage', says, { hint: 'Use either `--body` or the other options.' });
  }
  const { bytes, from } = await input.readFileOnly('--body', source);
  return { body: bytes, platform, notes: [], words: ['--body', from === 'file' ? source : '"@$BODY_FILE"'] };
}

const platforms: readonly Platform[] = ['android', 'ios'];

function readPlatform(os: string | undefined): Platform {
  const platform = os?.toLowerCase() ?? 'android';
  const known = platforms.find((each) => each === platform);
  if (known !== undefined) return known;
  const [near] = nearest(platform, platforms);
  throw new PvgError('usage', '--os must be android or ios.', {
    hint: `${near === undefined ? '' : `Did you mean \`--os ${near}\`? `}The gateway refuses every other platform (INVALID_OS_ID).`,
    section: '§2.1',
  });
}

async function readEnvelope(
  input: InputReader,
  options: PurchaseOptions,
): Promise<EnvelopePurchase | undefined> {
  if (options.purchaseJson === undefined) return undefined;
  if (options.receipt !== undefined) {
    throw new PvgError('usage', '--receipt and --purchase-json cannot be used together.', {
      hint: 'Use one of them: both contain the receipt.',
    });
  }
  const inline = /^\s*[{[]/.test(options.purchaseJson);
  const { bytes } = inline
    ? { bytes: Buffer.from(options.purchaseJson) }
    : await input.readFileOnly('--purchase-json', options.purchaseJson);
  return readPurchaseJson(utf8('--purchase-json', bytes), { productId: options.productId });
}

async function readReceipt(
  input: InputReader,
  options: PurchaseOptions,
): Promise<{ receipt: string; notes: string[] } | undefined> {
  if (options.receipt === undefined) return undefined;
  const { bytes, from } = await input.read('--receipt', options.receipt);
  if (from === 'argument') return { receipt: options.receipt, notes: [] };
  const { bytes: kept, dropped } = withoutFinalLineEnd(bytes);
  return {
    receipt: utf8('--receipt', kept),
    notes: dropped ? ['Removed the line break after the receipt.'] : [],
  };
}

const differences = (options: PurchaseOptions, envelope: EnvelopePurchase | undefined): string[] => {
  const differs = (name: 'productId' | 'package'): boolean =>
    options[name] !== undefined && envelope?.[name] !== undefined && options[name] !== envelope[name];
  return [
    ...(differs('productId') ? ['The purchase JSON names a different product. pvg uses --product-id.'] : []),
    ...(differs('package') ? ['The purchase JSON names a different package. pvg uses --package.'] : []),
  ];
};

/** A receipt is never repeated: a file or a demo receipt is named, anything else the user fills in. */
function receiptWords(options: PurchaseOptions): string[] {
  if (options.purchaseJson?.startsWith('@') === true) return ['--purchase-json', options.purchaseJson];
  const nameable = options.receipt !== undefined && /^(@|demo-)/.test(options.receipt);
  return ['--receipt', nameable && options.receipt !== undefined ? options.receipt : '"$RECEIPT"'];
}
