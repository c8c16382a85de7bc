import { escapeUnsafe } from '../../text/json/print.js';

/** Lines of the journal: what is kept is a table from each member to its reader, from which its type is made. */

/** undefined if the line is damaged without a right value here. */
type Reader<Value> = (value: unknown) => Value | undefined;

type Members = Readonly<Record<string, Reader<unknown>>>;

export type LineOf<Table extends Members> = {
  readonly [Name in keyof Table]: Exclude<ReturnType<Table[Name]>, undefined>;
};

/** undefined for a damaged line. Members of later versions are dropped, missing ones are empty: old lines stay readable. */
export function readLine<Table extends Members>(members: Table, line: string): LineOf<Table> | undefined {
  let object: unknown;
  try {
    // Its numbers are pvg's own and small, so they lose no digits here.
    object = JSON.parse(line);
  } catch {
    return undefined;
  }
  const read = readMembers(members, object);
  return isWhole(members, read) ? read : undefined;
}

/** Every member that need not have a value, empty. */
export const emptyOf = (members: Members): object => readMembers(members, {});

function readMembers(members: Members, given: unknown): Partial<Record<string, unknown>> {
  const object = isObject(given) ? given : {};
  const found: Record<string, unknown> = {};
  for (const name in members) {
    const value = members[name]?.(object[name]);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

const isWhole = <Table extends Members>(
  members: Table,
  read: Partial<Record<string, unknown>>,
): read is LineOf<Table> => Object.keys(members).every((name) => read[name] !== undefined);

/** One line of NDJSON. The id comes first: the age of a file is read from its beginning. */
export const printLine = ({ id, ...rest }: { readonly id: string }): string =>
  escapeUnsafe(JSON.stringify({ id, ...rest }));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const needed =
  <Value>(read: Reader<Value | null>): Reader<Value> =>
  (value) =>
    read(value) ?? undefined;

export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const time = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;

export const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (value: unknown): Word | null =>
    words.find((word) => word === value) ?? null;

export const orElse =
  <Value>(read: Reader<Value | null>, otherwise: Value) =>
  (value: unknown): Value =>
    read(value) ?? otherwise;

export const listOf =
  <Value>(read: Reader<Value | null>) =>
  (value: unknown): readonly Value[] =>
    (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((each) => read(each) ?? []);

/** An object of texts; null if a needed one is missing. */
export const texts =
  <Needed extends string, Optional extends string = never>(
    needed: readonly Needed[],
    optional: readonly Optional[],
  ) =>
  (value: unknown): (Readonly<Record<Needed, string>> & Partial<Record<Optional, string>>) | null => {
    const found: Record<string, string> = {};
    for (const name of [...needed, ...optional]) {
      const given = isObject(value) ? value[name] : undefined;
      if (typeof given === 'string') found[name] = given;
    }
    return needed.every((name) => name in found) ? (found as Record<Needed | Optional, string>) : null;
  };

/** An object with these members; null for anything else. */
export const membersOf =
  <Table extends Members>(members: Table) =>
  (value: unknown): LineOf<Table> | null => {
    const read = readMembers(members, value);
    return isObject(value) && isWhole(members, read) ? read : null;
  };

/** Oldest first. */
export const inTime = <Line extends { readonly at: string }>(lines: Iterable<Line>): Line[] =>
  [...lines].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** Whether a case or an id is the one that somebody typed. */
export const isNamed = (name: string | null, typed: string): boolean =>
  name?.toLowerCase() === typed.trim().toLowerCase();
