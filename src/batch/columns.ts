import { visible } from '../text/visible.js';
import { wrongUsage } from './refusal.js';
import { fields, ofFields, type Field, type RowSettings } from './row.js';

/** A member of a row: a text, undefined if missing, or `noText` for anything else. */
export type Member = string | undefined | typeof noText;

export const noText = Symbol('neither text nor a number');

/** All members that may give a field, the best one first. */
export type Members = Readonly<Record<Field, readonly Member[]>>;

/** Finds which member of a row gives which field of the request. */

// Compared without case, spaces and punctuation: `Purchase Token` and `purchaseToken` are one name.
const usualNames: Readonly<Record<Field, readonly string[]>> = {
  receipt: ['receipt', 'purchasetoken', 'token', 'receiptdata'],
  product_id: ['productid', 'sku', 'product'],
  package: ['package', 'packagename', 'bundleid', 'applicationid'],
  order_id: ['orderid', 'storeorderid'],
  os: ['os', 'osid', 'platform'],
};

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const rankOf = (field: Field, name: string): number => {
  if (name === field || (field === 'os' && name === 'os_id')) return 0;
  const at = usualNames[field].indexOf(plainName(name));
  return at === -1 ? Infinity : at + 1;
};

/** The positions of the names that may mean each field, the best one first. */
type Places = Readonly<Record<Field, readonly number[]>>;

/** Which fields the members of a row were matched to, by their names. */
export interface Shape {
  readonly places: Places;
  /** Matches that are not obvious from the name: `receipt from "token"`. */
  readonly guessed: readonly string[];
  /** Two names match one field. */
  readonly ambiguous: Complaint | undefined;
  /** Fields without a member and without an option. */
  readonly missing: Complaint | undefined;
}

interface Complaint {
  readonly says: string;
  readonly hint: string;
}

// Not os: a row may have both `os` and `os_id`, with one of them empty.
const needed = ['receipt', 'product_id', 'package'] as const;
const single = [...needed, 'order_id'] as const;

/** @param noun what a member is called in this format */
export function shapeOf(names: readonly string[], settings: RowSettings, noun: 'column' | 'member'): Shape {
  const places = ofFields((field) => placesOf(field, names, settings.map));
  const namesOf = (field: Field): string[] => places[field].map((at) => names[at] ?? '');
  const guessable = single.filter((field) => !settings.map.has(field));
  const twice = guessable.find((field) => !names.includes(field) && places[field].length > 1);
  const missing = needed.filter(
    (field) => places[field].length === 0 && valueOfAll(field, settings, places[field]) === undefined,
  );
  const guessed = guessable.flatMap((field) => {
    const [name, ...others] = namesOf(field);
    if (name === undefined || (name === field && others.length === 0)) return [];
    return `${field} from "${name}"${others.map((other) => ` (not "${other}")`).join('')}`;
  });
  return {
    places,
    guessed,
    ambiguous: twice && ambiguousTold(twice, noun, namesOf(twice)),
    missing: missing.length === 0 ? undefined : missingTold(missing, noun, names, guessed),
  };
}

/** The value of rows that have none; the package of the profile only where no member is for it. */
export const valueOfAll = (
  field: Field,
  { ofAll, packageOfProfile, map }: RowSettings,
  members: readonly unknown[],
): string | undefined =>
  ofAll[field] ??
  (field === 'package' && members.length === 0 && !map.has(field) ? packageOfProfile : undefined);

/** Whether the package comes from the profile. */
export const takesPackageOfProfile = (columns: readonly string[], settings: RowSettings): boolean =>
  settings.packageOfProfile !== undefined &&
  settings.ofAll.package === undefined &&
  valueOfAll('package', settings, placesOf('package', columns, settings.map)) !== undefined;

/** The contract's own name comes before other usual names. */
function placesOf(field: Field, names: readonly string[], map: RowSettings['map']): readonly number[] {
  const mapped = map.get(field);
  if (mapped !== undefined) return [placeOf(mapped, names)].filter((at) => at !== -1);
  // A column that --map gives to another field does not count here.
  const taken = new Set(Array.from(map.values(), (column) => placeOf(column, names)));
  return names
    .map((name, at) => ({ at, rank: rankOf(field, name) }))
    .filter(({ at, rank }) => rank < Infinity && !taken.has(at))
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at);
}

const placeOf = (column: string, names: readonly string[]): number =>
  names.indexOf(names.includes(column) ? column : column.trim());

const ambiguousTold = (
  field: Field,
  noun: string,
  [first = '', second = '']: readonly string[],
): Complaint => ({
  says: `two ${noun}s that may be ${field}: ${first} and ${second}`,
  hint: `Choose one of them, for example with \`--map ${field}=${first}\`.`,
});

function missingTold(
  missing: readonly Field[],
  noun: 'column' | 'member',
  names: readonly string[],
  guessed: readonly string[],
): Complaint {
  const matched = guessed.length === 0 ? '' : ` Matched: ${guessed.join(', ')}.`;
  const maps = missing.map((field) => `\`--map ${field}=<${noun}>\``).join(', ');
  const choice = missing.length === 1 ? `the ${noun}` : `the ${noun}s`;
  const options = missing
    .filter((field) => field !== 'receipt')
    .map((field) => `\`--${field.replace('_', '-')}\``);
  const ofAll = options.length === 0 ? '' : ` Or set one value for all rows with ${options.join(' and ')}.`;
  return {
    says: `no ${noun} for ${missing.join(' or ')}`,
    hint: `${namesListed(names, noun)}${matched} Choose ${choice} with ${maps}.${ofAll}`,
  };
}

/** `Found these columns: id, amount.` A very long name may be a receipt, from a file without a header. */
export const namesListed = (names: readonly string[], noun: 'column' | 'member'): string => {
  const told = names
    .slice(0, mostNamesTold)
    .map((name) =>
      name.length <= longestName ? visible(name) : `(a text of ${String(name.length)} characters)`,
    );
  const more = names.length > told.length ? ` and ${String(names.length - told.length)} more` : '';
  return `Found these ${noun}s: ${told.join(', ')}${more}.`;
};

const mostNamesTold = 20;
const longestName = 40;

/** A row's members by their fields. */
export const membersAt = (places: Places, member: (place: number) => Member): Members =>
  ofFields((field) => places[field].map(member));

const mapExample = 'Example: `--map receipt=token --map product_id="Item code"`.';

/** `--map receipt=token`, repeated. @throws {PvgError} `usage` */
export function readMap(pairs: readonly string[]): ReadonlyMap<Field, string> {
  const map = new Map<Field, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const field = name === 'os_id' ? 'os' : fields.find((each) => each === name);
    if (field === undefined && at > 0)
      throw wrongUsage(
        `--map: ${/^[a-z]+(?:[_-][a-z]+)*$/.test(name) ? `\`${name}\`` : 'the word before `=`'} is not a field. The fields are ${fields.join(', ')}.`,
        mapExample,
      );
    if (field === undefined || at === pair.length - 1 || map.has(field))
      throw wrongUsage(
        `--map needs <field>=<column>. The fields are ${fields.join(', ')}; use each only once.`,
        mapExample,
      );
    const column = pair.slice(at + 1);
    if ([...map.values()].some((other) => other.trim() === column.trim()))
      throw wrongUsage(
        '--map uses one column for two fields.',
        'Each field needs its own column. To set one value for all rows, use `--product-id` or `--package`.',
      );
    map.set(field, column);
  }
  return map;
}
