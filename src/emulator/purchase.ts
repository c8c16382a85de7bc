import { type Files, largerThan, onFileError } from '../context.js';
import type { Platform } from '../contract/platforms.js';
import { PvgError } from '../failure.js';
import { sha256Hex } from '../signing/digest.js';
import { isRecord, JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { decodeFileText } from '../text/utf8.js';

/**
 * Two parts: how JSON lists that say what the emulator has are read, each member by its own rule and no other member; and the
 * purchases that such a list has.
 */

interface Member<Value> {
  readonly accepts: (value: unknown) => value is Value;
  readonly says: string;
}

export const aText: Member<string> = {
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

export function aNumber(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
  isWhole = true,
): Member<number> {
  return {
    accepts: (value): value is number =>
      typeof value === 'number' &&
      value >= least &&
      value <= most &&
      (!isWhole || Number.isInteger(value)),
    says: `is not ${isWhole ? 'an integer' : 'a number'} from ${String(least)} to ${String(most)}`,
  };
}

type Members = Readonly<Record<string, Member<unknown>>>;
type ValueOf<Rule> = Rule extends Member<infer Value> ? Value : never;
type MembersRead<Rules extends Members, Needed extends keyof Rules> = {
  readonly [Name in keyof Rules]?: ValueOf<Rules[Name]>;
} & { readonly [Name in Needed]: ValueOf<Rules[Name]> };

/** Makes the error of a wrong entry; never repeats a value. */
type Refuse = (says: string) => PvgError;

/** A JSON array of entries. */
export interface ListFile<Value> {
  /** What errors call the list: `store file`. */
  readonly what: string;
  readonly hint: string;
  readonly entryOf: (entry: Readonly<Record<string, unknown>>, refuse: Refuse) => Value;
}

interface ListRules<Rules extends Members, Needed extends keyof Rules & string, Value> extends Pick<
  ListFile<Value>,
  'what' | 'hint'
> {
  /** The rule of each possible member; any other member is an error. */
  readonly rules: Rules;
  /** Members that each entry has. */
  readonly needed: readonly Needed[];
  readonly make: (read: MembersRead<Rules, Needed>, refuse: Refuse) => Value;
}

export function listFile<Rules extends Members, Needed extends keyof Rules & string, Value>({
  what,
  hint,
  rules,
  needed,
  make,
}: ListRules<Rules, Needed, Value>): ListFile<Value> {
  return {
    what,
    hint,
    entryOf: (read, refuse) => {
      const missing = needed.find((name) => !Object.hasOwn(read, name));
      if (missing !== undefined) throw refuse(`${missing} is missing`);
      for (const [name, value] of Object.entries(read)) {
        const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
        const known = `is not one of ${Object.keys(rules).join(', ')}`;
        if (rule === undefined) {
          throw refuse(`member ${JSON.stringify(name.slice(0, 40))} ${known}`);
        }
        if (!rule.accepts(value)) throw refuse(`${name} ${rule.says}`);
      }
      return make(read as MembersRead<Rules, Needed>, refuse);
    },
  };
}

/** Some 100,000 purchases. */
const mostListBytes = 64 * 1024 * 1024;

/**
 * The entries of a file; none without a path.
 * @throws {PvgError} `input-unreadable`, naming the file, the entry and the member, never a value
 */
export async function openList<Value>(
  files: Pick<Files, 'read'>,
  path: string | undefined,
  list: ListFile<Value>,
): Promise<Value[]> {
  if (path === undefined) return [];
  const onFailure = onFileError((cause): never => {
    const problem =
      cause.code === 'EFBIG'
        ? `is ${largerThan(mostListBytes)}`
        : `could not be read (${cause.code})`;
    throw new PvgError('input-unreadable', `The ${list.what} ${path} ${problem}.`, { cause });
  });
  return parseList(await files.read(path, mostListBytes).catch(onFailure), list, path);
}

/** Bytes of a file, or of the body of a request: a body has no path, and one object counts as a list of one. */
export function parseList<Value>(bytes: Uint8Array, list: ListFile<Value>, path?: string): Value[] {
  const name = path === undefined ? 'The body of the request' : `The ${list.what} ${path}`;
  const refuse = (says: string): PvgError =>
    new PvgError('input-unreadable', `${name} ${says}.`, { hint: list.hint });
  const text = decodeFileText(bytes);
  if (text === undefined) throw refuse('cannot be used: it is not UTF-8 text');
  // The reader of our own says where a mistake is, without the text there.
  const json = tryJson(text);
  if (json instanceof JsonSyntaxError) throw refuse(`cannot be used: ${json.message}`);
  const value: unknown = JSON.parse(text);
  const entries = path === undefined && isRecord(value) ? [value] : value;
  if (!Array.isArray(entries)) throw refuse('must hold a JSON array');
  return readEntries(entries, list, name);
}

/** Values that are in memory already. @param name what errors call the list. @throws {PvgError} `input-unreadable` */
export function readEntries<Value>(
  entries: readonly unknown[],
  { hint, entryOf }: ListFile<Value>,
  name: string,
): Value[] {
  const unusable = (says: string): PvgError =>
    new PvgError('input-unreadable', `${name} cannot be used: ${says}.`, { hint });
  // Array.from gives the empty places of an array, too.
  return Array.from(entries, (entry: unknown, index) => {
    const place = `entry ${String(index + 1)}`;
    if (!isRecord(entry)) throw unusable(`${place} is not an object`);
    return entryOf(entry, (says) => unusable(`${place}: ${says}`));
  });
}

const members = {
  receipt: aText,
  product_id: aText,
  os: memberOneOf<Platform>(['android', 'ios']),
  package: aText,
  order_id: aText,
  purchase_state: aNumber(0, 2),
  acknowledgement_state: aNumber(0, 1),
  quantity: aNumber(1),
  region_code: aText,
  purchase_date_ms: aNumber(0),
  /** The purchase was verified before the emulator started, so the ledger does not know it. */
  recorded: aBoolean,
  last_error_code: aText,
};

type PurchaseMembers = MembersRead<typeof members, 'receipt' | 'product_id'> & DemoMembers;

/** What only demo purchases have (§7.1). */
interface DemoMembers {
  readonly last_error_message?: string;
  readonly recorded_for_this_game?: boolean;
  /** The game has no service account for the store. */
  readonly isUnconfigured?: boolean;
  /** How many times the store cannot be reached before it answers. */
  readonly storeFailures?: number;
  readonly answersAfterMs?: number;
  /** iOS: bought in the other environment. */
  readonly isElsewhere?: boolean;
}

/** The usual purchase: Android, paid, acknowledged, never verified. */
const usualPurchase = {
  os: 'android',
  package: '',
  purchase_state: 0,
  acknowledgement_state: 1,
  quantity: 1,
  region_code: 'VN',
  purchase_date_ms: Date.parse('2026-03-02T09:30:00Z'),
  recorded: false,
} as const;

/** What the store knows about a purchase, and what the gateway knew about it from the start (§2.3, §2.4). */
export type EmulatedPurchase = PurchaseMembers &
  Required<Pick<PurchaseMembers, keyof typeof usualPurchase | 'order_id'>>;

export function emulatedPurchase(given: PurchaseMembers): EmulatedPurchase {
  const digits = String(BigInt(`0x1${sha256Hex(given.receipt)}`)).slice(-17);
  // Always the same for one receipt, in the store's usual form: `GPA.1234-5678-9012-34567`.
  const ofStore = digits.replace(/^(\d{4})(\d{4})(\d{4})/, 'GPA.$1-$2-$3-');
  return {
    ...usualPurchase,
    order_id: given.os === 'ios' ? digits.slice(0, 15) : ofStore,
    ...given,
  };
}

/** The file of `emulate --store`, and what the control address adds. */
export const purchaseList = listFile({
  what: 'store file',
  hint: 'Each entry needs receipt, product_id and, for Android, package.',
  rules: members,
  needed: ['receipt', 'product_id'],
  make: (read, refuse) => {
    if (read.os !== 'ios' && read.package === undefined) throw refuse('package is missing');
    if (read.recorded !== true && read.last_error_code !== undefined) {
      throw refuse('last_error_code needs recorded: true');
    }
    return emulatedPurchase(read);
  },
});
