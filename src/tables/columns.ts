import { looksLikeToken } from '../contract/purchase-token.js';
import { visible } from '../text/visible.js';
import { wrongUsage } from './refusals.js';

/** Finds which columns of a table give which field: one matcher, by one list of names for each field. */

export interface Wanted<Field extends string> {
  /** Usual names, the best first; compared without case, blanks and punctuation. `answer.order_id` is a path in JSON. */
  readonly names: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** What the user chose, also a path: such a column counts for no other field, and no other for this one. */
  readonly map: ReadonlyMap<Field, string>;
  /** Paths of a JSON row whose members have names to be compared, too: `input`, `answer.transactions.0`. */
  readonly nested?: readonly string[];
  /** The columns of `map` may also stand under this name. */
  readonly inside?: string;
}

/** A field, and how well the name fits: the lower, the better. */
export type Match<Field extends string> = readonly [field: Field, rank: number];

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9.]/g, '');

/** So that rows with ever new members fill no memory. */
const mostNames = 10_000;

const looks = {
  order_id: (text: string) => /^\s*GPA\.\d{4}-\d{4}-\d{4}-\d{5}/.test(text),
  receipt: looksLikeToken,
  package: (text: string) => /^[a-z]\w*(?:\.[a-z]\w*){2,8}$/i.test(text),
} as const;

export class Columns<Field extends string> {
  /** By the usual name itself, and by its plain form. */
  readonly #known = new Map<string, Match<Field>>();
  readonly #mapped = new Map<string, Match<Field>>();
  /** The texts of the first row by their names. */
  readonly first = new Map<string, string>();
  /** What was found, by the path before the last name, because joined texts are slow to look up. */
  readonly #seen = new Map<string, Map<string, Match<Field> | null>>();

  constructor({ names, map, inside }: Wanted<Field>) {
    for (const [field, column] of map)
      for (const name of inside === undefined ? [column] : [column, `${inside}.${column}`])
        this.#mapped.set(name.trim(), [field, 0]);
    for (const [field, usual] of Object.entries(names) as [Field, readonly string[]][]) {
      if (map.has(field)) continue;
      for (const [rank, name] of usual.entries()) {
        const plain = plainName(name);
        const loose = this.#known.get(plain)?.[1];
        if (loose === undefined) this.#known.set(plain, [field, rank + 0.5]);
        this.#known.set(name, [field, loose === undefined ? rank : loose - 0.25]);
      }
    }
  }

  /** null for a column that gives nothing. @param under `input.` for the members of `input` */
  match(name: string, under = ''): Match<Field> | null {
    let names = this.#seen.get(under);
    if (names === undefined) this.#seen.set(under, (names = new Map()));
    const before = names.get(name);
    if (before !== undefined) return before;
    const whole = under + name;
    const found =
      this.#mapped.get(whole.trim()) ?? this.#known.get(whole) ?? this.#known.get(plainName(whole)) ?? null;
    if (names.size < mostNames) names.set(name, found);
    return found;
  }

  /** Paths into nested members that `map` may name: `payload.token`. */
  get paths(): readonly string[] {
    return [...this.#mapped.keys()].filter((path) => path.includes('.'));
  }

  /** Every name that was seen. */
  get seen(): readonly string[] {
    return [
      ...new Set([...this.#seen].flatMap(([under, names]) => [...names.keys()].map((name) => under + name))),
    ];
  }

  /** The names that give a field, the best first. */
  namesOf(field: Field): readonly string[] {
    return this.seen
      .flatMap((name) => {
        const found = this.match(name);
        return found?.[0] === field ? [[name, found[1]] as const] : [];
      })
      .sort(([, one], [, other]) => one - other)
      .map(([name]) => name);
  }

  /** `receipt from "token" (not "Token")`: matches that the name does not make obvious. */
  guesses(fields: readonly Field[]): readonly string[] {
    return fields.flatMap((field) => {
      const [first, ...others] = this.namesOf(field);
      if (first === undefined || this.#mapped.has(first) || (first === field && others.length === 0))
        return [];
      return `${field} from "${first}"${others.map((other) => ` (not "${other}")`).join('')}`;
    });
  }

  /** Columns that give nothing, although their first text looks like a field that no column gives. */
  unused(
    fields: readonly (Field & keyof typeof looks)[],
  ): readonly (readonly [field: Field, column: string])[] {
    return fields
      .filter((field) => this.namesOf(field).length === 0)
      .flatMap((field) =>
        [...this.first]
          .filter(([name, text]) => this.match(name) === null && looks[field](text))
          .slice(0, 1)
          .map(([name]) => [field, name] as const),
      );
  }
}

const [mostTold, longestTold] = [20, 40];

/** `Found these columns: id, amount.` A very long name may be a receipt, from a file without a header. */
export function columnsTold(names: readonly string[]): string {
  const told = names
    .slice(0, mostTold)
    .map((name) => (name.length <= longestTold ? visible(name) : `(a text of ${name.length} characters)`));
  return `Found these columns: ${told.join(', ')}${names.length > told.length ? ` and ${names.length - told.length} more` : ''}.`;
}

/** `--map receipt=token`, repeated; with a role `--map granted.receipt=token`. @throws {PvgError} `usage` */
export function readMap<Field extends string>(
  pairs: readonly string[],
  fields: readonly Field[],
  role?: string,
): ReadonlyMap<Field, string> {
  const map = new Map<Field, string>();
  const hint = `The fields${role === undefined ? '' : ` of ${role}`} are ${fields.join(', ')}. Example: \`--map ${role === undefined ? '' : `${role}.`}${fields[0] ?? ''}="Column name"\`.`;
  for (const pair of pairs) {
    const [, name, column = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    const field = fields.find((each) => each === (role === undefined ? name : name?.slice(role.length + 1)));
    if (field === undefined || column.trim() === '')
      throw wrongUsage(`--map needs ${role === undefined ? '' : '<input>.'}<field>=<column>.`, hint);
    if (map.has(field)) throw wrongUsage('--map gives one field twice.', hint);
    if ([...map.values()].some((other) => other.trim() === column.trim()))
      throw wrongUsage('--map uses one column for two fields.', hint);
    map.set(field, column);
  }
  return map;
}
