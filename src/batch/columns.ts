import { PvgError } from '../failure.js';
import { fields, type Field, type RowSettings } from './row.js';

/** Which member of a row is which field of the request. */

// Without case, spaces and punctuation: `Purchase Token`, `purchase_token` and `purchaseToken` are one name.
const usualNames: Readonly<Record<Field, readonly string[]>> = {
  receipt: ['receipt', 'purchasetoken', 'token', 'receiptdata'],
  product_id: ['productid', 'sku', 'product'],
  package: ['package', 'packagename', 'bundleid', 'applicationid'],
  os: ['os', 'osid', 'platform'],
};

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const rankOf = (field: Field, name: string): number => {
  if (name === field || (field === 'os' && name === 'os_id')) return 0;
  const at = usualNames[field].indexOf(plainName(name));
  return at === -1 ? Infinity : at + 1;
};

/** The place of each field among the names; the contract's own name comes before the usual ones. */
export function placesOf(
  names: readonly string[],
  { map }: Pick<RowSettings, 'map'>,
): ReadonlyMap<Field, number> {
  const places = new Map<Field, number>();
  for (const field of fields) {
    const mapped = map.get(field);
    const at = mapped === undefined ? nearestName(field, names) : names.indexOf(mapped);
    if (at !== -1) places.set(field, at);
  }
  return places;
}

function nearestName(field: Field, names: readonly string[]): number {
  let [best, bestRank] = [-1, Infinity];
  names.forEach((name, at) => {
    const rank = rankOf(field, name);
    if (rank < bestRank) [best, bestRank] = [at, rank];
  });
  return best;
}

/** `--map receipt=token`, repeated. @throws {PvgError} `usage` */
export function readMap(pairs: readonly string[]): ReadonlyMap<Field, string> {
  const map = new Map<Field, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const field = name === 'os_id' ? 'os' : fields.find((each) => each === name);
    if (field === undefined || at === pair.length - 1 || map.has(field)) {
      throw new PvgError(
        'usage',
        `--map takes ${fields.join(', ')} and the column that holds it, each once.`,
        {
          hint: 'Example: `--map receipt=token --map product_id="Item code"`.',
        },
      );
    }
    map.set(field, pair.slice(at + 1));
  }
  return map;
}

/** The fields that neither a member nor an option gives. */
export const missingFields = (
  places: ReadonlyMap<Field, number>,
  { productId, package: packageName }: RowSettings,
): Field[] => [
  ...(places.has('receipt') ? [] : ['receipt' as const]),
  ...(places.has('product_id') || productId !== undefined ? [] : ['product_id' as const]),
  ...(places.has('package') || packageName !== undefined ? [] : ['package' as const]),
];

const optionOf: Readonly<Partial<Record<Field, string>>> = {
  product_id: '`--product-id` gives one for all rows',
  package: '`--package` gives one for all rows',
};

/** What to do about a field that no column holds. */
export const missingHint = (missing: readonly Field[]): string =>
  [
    `Name the column that holds it: ${missing.map((field) => `\`--map ${field}=<column>\``).join(', ')}`,
    ...missing.flatMap((field) => optionOf[field] ?? []),
  ].join('; ') + '.';
