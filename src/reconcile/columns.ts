import { namesListed } from '../batch/columns.js';
import { PvgError } from '../failure.js';
import { plainName, roles, type Field, type RoleId } from './roles.js';

/** `--map granted.order_id="Order No"`: the column of a field. */
export type ColumnMap = ReadonlyMap<Field, string>;

/** Finds which column of one input gives which field; several may, the best first. */
export class Columns {
  readonly #known: ReadonlyMap<string, readonly [Field, rank: number]>;
  readonly #ofName = new Map<string, readonly [Field, rank: number] | null>();

  constructor(
    private readonly role: RoleId,
    private readonly map: ColumnMap,
  ) {
    this.#known = new Map(
      Object.entries(roles[role].fields)
        .filter(([field]) => !map.has(field as Field))
        .flatMap(([field, names]) =>
          names.map((name, rank) => [plainName(name), [field as Field, rank]] as const),
        ),
    );
  }

  /** undefined for a column that gives nothing. */
  fieldOf(name: string): readonly [Field, rank: number] | undefined {
    const known = this.#ofName.get(name);
    if (known !== undefined) return known ?? undefined;
    const mapped = [...this.map].find(([, column]) =>
      this.#meantBy(column).some((each) => each === name || each === name.trim()),
    );
    const found = mapped === undefined ? this.#known.get(plainName(name)) : ([mapped[0], 0] as const);
    this.#ofName.set(name, found ?? null);
    return found;
  }

  /** Paths into nested members that `--map` names: `payload.token`. */
  get paths(): readonly string[] {
    return [...this.map.values()].flatMap(this.#meantBy).filter((path) => path.includes('.'));
  }

  /** `batch` keeps the columns of its own input in `input`: `--map lookups.receipt=Beleg`. */
  readonly #meantBy = (column: string): readonly string[] =>
    this.role === 'lookups' ? [column, `input.${column}`] : [column];

  /** Every name that was seen, and whether it gave a field. */
  get seen(): readonly string[] {
    return [...this.#ofName.keys()];
  }

  /** The names that give a field, the best first. */
  namesOf(field: Field): readonly string[] {
    return [...this.#ofName]
      .flatMap(([name, match]) => (match?.[0] === field ? [[name, match[1]] as const] : []))
      .sort(([, one], [, other]) => one - other)
      .map(([name]) => name);
  }

  /** @throws {PvgError} `usage` if the columns seen can join nothing */
  requireKey(file: string): void {
    const { option, keys } = roles[this.role];
    if (keys.some((key) => this.namesOf(key).length > 0)) return;
    const ofInput = this.role === 'lookups' ? this.seen.filter((name) => name.startsWith('input.')) : [];
    const choices = keys.map((key) => `\`--map ${this.role}.${key}=<column>\``);
    throw new PvgError(
      'usage',
      `${option} ${file} cannot be joined: it has no column for ${keys.join(' and none for ')}.`,
      {
        hint: `${namesListed(ofInput.length > 0 ? ofInput : this.seen, 'column')} Choose one with ${choices.join(' or ')}.`,
      },
    );
  }
}

/** @throws {PvgError} `usage` if `--map` names a column that no file of an input has */
export function requireMapped(role: RoleId, map: ColumnMap, files: readonly Columns[]): void {
  const seen = [...new Set(files.flatMap((columns) => columns.seen))];
  for (const [field, column] of map)
    if (seen.length > 0 && !files.some((columns) => columns.namesOf(field).length > 0))
      throw new PvgError(
        'usage',
        `--map ${role}.${field} names the column ${column}, but ${roles[role].option} has none of that name.`,
        { hint: namesListed(seen, 'column') },
      );
}
