import { PvgError } from '../failure.js';
import type { Member, Members } from './purchase.js';
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

/** Where the fields stand among the names. */
interface Places {
  readonly receipt: number | undefined;
  readonly product_id: number | undefined;
  readonly package: number | undefined;
  /** `os` and `os_id` may both be there, and one of them be empty. */
  readonly os: readonly number[];
}

/** What the members of a row were taken for, by their names. */
export interface Shape {
  readonly places: Places;
  /** Where the names do not say it plainly: `receipt ← token`. */
  readonly guessed: readonly string[];
  /** Two names that may mean one field. */
  readonly ambiguous: Complaint | undefined;
  /** The fields that neither a member nor an option gives. */
  readonly missing: Complaint | undefined;
}

export interface Complaint {
  readonly says: string;
  readonly hint: string;
}

/** @param noun what the rows call a member */
export function shapeOf(names: readonly string[], settings: RowSettings, noun: 'column' | 'member'): Shape {
  const places = placesOf(names, settings);
  const missing = missingFields(places, settings);
  return {
    places,
    guessed: guessesOf(names, places, settings),
    ambiguous: ambiguous(names, settings),
    missing:
      missing.length === 0
        ? undefined
        : { says: `no ${noun} for ${missing.join(' and none for ')}`, hint: missingHint(missing) },
  };
}

export const membersAt = (places: Places, member: (place: number) => Member): Members => {
  const at = (place: number | undefined): Member => (place === undefined ? undefined : member(place));
  return {
    receipt: at(places.receipt),
    productId: at(places.product_id),
    package: at(places.package),
    os: places.os.map(at),
  };
};

/** The contract's own name comes before the usual ones. */
function placesOf(names: readonly string[], { map }: Pick<RowSettings, 'map'>): Places {
  const mapped = (field: Field): number | undefined => {
    const column = map.get(field);
    return column === undefined ? undefined : placeOf(column, names);
  };
  const place = (field: Field): number | undefined =>
    map.has(field) ? mapped(field) : ranked(field, names, map)[0];
  return {
    receipt: place('receipt'),
    product_id: place('product_id'),
    package: place('package'),
    os: map.has('os') ? [mapped('os') ?? []].flat() : ranked('os', names, map),
  };
}

function placeOf(column: string, names: readonly string[]): number | undefined {
  const exact = names.indexOf(column);
  const at = exact === -1 ? names.indexOf(column.trim()) : exact;
  return at === -1 ? undefined : at;
}

/** The places of the names that mean a field, the best one first. */
const ranked = (field: Field, names: readonly string[], map: RowSettings['map']): number[] => {
  // What was named for another field is not this one.
  const taken = new Set([...map.values()].map((column) => placeOf(column, names)));
  return names
    .map((name, at) => ({ at, rank: rankOf(field, name) }))
    .filter(({ at, rank }) => rank < Infinity && !taken.has(at))
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at);
};

const single = ['receipt', 'product_id', 'package'] as const;

/** Two names that may mean one field, neither of them the contract's own and none chosen by `--map`. */
function ambiguous(names: readonly string[], { map }: Pick<RowSettings, 'map'>): Complaint | undefined {
  for (const field of single) {
    if (map.has(field) || names.includes(field)) continue;
    const [first, second] = ranked(field, names, map).map((at) => names[at] ?? '');
    if (first === undefined || second === undefined) continue;
    return {
      says: `two names that may mean ${field}: ${first} and ${second}`,
      hint: `Say which one it is: \`--map ${field}=${first}\`.`,
    };
  }
  return undefined;
}

/** What people may want to know before they trust the answers. */
const guessesOf = (names: readonly string[], places: Places, { map }: Pick<RowSettings, 'map'>): string[] =>
  single.flatMap((field) => {
    const at = places[field];
    if (map.has(field) || at === undefined) return [];
    const name = names[at] ?? '';
    const others = ranked(field, names, map).filter((other) => other !== at);
    if (name === field && others.length === 0) return [];
    return `${field} ← ${name}${others.map((other) => `, not ${names[other] ?? ''}`).join('')}`;
  });

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
    const column = pair.slice(at + 1);
    if ([...map.values()].some((other) => other.trim() === column.trim())) {
      throw new PvgError('usage', '--map names one column for two fields.', {
        hint: 'Each field has a column of its own; `--product-id` and `--package` give one value for all rows.',
      });
    }
    map.set(field, column);
  }
  return map;
}

const missingFields = (places: Places, { productId, package: packageName }: RowSettings): Field[] => [
  ...(places.receipt === undefined ? ['receipt' as const] : []),
  ...(places.product_id === undefined && productId === undefined ? ['product_id' as const] : []),
  ...(places.package === undefined && packageName === undefined ? ['package' as const] : []),
];

const optionOf: Readonly<Partial<Record<Field, string>>> = {
  product_id: '`--product-id` gives one for all rows',
  package: '`--package` gives one for all rows',
};

/** What to do about a field that no column holds. */
const missingHint = (missing: readonly Field[]): string =>
  [
    `Name the column that holds it: ${missing.map((field) => `\`--map ${field}=<column>\``).join(', ')}`,
    ...missing.flatMap((field) => optionOf[field] ?? []),
  ].join('; ') + '.';
