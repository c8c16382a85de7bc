import { escapeUnsafe } from '../../text/json/print.js';

/** Lines of the journal: what is kept is a table from each member to its reader, from which its type is made. */

/** How a text that the service, a person or the system wrote is kept: a line is cleaned by reading it with a cleaner. */
export type Clean = (text: string) => string;

const asItIs: Clean = (text) => text;

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
  clean: Clean = asItIs,
): LineOf<Table> | undefined {
  const object = isObject(given) ? given : {};
  const found: Record<string, unknown> = {};
  for (const name in members) found[name] = members[name]?.(object[name], clean);
  return isWhole<Table>(found) ? found : undefined;
}

const isWhole = <Table extends Members>(found: Record<string, unknown>): found is LineOf<Table> =>
  Object.values(found).every((value) => value !== undefined);

/** A line that pvg itself makes: what is not given is empty. */
export function lineWith<Table extends Members>(
  members: Table,
  given: Partial<LineOf<Table>>,
  clean?: Clean,
): LineOf<Table> {
  const line = readMembers(members, given, clean);
  if (line === undefined) throw new TypeError('a line of the journal lacks a member');
  return line;
}

/** One line of NDJSON. The id comes first: the age of a file is read from its beginning. */
export const printLine = ({ id, ...rest }: { readonly id: string }): string =>
  escapeUnsafe(JSON.stringify({ id, ...rest }));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const needed =
  <Value>(read: Reader<Value | null>): Reader<Value> =>
  (value, clean) =>
    read(value, clean) ?? undefined;

export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Written by the service, a person or the system. */
export const foreign = (value: unknown, clean: Clean): string | null =>
  typeof value === 'string' ? clean(value) : null;

export const time = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;

export const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (value: unknown): Word | null =>
    words.find((word) => word === value) ?? null;

export const orElse =
  <Value>(read: Reader<Value | null>, otherwise: Value) =>
  (value: unknown, clean: Clean): Value =>
    read(value, clean) ?? otherwise;

export const listOf =
  <Value>(read: Reader<Value | null>, most = Infinity) =>
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

/** Oldest first. */
export const inTime = <Line extends { readonly at: string }>(lines: Iterable<Line>): Line[] =>
  [...lines].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** Whether a case or an id is the one that somebody typed. */
export const isNamed = (name: string | null, typed: string): boolean =>
  name?.toLowerCase() === typed.trim().toLowerCase();
