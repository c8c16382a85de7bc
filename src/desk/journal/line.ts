/** Members of a journal line: a table from each member to its reader, from which the type of the line is made. */

/** How a text that the service, a person, the system or a colleague wrote is kept or shown. */
export type Clean = (text: string) => string;

/** undefined if the line is damaged without a right value here. */
type Reader<Value> = (value: unknown, clean: Clean) => Value | undefined;

type Members = Readonly<Record<string, Reader<unknown>>>;

export type LineOf<Table extends Members> = {
  readonly [Name in keyof Table]: Exclude<ReturnType<Table[Name]>, undefined>;
};

/** undefined for a damaged line. Members of later versions are dropped, missing ones are empty: old lines stay readable. */
export function readMembers<Table extends Members>(
  members: Table,
  given: unknown,
  clean: Clean,
): LineOf<Table> | undefined {
  const object = isObject(given) ? given : {};
  const found: Record<string, unknown> = {};
  for (const name in members) found[name] = members[name]?.(object[name], clean);
  return Object.values(found).includes(undefined) ? undefined : (found as LineOf<Table>);
}

/** A line that pvg itself makes: what is not given is empty. */
export function lineWith<Table extends Members>(
  members: Table,
  given: Partial<LineOf<Table>>,
  clean: Clean,
): LineOf<Table> {
  const line = readMembers(members, given, clean);
  if (line === undefined) throw new TypeError('a line of the journal lacks a member');
  return line;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const needed =
  <Value>(read: Reader<Value | null>): Reader<Value> =>
  (value, clean) =>
    read(value, clean) ?? undefined;

/** pvg's own names: of a certain form, so that they need no cleaning. */
export const like =
  (form: RegExp) =>
  (value: unknown): string | null =>
    typeof value === 'string' && form.test(value) ? value : null;

export const foreign = (value: unknown, clean: Clean): string | null =>
  typeof value === 'string' ? clean(value) : null;

export const time = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null;

export const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (value: unknown): Word | null =>
    words.find((word) => word === value) ?? null;

export const orElse =
  <Value>(read: Reader<Value | null>, otherwise: Value) =>
  (value: unknown, clean: Clean): Value =>
    read(value, clean) ?? otherwise;

// A hostile answer, or a hostile line, may have any number of them.
const mostListed = 100;

export const listOf =
  <Value>(read: Reader<Value | null>, most = mostListed) =>
  (value: unknown, clean: Clean): readonly Value[] =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [])
      .slice(0, most)
      .flatMap((each) => read(each, clean) ?? []);

type Present<Table extends Members> = {
  readonly [Name in keyof Table]?: NonNullable<ReturnType<Table[Name]>>;
};

/** An object with these members; null for anything else. Of `more`, only what has a value. */
export const objectOf =
  <Table extends Members, More extends Members = Record<never, never>>(members: Table, more?: More) =>
  (value: unknown, clean: Clean): (LineOf<Table> & Present<More>) | null => {
    if (!isObject(value)) return null;
    const found = readMembers(members, value, clean);
    if (found === undefined) return null;
    const besides = Object.entries(readMembers(more ?? {}, value, clean) ?? {});
    const present = Object.fromEntries(besides.filter(([, each]) => each !== null));
    return { ...found, ...(present as Present<More>) };
  };
