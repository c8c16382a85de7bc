import { hasTokenForm } from '../../contract/purchase-token.js';
import { madeOnce } from '../../text/made-once.js';
import { brokenMark } from './broken-mark.js';
import { listForeignLabels, type PurchaseRole } from './foreign-labels.js';

/** The names under which a purchase’s values stand: in JSON, as people write them, and in addresses. */

/** The members in Google Play Billing, in billing libraries and in the store’s notifications. */
export const memberNames: Readonly<Record<PurchaseRole, readonly string[]>> = {
  receipt: ['purchaseToken', 'purchase_token', 'purchaseTokenAndroid', 'token'],
  productId: ['productId', 'product_id', 'sku', 'subscriptionId'],
  package: ['packageName', 'package_name', 'packageNameAndroid', 'package'],
  orderId: ['orderId', 'order_id'],
};
/** Members that list the products of one purchase. */
export const productLists = ['productIds', 'product_ids', 'products', 'skus'];
export const purchaseRoles = Object.keys(memberNames) as readonly PurchaseRole[];

/** What stands between two words of a label: `order id`, `order_id`, `order-id`, `orderid`. */
const gap = String.raw`[ \u00A0_-]?`;
/** Labels as people and logs write them, in small letters or capitals. */
const englishLabels: Readonly<Record<PurchaseRole, string>> = {
  receipt: `receipt|(?:google${gap})?(?:purchase${gap})?token(?:${gap}android)?`,
  productId: `product(?:${gap}(?:ids?|identifier|sku))?|sku(?:${gap}id)?|item(?:${gap}id)?|subscription${gap}id`,
  package: `(?:package(?:${gap}(?:name|id))?|pkg|app(?:${gap}(?:id|package))?|application${gap}id)(?:${gap}android)?`,
  orderId: `(?:(?:google|store)${gap})?order(?:${gap}(?:id|no|number))?|transaction${gap}id`,
};

function joinLabels(role: PurchaseRole): string {
  const foreign = listForeignLabels(role).map((label) => label.replaceAll(' ', gap));
  return [englishLabels[role], ...foreign].join('|');
}

const labelPatterns: Readonly<Record<PurchaseRole, string>> = {
  receipt: joinLabels('receipt'),
  productId: joinLabels('productId'),
  package: joinLabels('package'),
  orderId: joinLabels('orderId'),
};
/** Matches any label. It has no groups, so that a larger pattern can contain it. */
export const anyLabel = `(?:${Object.values(labelPatterns).join('|')})`;

const wholeLabels = madeOnce(() =>
  purchaseRoles.map(
    (role) => [role, new RegExp(`^(?:${labelPatterns[role].normalize('NFKC')})$`, 'i')] as const,
  ),
);

/** `orderId` for `Order ID`, `receipt` for `purchase_token`; undefined for another label. */
export function findRoleOfLabel(label: string): PurchaseRole | undefined {
  const words = label
    .normalize('NFKC')
    .trim()
    .replace(/[\s_-]+/g, ' ');
  return wholeLabels().find(([, form]) => form.test(words))?.[0];
}

/** What stands between a label and its value: `=`, `": "`, ` => '`, `=["`. */
const signPattern = String.raw`\\*["'\x60]?\s*(?:=>|[:=\uFF1A])[\s[]*\\*["'\x60]?`;
const namePattern = String.raw`([\w.-]{1,100})`;

const labelledNames = madeOnce(() => ({
  productId: new RegExp(
    `(?<![a-z])(?:${labelPatterns.productId})(${signPattern})${namePattern}`,
    'gi',
  ),
  package: new RegExp(`(?<![a-z])(?:${labelPatterns.package})(${signPattern})${namePattern}`, 'gi'),
}));

/** A name without the point that ends its sentence; empty for a name that was cut. */
function trimSentenceEnd(nameInText: string): string {
  const name = nameInText.replace(/\.$/, '');
  // A name that ends with another character was cut.
  return /[\w]$/.test(name) && !name.endsWith('_') ? name : '';
}

/** Whether a name is an id of the store. `gold` in `product: gold pack` is not, and neither is `yes` in `item: yes`. */
function isIdOfStore(name: string, sign: string, after: string): boolean {
  if (/[a-z]/i.test(name) && /[\d_.]/.test(name)) return true;
  return sign.includes('=') || /["'`]/.test(sign) || /^\\*["'`]/.test(after);
}

/** The products or packages that a text names under a label anywhere. */
export function findStoreNames(text: string, role: 'productId' | 'package'): string[] {
  const labelled = [...text.matchAll(labelledNames()[role])].map((match) => {
    const [whole, sign = '', nameInText = ''] = match;
    const name = trimSentenceEnd(nameInText);
    const after = text.slice(match.index + whole.length, match.index + whole.length + 3);
    return isIdOfStore(name, sign, after) ? name : '';
  });
  const addresses = [...text.matchAll(pathOfPurchase)];
  const inAddresses = addresses.map(([, packageName = '', productId = '']) =>
    role === 'package' ? packageName : productId,
  );
  return [...labelled, ...inAddresses].filter((name) => name !== '');
}

/** `***`, `•••`, `…`, `...`, `xxxx`, `[redacted]`. */
const maskPattern = [
  ...[String.raw`\*{2,}`, String.raw`\u2022{2,}`, String.raw`\u2026`, String.raw`\.{3,}`, 'x{4,}'],
  String.raw`[[<(](?:truncated|masked|redacted|hidden|omitted|removed)[\])>]`,
].join('|');
const maskedReceipt = madeOnce(
  () =>
    new RegExp(
      `(?:(?<![a-z])(?:${labelPatterns.receipt})${signPattern}|(?<![a-z])[a-z]{16,64}\\.AO-)[\\w~+/=.-]{0,200}?(${maskPattern})`,
      'i',
    ),
);

/** The mask of a receipt: `***` in `token: abc***xyz`; undefined for a text without a masked receipt. */
export function findMaskInReceipt(text: string): string | undefined {
  const mask = maskedReceipt().exec(text)?.[1];
  if (mask === undefined || mask.length <= mostMaskShown) return mask;
  return `${mask.slice(0, mostMaskShown)}…`;
}

const receiptInText = madeOnce(
  () =>
    new RegExp(
      `(?<![a-z])(?:${labelPatterns.receipt})${signPattern}[\\w~+/=.-]{0,200}[\\d_-][\\w~+/=.-]`,
      'i',
    ),
);

/** Whether a text has a receipt under a label, whole or not. `token: attached` has not: that is a word. */
export function hasLabelledReceipt(text: string): boolean {
  return receiptInText().test(text);
}

/** Whether a receipt has a mask in it, such as `***`: no token of the store has one by chance. */
export function hasMaskInside(receipt: string): boolean {
  return !hasTokenForm(receipt) && findMaskInReceipt(`token: ${receipt}`) !== undefined;
}

/** In characters: a longer mask is shown shortened, because it may be as long as the receipt. */
const mostMaskShown = 12;

interface PurchaseInAddress {
  readonly receipt: string;
  readonly package: string;
  readonly productId?: string;
}

/**
 * An address of the Play Developer API in a log: `…/applications/<package>/purchases/products/<product>/tokens/<token>`. That of
 * the newer interface has no product: `…/purchases/productsv2/tokens/<token>`.
 */
const purchasePath = String.raw`/applications/([\w.]{1,200})/purchases/(?:(?:products|subscriptions)/([\w.]{1,200})|(?:products|subscriptions)v2)`;
const pathOfPurchase = new RegExp(purchasePath, 'g');
const storeAddress = madeOnce(
  () => new RegExp(`${purchasePath}${String.raw`/tokens/([^\s?#"'\x60<>\\,;()]{1,4096})`}`, 'g'),
);

/** The purchases in such addresses. A token that may go on in the next line is marked as broken. */
export function findPurchasesInAddresses(text: string): PurchaseInAddress[] {
  return [...text.matchAll(storeAddress())].map((match) => {
    const [whole, packageName = '', productId, tokenInPath = ''] = match;
    // The method `:acknowledge` is removed only from a token of the store's usual form: another token might end so itself.
    const withoutMethod = tokenInPath.replace(/:(?:acknowledge|consume)$/, '');
    const token = hasTokenForm(withoutMethod) ? withoutMethod : tokenInPath;
    const after = text.slice(match.index + whole.length);
    const isWhole = /^[\w.~-]+$/.test(token) && isTokenEnd(after, token !== tokenInPath);
    const candidate = {
      receipt: isWhole ? token : `${token}${brokenMark}`,
      package: packageName,
    };
    return productId === undefined ? candidate : { ...candidate, productId };
  });
}

/** Whether the token is whole. At the end of a line it may go on in the next one. @param after the text behind the token */
function isTokenEnd(after: string, hasMethod: boolean): boolean {
  if (hasMethod || /^[?#"'`<> \t]/.test(after)) return !/^[ \t]*\r?\n[ \t]*[\w.~-]/.test(after);
  const isEndOfText = /^(?:\r?\n[ \t]*)?$/.test(after);
  const isBeforeJsonOrXml = /^\r?\n[ \t]*[{[<]/.test(after);
  const isBeforeEmptyLine = /^\r?\n[ \t]*\r?\n/.test(after);
  return isEndOfText || isBeforeJsonOrXml || isBeforeEmptyLine;
}
