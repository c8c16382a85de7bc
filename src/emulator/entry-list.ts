import { type Files, largerThan, whyFailed, onFileError } from '../file-access.js';
import { PvgError } from '../failure.js';
import { isRecord, JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { decodeFileText } from '../text/utf8.js';

/** Reads the JSON lists of what the emulator has: each member is checked by its own rule, and any other member is an error. */

/** The rule of one member of an entry. */
interface MemberRule<Value> {
  readonly accepts: (value: unknown) => value is Value;
  /** What is wrong with a value that is not accepted, without that value: `is not text`. */
  readonly says: string;
}

export const aText: MemberRule<string> = {
  accepts: (value): value is string => typeof value === 'string' && value !== '',
  says: 'is not text',
};

export function memberOneOf<Value>(
  allowed: readonly Value[],
  says = `is not one of ${allowed.join(', ')}`,
) {
  return {
    accepts: (value: unknown): value is Value => allowed.includes(value as Value),
    says,
  };
}

export const aBoolean = memberOneOf([true, false], 'is not true or false');

export function anInteger(least: number, most = Number.MAX_SAFE_INTEGER): MemberRule<number> {
  const { accepts } = aNumber(least, most);
  return {
    accepts: (value): value is number => accepts(value) && Number.isInteger(value),
    says: `is not an integer from ${String(least)} to ${String(most)}`,
  };
}

export function aNumber(least: number, most: number): MemberRule<number> {
  return {
    accepts: (value): value is number =>
      typeof value === 'number' && value >= least && value <= most,
    says: `is not a number from ${String(least)} to ${String(most)}`,
  };
}

type MemberRules = Readonly<Record<string, MemberRule<unknown>>>;
type MemberValue<Rule> = Rule extends MemberRule<infer Value> ? Value : never;
/** An entry whose members follow the rules. The needed members are present. */
export type MembersRead<Rules extends MemberRules, Needed extends keyof Rules> = {
  readonly [Name in keyof Rules]?: MemberValue<Rules[Name]>;
} & { readonly [Name in Needed]: MemberValue<Rules[Name]> };

/** Makes the error of a wrong entry, which never repeats a value. Without `hint` it has the hint of the list. */
type Refuse = (says: string, hint?: string) => PvgError;

/** How a JSON array of entries is read. */
export interface EntryList<Value> {
  /** What errors call the list: `store file`. */
  readonly what: string;
  /** What to do about a wrong entry. */
  readonly hint: string;
  readonly readEntry: (entry: Readonly<Record<string, unknown>>, refuse: Refuse) => Value;
}

interface ListRules<
  Rules extends MemberRules,
  Needed extends keyof Rules & string,
  Value,
> extends Pick<EntryList<Value>, 'what' | 'hint'> {
  /** The rule of each possible member; any other member is an error. */
  readonly rules: Rules;
  /** Members that each entry has. */
  readonly needed: readonly Needed[];
  /** Makes the value of an entry whose members follow their rules. */
  readonly make: (read: MembersRead<Rules, Needed>, refuse: Refuse) => Value;
}

export function defineList<Rules extends MemberRules, Needed extends keyof Rules & string, Value>({
  what,
  hint,
  rules,
  needed,
  make,
}: ListRules<Rules, Needed, Value>): EntryList<Value> {
  return {
    what,
    hint,
    readEntry: (read, refuse) => {
      // Unknown members come first: a misspelt one is the reason why a needed one is missing.
      const unknown = Object.keys(read).find((name) => !Object.hasOwn(rules, name));
      if (unknown !== undefined) {
        const knownNames = Object.keys(rules).join(', ');
        throw refuse(`member ${JSON.stringify(unknown.slice(0, 40))} is not one of ${knownNames}`);
      }
      const missing = needed.find((name) => !Object.hasOwn(read, name));
      if (missing !== undefined) throw refuse(`${missing} is missing`);
      for (const [name, value] of Object.entries(read)) {
        const rule = rules[name];
        if (rule?.accepts(value) === false) throw refuse(`${name} ${rule.says}`);
      }
      return make(read as MembersRead<Rules, Needed>, refuse);
    },
  };
}

/** Enough for some 100,000 purchases. */
const mostListBytes = 64 * 1024 * 1024;

/**
 * The entries of a file; none without a path.
 * @throws {PvgError} `input-unreadable`, naming the file, the entry and the member, never a value
 */
export async function readListFile<Value>(
  files: Pick<Files, 'read'>,
  path: string | undefined,
  list: EntryList<Value>,
): Promise<Value[]> {
  if (path === undefined) return [];
  const onFailure = onFileError((cause): never => {
    const problem =
      cause.code === 'EFBIG'
        ? `is ${largerThan(mostListBytes)}`
        : `could not be read: ${whyFailed(cause.code)}`;
    const says = `The ${list.what} ${path} ${problem}.`;
    throw new PvgError('input-unreadable', says, { hint: list.hint, cause });
  });
  return parseList(await files.read(path, mostListBytes).catch(onFailure), list, path);
}

/** Bytes of a file, or of the body of a request: a body has no path, and one object counts as a list of one. */
export function parseList<Value>(
  bytes: Uint8Array,
  list: EntryList<Value>,
  path?: string,
): Value[] {
  const name = path === undefined ? 'The body of the request' : `The ${list.what} ${path}`;
  const entryError = (says: string): PvgError =>
    new PvgError('input-unreadable', `${name} ${says}.`, { hint: list.hint });
  const text = decodeFileText(bytes);
  if (text === undefined) throw entryError('cannot be used: it is not UTF-8 text');
  // tryJson says where a mistake is, without quoting the text there.
  const json = tryJson(text);
  if (json instanceof JsonSyntaxError) throw entryError(`cannot be used: ${json.message}`);
  const value: unknown = JSON.parse(text);
  const entries = path === undefined && isRecord(value) ? [value] : value;
  if (!Array.isArray(entries)) throw entryError('must hold a JSON array');
  return readEntries(entries, list, name);
}

/** Values that are in memory already. @param name what errors call the list. @throws {PvgError} `input-unreadable` */
export function readEntries<Value>(
  entries: readonly unknown[],
  { hint, readEntry }: EntryList<Value>,
  name: string,
): Value[] {
  const unusableError = (says: string, ownHint = hint): PvgError =>
    new PvgError('input-unreadable', `${name} cannot be used: ${says}.`, { hint: ownHint });
  // Array.from also visits the empty places of an array, which are wrong entries.
  return Array.from(entries, (entry: unknown, index) => {
    const entryName = `entry ${String(index + 1)}`;
    if (!isRecord(entry)) throw unusableError(`${entryName} is not an object`);
    return readEntry(entry, (says, ownHint) => unusableError(`${entryName}: ${says}`, ownHint));
  });
}
