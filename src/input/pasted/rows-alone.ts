import { placeholderTexts } from '../../contract/placeholder-texts.js';
import { hasTokenForm, hasWholeForm } from '../../contract/purchase-token.js';
import { brokenMark } from './broken-mark.js';
import { splitCells, findDelimiters } from './cells.js';
import { findOrderId } from './order-ids.js';
import { isTextBelow } from './text-below.js';

/** Reads rows of a table without a header: only the form of a cell shows what it is. */

/** A longer table is for `pvg batch`, not for one look-up. */
const mostRows = 200;
/** In characters: a longer line is no row of a table. */
const longestRow = 10_000;

interface Row {
  readonly receipt: string;
  /** Whether nothing stands behind the receipt, which may then go on in the next line. */
  readonly endsWithReceipt: boolean;
  readonly package: string | undefined;
  /** Every cell that may be the product. */
  readonly products: readonly string[];
  readonly orderIds: readonly string[];
}

/** One text with all rows as lines of names and values, an empty line between two. No text if there is no row, or too many. */
export function fromRowsAlone(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const rows = lines.map(readRow);
  const count = rows.filter((row) => row !== undefined).length;
  if (count === 0 || count > mostRows) return [];
  const purchases = rows.flatMap((row, index) => {
    if (row === undefined) return [];
    // A receipt does not go on in a line that is a row itself.
    const below = rows[index + 1] === undefined ? lines.slice(index + 1) : [];
    return [writeRow(row, below)];
  });
  return [purchases.join('\n\n')];
}

/** Every cell that may be the product, if the text has exactly one row: a person chooses. No cell for several rows. */
export function listPossibleProducts(text: string): readonly string[] {
  const rows = text.split(/\r?\n/).flatMap((line) => readRow(line) ?? []);
  const [row, ...others] = rows;
  return row === undefined || others.length > 0 ? [] : row.products;
}

function writeRow(row: Row, linesBelow: readonly string[]): string {
  const { receipt, orderIds } = row;
  const nextLine = linesBelow.find((line) => line.trim() !== '') ?? '';
  const isCut = row.endsWithReceipt && nextLine !== '' && !isTextBelow(receipt, nextLine);
  const [orderId, ...otherOrders] = orderIds;
  const [product, ...otherProducts] = row.products;
  const isCertain =
    row.package !== undefined &&
    product !== undefined &&
    otherProducts.length === 0 &&
    isNameWithMark(product);
  return [
    `token: "${isCut ? `${receipt}${brokenMark}` : receipt}"`,
    ...(row.package === undefined ? [] : [`package: "${row.package}"`]),
    ...(isCertain ? [`product: "${product}"`] : []),
    ...(orderId === undefined || otherOrders.length > 0 ? [] : [`order id: ${orderId}`]),
  ].join('\n');
}

/** undefined for a line without exactly one receipt in a cell of its own. */
function readRow(line: string): Row | undefined {
  // JSON and the dumps of programs, with their `{`, have readers of their own.
  if (line.length > longestRow || line.includes('{')) return undefined;
  const bare = stripRowBrackets(line);
  for (const delimiter of findDelimiters(bare)) {
    const cells = splitCells(bare, delimiter).map(stripQuotes);
    const receipts = findReceiptCells(cells);
    const [receipt, ...others] = receipts;
    if (receipt === undefined || others.length > 0) continue;
    const { package: packageName, products } = findNamesInCells(
      cells.filter((cell) => cell !== receipt),
    );
    return {
      receipt,
      endsWithReceipt: line.trim().endsWith(receipt),
      package: packageName,
      products,
      orderIds: [...new Set(cells.flatMap((cell) => findOrderId(cell) ?? []))],
    };
  }
  return undefined;
}

/** The receipts among the cells. A word with the form of a demo receipt may be the name of a player, so tokens come first. */
function findReceiptCells(cells: readonly string[]): readonly string[] {
  const tokens = [...new Set(cells.filter(hasTokenForm))];
  return tokens.length > 0 ? tokens : [...new Set(cells.filter(hasWholeForm))];
}

/** Removes what stands around a row: `(17, 'gems_100', …),`, as a database prints it, and `| 17 | gems\_100 |`. */
function stripRowBrackets(line: string): string {
  return line
    .trim()
    .replace(/^[(|]/, '')
    .replace(/(?:\)[,;]?|\|)$/, '')
    .replace(/\\([_*~])/g, '$1');
}

function stripQuotes(cell: string): string {
  return /^(["'`])(.*)\1$/.exec(cell)?.[2] ?? cell;
}

type RowNames = Pick<Row, 'package' | 'products'>;

/** The package, if exactly one cell can only be a package; and every cell that may be the product. */
function findNamesInCells(cells: readonly string[]): RowNames {
  const dottedNames = [...new Set(cells.filter(hasPackageForm))];
  const [packageName] = dottedNames.filter((name) => !mayBeProductOfApp(name));
  const otherDottedNames = dottedNames.filter((name) => name !== packageName);
  // Another name with points must be a product of this package: else it may be the package itself.
  const isCertain = otherDottedNames.every(
    (name) => mayBeProductOfApp(name) && name.startsWith(`${packageName ?? ''}.`),
  );
  const otherProducts = cells.filter((cell) => !dottedNames.includes(cell) && mayBeProduct(cell));
  const products = [...new Set([...otherDottedNames, ...otherProducts])];
  return { package: isCertain ? packageName : undefined, products };
}

/** How a name of two parts begins that may be a package: a name of three parts may begin in any way. */
const packageStarts = 'com|net|org|dev|app|air|[a-z]{2}';
const packageForm = new RegExp(
  String.raw`^(?:(?:${packageStarts})(?:\.[a-z]\w*)+|[a-z]\w*(?:\.[a-z]\w*){2,})$`,
  'i',
);
/** The end of a name of a server or of a file, which is not a package. */
const otherNameEnd = /\.(?:com|net|org|example|local|internal|csv|txt|json|log|png|jpe?g|html?)$/i;

function hasPackageForm(cell: string): boolean {
  return packageForm.test(cell) && !otherNameEnd.test(cell);
}

/** Whether a name with points ends as a product does: `com.example.game.gems_100` may be a product of com.example.game. */
function mayBeProductOfApp(name: string): boolean {
  const last = name.split('.').at(-1) ?? '';
  return /\d\d$|_pack$/i.test(last) || (last.includes('_') && /\d$/.test(last));
}

/** Whether a cell may be a product. The store allows small letters, digits, `_` and points; a few games use capitals. */
function mayBeProduct(cell: string): boolean {
  if (!/^[a-z\d][a-z\d_.]{0,99}$/i.test(cell) || !/[a-z]/i.test(cell)) return false;
  if (placeholderTexts.has(cell.toLowerCase()) || wordsOfExports.has(cell.toLowerCase())) {
    return false;
  }
  // `v1.2.3`, `1.5e10`, a hash in hexadecimal digits, `30d`
  const isNumberOrHash = /^(?:v?\d+(?:\.\d+)+|\d+(?:\.\d+)?e\d+|[\da-f]{16,}|\d+[a-z])$/i.test(
    cell,
  );
  const isLocale = /^[a-z]{2}_[a-z]{2}$/i.test(cell);
  if (isNumberOrHash || isLocale) return false;
  // Capitals alone are no product, such as `ORDER` or `Mai`: with them, it must have a `_` and a digit.
  return !/[A-Z]/.test(cell) || (/_/.test(cell) && /\d/.test(cell));
}

/** Whether a name has a mark inside: nobody writes a single word as `gems_100` or `coins.small`. */
function isNameWithMark(name: string): boolean {
  return /[a-z\d][_.][a-z\d]/i.test(name);
}

// Words in an export of purchases that are neither names nor receipts.
const states = [
  'purchased',
  'pending',
  'cancelled',
  'canceled',
  'refunded',
  'charged',
  'completed',
  'paid',
  'verified',
  'unverified',
  'acknowledged',
  'consumed',
  'granted',
  'failed',
  'error',
  'success',
  'open',
  'closed',
  'new',
  'done',
];
const stores = [
  'android',
  'ios',
  'google',
  'googleplay',
  'google_play',
  'play',
  'playstore',
  'play_store',
];
const kinds = [
  'inapp',
  'in_app',
  'iap',
  'subs',
  'subscription',
  'consumable',
  'non_consumable',
  'one_time',
];
const wordsOfExports: ReadonlySet<string> = new Set([
  ...states,
  ...stores,
  ...kinds,
  'ok',
  'yes',
  'no',
  'thanks',
  'prod',
  'dev',
  'production',
]);
