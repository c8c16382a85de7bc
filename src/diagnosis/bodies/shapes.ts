/** How an encoder, or the code before it, changes the parsed body: order, names, empty members. */
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { renamings } from './renamings.js';

type Member = readonly [name: string, value: Json];
type Members = readonly Member[];
type Reshape = (body: Json) => Json;
type OnMembers = (members: Members) => Json;

const asObject: OnMembers = (members) => new JsonObject(members);

interface Change {
  /** Changes an object before its content is changed. */
  readonly before?: (members: Members) => Members;
  /** Changes an object or an array after its content was changed. */
  readonly after?: OnMembers;
  readonly items?: (items: Json[]) => Json;
}

const everywhere = ({ before, after = asObject, items = (all) => all }: Change): Reshape => {
  const visit: Reshape = (value) => {
    if (Array.isArray(value)) return items(value.map(visit));
    if (!(value instanceof JsonObject)) return value;
    const members = before?.(value.members) ?? value.members;
    return after(members.map(([name, member]): Member => [name, visit(member)]));
  };
  return visit;
};

const everyObject = (after: OnMembers): Reshape => everywhere({ after });

const topObject =
  (change: OnMembers): Reshape =>
  (body) =>
    body instanceof JsonObject ? change(body.members) : body;

/** The tree that decoders return: of repeated members the last value counts, at the place of the first. */
export const decoded: Reshape = everyObject((members) => new JsonObject([...new Map(members)]));

type Compare = (left: string, right: string) => number;

const compareUnits: Compare = (left, right) => (left < right ? -1 : Number(left > right));
const compareBytes: Compare = (left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right));
const compareFolded: Compare = (left, right) => compareUnits(left.toLowerCase(), right.toLowerCase());

/** PHP 8 compares two numeric strings as numbers, all others as strings. */
const compareAsPhp: Compare = (left, right) => {
  const isNumeric = (name: string): boolean => /^(?:0|-?[1-9]\d{0,17})$/.test(name);
  return isNumeric(left) && isNumeric(right) ? Number(left) - Number(right) : compareBytes(left, right);
};

const reverse =
  (compare: Compare): Compare =>
  (left, right) =>
    compare(right, left);

const sortedBy =
  (compare: Compare): ((members: Members) => JsonObject) =>
  (members) =>
    new JsonObject([...members].sort(([left], [right]) => compare(left, right)));

/** JavaScript objects: integer-like names first, in numeric order. */
const indexesFirst = (members: Members): JsonObject => {
  const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
  const indexes = members.filter(([name]) => isIndex(name));
  indexes.sort(([left], [right]) => Number(left) - Number(right));
  return new JsonObject([...indexes, ...members.filter(([name]) => !isIndex(name))]);
};

/** `JSON.stringify(o, Object.keys(o).sort())`: the list of names also filters every inner object. */
const onlyTopNames =
  (compare: Compare): Reshape =>
  (body) => {
    if (!(body instanceof JsonObject)) return body;
    const names = indexesFirst(body.members).members.map(([name]) => name);
    const order = new Map(names.sort(compare).map((name, at) => [name, at]));
    const place = (name: string): number => order.get(name) ?? 0;
    return everyObject((members) =>
      sortedBy((left, right) => place(left) - place(right))(members.filter(([name]) => order.has(name))),
    )(body);
  };

/** java.util.HashMap: by bucket, and in a bucket by insertion; String.hashCode xor its upper half. */
const hashMapOrder = (members: Members): JsonObject => {
  let buckets = 16;
  while (members.length > buckets * 0.75) buckets *= 2;
  const bucket = (name: string): number => {
    let hash = 0;
    for (let at = 0; at < name.length; at += 1) hash = (Math.imul(31, hash) + name.charCodeAt(at)) | 0;
    return ((hash ^ (hash >>> 16)) >>> 0) & (buckets - 1);
  };
  return sortedBy((left, right) => bucket(left) - bucket(right))(members);
};

const kept: Reshape = (body) => body;
const indexed = everyObject(indexesFirst);

export const orders = {
  kept,
  js: indexed,
  sorted: everyObject(sortedBy(compareBytes)),
  'sorted-utf16': everyObject(sortedBy(compareUnits)),
  'sorted-js': (body) => indexed(everyObject(sortedBy(compareUnits))(body)),
  'ksort-all': everyObject(sortedBy(compareAsPhp)),
  'sorted-top': topObject(sortedBy(compareBytes)),
  'sorted-top-utf16': topObject(sortedBy(compareUnits)),
  'sorted-top-folded': topObject(sortedBy(compareFolded)),
  ksort: topObject(sortedBy(compareAsPhp)),
  krsort: topObject(sortedBy(reverse(compareAsPhp))),
  'top-names': onlyTopNames(compareUnits),
  'top-names-kept': onlyTopNames(() => 0),
  'java-hash-map': everyObject(hashMapOrder),
  /** jiffy over a map builds its list from the back. */
  'reverse-sorted': everyObject(sortedBy(reverse(compareBytes))),
} as const satisfies Readonly<Record<string, Reshape>>;

export type OrderName = keyof typeof orders;

type Test = (value: Json) => boolean;

const isNull: Test = (value) => value === null;
const isObject: Test = (value) => value instanceof JsonObject && value.members.length === 0;
const isArray: Test = (value) => Array.isArray(value) && value.length === 0;
const isZero: Test = (value) => value instanceof JsonNumber && value.value === 0;
const isFalse: Test = (value) => value === false;
const isText: Test = (value) => value === '';
const isZeroText: Test = (value) => value === '0';
const isWhite: Test = (value) => typeof value === 'string' && /^[\s\u0085]*$/.test(value);

const any =
  (...tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));

/** What is left out; the comments say by whom. */
const emptiness = {
  nulls: isNull,
  texts: isText,
  blanks: any(isNull, isText),
  empties: any(isNull, isText, isObject, isArray),
  containers: any(isObject, isArray),
  /** Jackson's NON_EMPTY of a class without empty texts. */
  'nulls-containers': any(isNull, isObject, isArray),
  /** `if v` in Python, Go's omitempty on a map. */
  falsy: any(isNull, isText, isObject, isArray, isFalse, isZero),
  /** Go's omitempty where the object is a struct. */
  'zero-values': any(isNull, isText, isArray, isFalse, isZero),
  /** array_filter without a callback. */
  'php-false': any(isNull, isText, isObject, isArray, isFalse, isZero, isZeroText),
  /** array_filter with strlen. */
  'no-text': any(isNull, isText, isFalse),
  'js-false': any(isNull, isText, isFalse, isZero),
  'rails-blank': any(isNull, isWhite, isObject, isArray, isFalse),
  'ruby-false': any(isNull, isFalse),
} as const satisfies Readonly<Record<string, Test>>;

const without = (drop: Test) => (members: Members) => members.filter(([, value]) => !drop(value));
const dropping = (drop: Test) => (members: Members) => asObject(without(drop)(members));

const scopes = {
  /** Members are judged as they were before their own members were left out. */
  '': (drop) => everywhere({ before: without(drop) }),
  '-top': (drop) => topObject(dropping(drop)),
  /** What becomes empty is left out too. */
  '-upward': (drop) => everyObject(dropping(drop)),
  '-items': (drop) =>
    everywhere({ after: dropping(drop), items: (all) => all.filter((item) => !drop(item)) }),
} as const satisfies Readonly<Record<string, (drop: Test) => Reshape>>;

export type DropName =
  | 'none'
  /** A Lua table cannot hold nil: null members and nulls at the end of an array are left out. */
  | 'lua-nils'
  | `${keyof typeof emptiness}${keyof typeof scopes}`;

export const drops = {
  none: kept,
  ...Object.fromEntries(
    Object.entries(emptiness).flatMap(([what, test]) =>
      Object.entries(scopes).map(([where, scope]) => [what + where, scope(test)]),
    ),
  ),
  'lua-nils': everywhere({
    after: dropping(isNull),
    items: (all) => all.slice(0, all.findLastIndex((item) => item !== null) + 1),
  }),
} as Readonly<Record<DropName, Reshape>>;

const emptyObject = new JsonObject([]);

export const empties = {
  kept,
  arrays: everyObject((members) => (members.length === 0 ? [] : asObject(members))),
  /** PHP: an array with the keys 0, 1, 2 and so on, in this order, is a list. */
  php: everyObject((members) =>
    members.every(([name], at) => name === String(at))
      ? members.map(([, value]) => value)
      : asObject(members),
  ),
  /** Lua has only one kind of table. */
  objects: everywhere({ items: (all) => (all.length === 0 ? emptyObject : all) }),
  /** boost::property_tree. */
  strings: everywhere({
    after: (members) => (members.length === 0 ? '' : asObject(members)),
    items: (all) => (all.length === 0 ? '' : all),
  }),
} as const satisfies Readonly<Record<string, Reshape>>;

export type EmptiesName = keyof typeof empties;

type Renaming = keyof typeof renamings;
export type NamesName = 'kept' | Renaming | `${Renaming}-top`;

const renamed = (rename: (name: string) => string) => (members: Members) =>
  new JsonObject(members.map(([name, value]) => [rename(name), value]));

export const names = {
  kept,
  ...Object.fromEntries(
    Object.entries(renamings).flatMap(([name, rename]) => [
      [name, everyObject(renamed(rename))],
      [`${name}-top`, topObject(renamed(rename))],
    ]),
  ),
} as Readonly<Record<NamesName, Reshape>>;
