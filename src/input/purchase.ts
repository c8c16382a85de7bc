import type { Command } from 'commander';
import { placeholder, type Typed } from '../text/shell.js';
import { nearest } from '../text/nearest.js';
import type { Platform } from '../contract/platforms.js';
import { onPvgError, PvgError } from '../failure.js';
import { utf8, withoutFinalLineEnd, type InputReader } from './bytes.js';
import type { Given } from './options.js';
import { readPasted, type Pasted } from './pasted/read.js';
import type { Undone } from './pasted/undo.js';
import { looksLikeJson, noPurchase } from './pasted/why-not.js';
import { refuseHidden } from './leftovers.js';
import { checkName, checkReceipt } from './receipt.js';

/** `purchase`: what was pasted, a word, `@file` or `-`. */
export type PurchaseOptions = Given<
  'purchase' | 'os' | 'productId' | 'package' | 'receipt' | 'purchaseJson' | 'body' | 'orderId',
  'force'
>;

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

interface Named {
  readonly notes: readonly string[];
  /** The options that name the same purchase in another command. */
  readonly typed: Typed;
  /** Of the purchase JSON. */
  readonly orderId?: string;
}

/** A purchase from the command line: fields for a body, or a body. */
export type Purchase = Named &
  ({ readonly fields: PurchaseFields } | { readonly body: Uint8Array; readonly platform: Platform });

/** As given, before the profile and a person add what is missing. */
export type GivenPurchase =
  | Extract<Purchase, { readonly body: Uint8Array }>
  | {
      readonly platform: Platform;
      readonly forced: boolean;
      readonly options: PurchaseOptions;
      readonly found: Partial<Found>;
    };

/** What a text or an option says about the purchase. */
export interface Found extends Omit<Pasted, 'undone' | 'products'> {
  readonly notes: readonly string[];
  /** The option that names the receipt again. */
  readonly typed: Typed;
}

/** Where a purchase is read from. */
interface Desk {
  /** Tells the person at a terminal to paste; undefined if standard input is not a terminal. */
  readonly paste: ((says: string) => Promise<void>) | undefined;
  /** Whether a person may be asked. */
  readonly ask: boolean;
  readonly windows: boolean;
  /** The look-up that was typed, of this file. */
  readonly lookupOf: (file: string) => string;
}

/** @throws {PvgError} 2, before anything is sent */
export async function readPurchase(
  input: InputReader,
  given: PurchaseOptions,
  desk: Desk,
): Promise<GivenPurchase> {
  const platform = readPlatform(given.os);
  refuseTwo(given);
  if (given.body !== undefined) return readBody(input, given.body, platform);
  const isNothing = [given.purchase, given.receipt, given.purchaseJson].every((each) => each === undefined);
  // Whoever types the command alone at a terminal pastes next.
  const options = isNothing && desk.ask && desk.paste !== undefined ? { ...given, purchase: '-' } : given;
  if ([options.purchase, options.receipt, options.purchaseJson].includes('-'))
    await desk.paste?.(
      `Paste the purchase, then press ${desk.windows ? 'Ctrl-Z and Enter' : 'Enter and Ctrl-D'}.`,
    );
  const forced = options.force === true;
  const found = await readFound(input, options, desk);
  if (found.receipt !== undefined) {
    const isIos = platform === 'ios';
    // The form of an iOS receipt is not shown (§2.1), so only what nobody sees can be wrong; base64 may have lines.
    checkReceipt(found.receipt, forced || isIos);
    if (isIos && !forced) refuseHidden('--receipt', found.receipt.replace(/\r?\n(?=\S)/g, ''));
  }
  checkName('--product-id', options.productId ?? found.productId, forced);
  checkName('--package', options.package ?? found.package, forced);
  return { platform, forced, options, found };
}

function refuseTwo({
  purchase,
  receipt,
  purchaseJson,
  body,
  productId,
  package: packageName,
}: PurchaseOptions): void {
  const both = (says: string, hint: string): PvgError => new PvgError('usage', says, { hint });
  if (
    body !== undefined &&
    [productId, packageName, receipt, purchaseJson, purchase].some((each) => each !== undefined)
  )
    throw both(
      '--body cannot be used together with --product-id, --package, --receipt or --purchase-json.',
      'Use either `--body` or the other options.',
    );
  if (receipt !== undefined && purchaseJson !== undefined)
    throw both(
      '--receipt and --purchase-json cannot be used together.',
      'Use one of them: both contain the receipt.',
    );
  const option = receipt === undefined ? '--purchase-json' : '--receipt';
  if (purchase !== undefined && (receipt ?? purchaseJson) !== undefined)
    throw both(
      `There are two purchases: the word after \`lookup\`, and ${option}.`,
      `Use one of them: \`pvg lookup\` takes what ${option} takes.`,
    );
}

async function readBody(
  input: InputReader,
  source: string,
  platform: Platform,
): Promise<Extract<Purchase, { readonly body: Uint8Array }>> {
  const { bytes, from } = await input.readFileOnly('--body', source);
  return {
    body: bytes,
    platform,
    notes: [],
    typed: [['--body', from === 'file' || from === 'stdin' ? source : placeholder('@BODY_FILE')]],
  };
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

async function readFound(
  input: InputReader,
  options: PurchaseOptions,
  { lookupOf }: Desk,
): Promise<Partial<Found>> {
  const { purchase, purchaseJson, receipt, productId, force: forced = false } = options;
  if (purchaseJson !== undefined) {
    const what = '--purchase-json';
    const isInline = /^\s*[{[]/.test(purchaseJson);
    const { bytes } = isInline
      ? { bytes: Buffer.from(purchaseJson) }
      : await input.readFileOnly(what, purchaseJson);
    const text = utf8(what, bytes);
    const pasted = readPasted(text, { what, productId });
    if (pasted === undefined) throw noPurchase(text, what);
    return foundIn(pasted, ['--purchase-json', purchaseJson]);
  }
  const given = purchase ?? receipt;
  if (given === undefined) return {};
  const option = purchase === undefined ? '--receipt' : 'lookup';
  if (!forced && (await input.isFile(given)))
    throw forgottenAt(purchase === undefined ? undefined : lookupOf(given));
  const { bytes, from } = await input.read(option, given);
  const { bytes: kept, dropped } =
    from === 'argument' ? { bytes, dropped: false } : withoutFinalLineEnd(bytes);
  const text = utf8(option, kept);
  if (purchase !== undefined) {
    const what = 'The text';
    if (text.trim() === '')
      throw new PvgError('usage', 'Nothing was pasted.', {
        hint: 'Give the receipt or the store’s purchase JSON: `pvg lookup @<file>`, or `pvg lookup -` to paste it.',
        section: '§2.1',
      });
    const pasted = readPasted(text, { what, productId });
    if (pasted !== undefined) return foundIn(pasted, ['--purchase-json', given]);
    if (!forced && looksLikeJson(text)) throw noPurchase(text, what);
  }
  if (purchase === undefined && !forced && isWholePurchase(text))
    throw new PvgError('receipt-doubtful', '--receipt has a whole purchase, not only its receipt.', {
      hint: 'Use `--purchase-json` instead of `--receipt`, or `pvg lookup @<file>`. Both read such a text.',
      section: '§2.1',
    });
  const says = 'Removed the line break after the receipt.';
  return { receipt: text, typed: receiptTyped('--receipt', given), notes: dropped ? [says] : [] };
}

const forgottenAt = (nextCommand: string | undefined): PvgError =>
  new PvgError('usage', 'This is the name of a file. Put `@` before it.', {
    hint: 'With `@`, pvg reads the file. To send the name itself, add `--force`.',
    ...(nextCommand !== undefined && { nextCommand }),
  });

/** A mail or a log line, in which the receipt is only a part. */
function isWholePurchase(text: string): boolean {
  if (!/\s/.test(text.trim())) return false;
  try {
    return readPasted(text, { what: '--receipt', productId: undefined }) !== undefined;
  } catch (error) {
    return onPvgError(() => false)(error);
  }
}

function foundIn({ undone, ...purchase }: Pasted, [option, source]: readonly [string, string]): Found {
  const from = [...new Set(undone.map((each) => undoneWords[each]))];
  return {
    ...purchase,
    typed: receiptTyped(option, source),
    notes: from.length === 0 ? [] : [`Read the purchase from ${from.join(' and ')}.`],
  };
}

const undoneWords: Readonly<Record<Undone, string>> = {
  quoted: 'a quoted e-mail',
  html: 'HTML text',
  'quoted-printable': 'the source of an e-mail (quoted-printable)',
  percent: 'percent-encoded text',
  form: 'a web form',
  base64: 'base64',
  escaped: 'escaped JSON',
  typographic: 'text with typographic quotation marks',
  wrapped: 'lines that a mail program broke',
};

/**
 * A receipt is never repeated: a file, standard input or a demo receipt is named, anything else the user fills in.
 */
const receiptTyped = (option: string, source: string): Typed =>
  source.startsWith('@') || source === '-'
    ? [[option, source]]
    : [['--receipt', source.startsWith('demo-') ? source : placeholder('RECEIPT')]];
