import { visible } from '../text/visible.js';
import type { Member, Members } from './purchase.js';
import { wrongUsage } from './refusal.js';
import { fields, ofFields, type Field, type RowSettings } from './row.js';

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

/** Where the names that mean each field stand, the best one first. */
type Places = Readonly<Record<Field, readonly number[]>>;

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

interface Complaint {
  readonly says: string;
  readonly hint: string;
}

// `os` and `os_id` may both be there, and one of them be empty.
const single = ['receipt', 'product_id', 'package'] as const;

/** @param noun what the rows call a member */
export function shapeOf(names: readonly string[], settings: RowSettings, noun: 'column' | 'member'): Shape {
  const places = ofFields((field) => placesOf(field, names, settings.map));
  const namesOf = (field: Field): string[] => places[field].map((at) => names[at] ?? '');
  const guessable = single.filter((field) => !settings.map.has(field));
  const twice = guessable.find((field) => !names.includes(field) && places[field].length > 1);
  const missing = single.filter((field) => places[field].length === 0 && settings.ofAll[field] === undefined);
  return {
    places,
    guessed: guessable.flatMap((field) => {
      const [name, ...others] = namesOf(field);
      if (name === undefined || (name === field && others.length === 0)) return [];
      return `${field} ← ${name}${others.map((other) => `, not ${other}`).join('')}`;
    }),
    ambiguous: twice && ambiguousTold(twice, namesOf(twice)),
    missing: missing.length === 0 ? undefined : missingTold(missing, noun, names),
  };
}

/** The contract's own name comes before the usual ones. */
function placesOf(field: Field, names: readonly string[], map: RowSettings['map']): readonly number[] {
  const mapped = map.get(field);
  if (mapped !== undefined) return [placeOf(mapped, names)].filter((at) => at !== -1);
  // What was named for another field is not this one.
  const taken = new Set(Array.from(map.values(), (column) => placeOf(column, names)));
  return names
    .map((name, at) => ({ at, rank: rankOf(field, name) }))
    .filter(({ at, rank }) => rank < Infinity && !taken.has(at))
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at);
}

const placeOf = (column: string, names: readonly string[]): number =>
  names.indexOf(names.includes(column) ? column : column.trim());

const ambiguousTold = (field: Field, [first = '', second = '']: readonly string[]): Complaint => ({
  says: `two names that may mean ${field}: ${first} and ${second}`,
  hint: `Say which one it is: \`--map ${field}=${first}\`.`,
});

function missingTold(missing: readonly Field[], noun: string, names: readonly string[]): Complaint {
  const maps = missing.map((field) => `\`--map ${field}=<column>\``).join(', ');
  const options = missing
    .filter((field) => field !== 'receipt')
    .map((field) => `; \`--${field.replace('_', '-')}\` gives one for all rows`);
  return {
    says: `no ${noun} for ${missing.join(' and none for ')}`,
    hint: `${namesListed(names, `${noun}s`)} Name the ${noun} that holds it: ${maps}${options.join('')}.`,
  };
}

/** `It has the columns id, amount.` What is too long for a name may be a receipt: a file without a header. */
export const namesListed = (names: readonly string[], noun: string): string => {
  const told = names
    .slice(0, mostNamesTold)
    .map((name) =>
      name.length <= longestName ? visible(name) : `(a text of ${String(name.length)} characters)`,
    );
  const more = names.length > told.length ? ` and ${String(names.length - told.length)} more` : '';
  return `It has the ${noun} ${told.join(', ')}${more}.`;
};

const mostNamesTold = 20;
const longestName = 40;

/** A row's members by their fields. */
export const membersAt = (places: Places, member: (place: number) => Member): Members =>
  ofFields((field) => places[field].map(member));

/** `--map receipt=token`, repeated. @throws {PvgError} `usage` */
export function readMap(pairs: readonly string[]): ReadonlyMap<Field, string> {
  const map = new Map<Field, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const field = name === 'os_id' ? 'os' : fields.find((each) => each === name);
    if (field === undefined || at === pair.length - 1 || map.has(field))
      throw wrongUsage(
        `--map takes ${fields.join(', ')} and the column that holds it, each once.`,
        'Example: `--map receipt=token --map product_id="Item code"`.',
      );
    const column = pair.slice(at + 1);
    if ([...map.values()].some((other) => other.trim() === column.trim()))
      throw wrongUsage(
        '--map names one column for two fields.',
        'Each field has a column of its own; `--product-id` and `--package` give one value for all rows.',
      );
    map.set(field, column);
  }
  return map;
}
