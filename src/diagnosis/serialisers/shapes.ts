/** What an encoder, or the code before it, does to the parsed body: order, names, empty members. */
import { JsonNumber, JsonObject, type Json } from '../../json/json.js';

type Member = readonly [name: string, value: Json];
type Members = readonly Member[];
type Reshape = (body: Json) => Json;

/** Applies `change` to every object, the innermost first. */
const everyObject =
  (change: (members: Members, depth: number) => Json): Reshape =>
  (body) => {
    const visit = (value: Json, depth: number): Json => {
      if (Array.isArray(value)) return value.map((item) => visit(item, depth + 1));
      if (!(value instanceof JsonObject)) return value;
      const members = value.members.map(([name, member]): Member => [name, visit(member, depth + 1)]);
      return change(members, depth);
    };
    return visit(body, 0);
  };

const topObject =
  (change: (members: Members) => Json): Reshape =>
  (body) =>
    body instanceof JsonObject ? change(body.members) : body;

/** Of repeated members the last value counts, in the place of the first: JSON.parse, dict, array, map. */
const unrepeated = (members: Members): Members => {
  const last = new Map(members);
  return last.size === members.length ? members : [...last];
};

/** The tree that every decoder hands on. */
export const decoded: Reshape = everyObject((members) => new JsonObject(unrepeated(members)));

const compareCodePoints = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    const bothSame = a >= 0xd800 && a < 0xe000 === (b >= 0xd800 && b < 0xe000);
    // Surrogates stand for code points above every other unit.
    const surrogates = Number(a >= 0xd800 && a < 0xe000) - Number(b >= 0xd800 && b < 0xe000);
    return bothSame || surrogates === 0 ? a - b : surrogates;
  }
  return left.length - right.length;
};

const compareUnits = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const compareFolded = (left: string, right: string): number =>
  compareUnits(left.toLowerCase(), right.toLowerCase()) || compareUnits(left, right);

const compareNatural = (left: string, right: string): number =>
  left.localeCompare(right, 'en', { numeric: true, sensitivity: 'accent' }) || compareUnits(left, right);

const compareLengths = (left: string, right: string): number =>
  Buffer.byteLength(left) - Buffer.byteLength(right) || compareCodePoints(left, right);

const integerName = /^(?:0|-?[1-9]\d{0,17})$/;

/** PHP 8: two numeric strings as numbers, otherwise as strings. */
const compareAsPhp = (left: string, right: string): number =>
  integerName.test(left) && integerName.test(right)
    ? Number(left) - Number(right)
    : compareCodePoints(left, right);

const sortedBy = (compare: (left: string, right: string) => number) => (members: Members) =>
  new JsonObject([...members].sort(([left], [right]) => compare(left, right)));

const arrayIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;

/** JavaScript objects: integer-like names first, in numeric order. */
const indexesFirst = (members: Members): JsonObject => {
  const indexes = members.filter(([name]) => arrayIndex(name));
  if (indexes.length === 0) return new JsonObject(members);
  indexes.sort(([left], [right]) => Number(left) - Number(right));
  return new JsonObject([...indexes, ...members.filter(([name]) => !arrayIndex(name))]);
};

/** `JSON.stringify(o, Object.keys(o).sort())`: the list of names also filters every inner object. */
const onlyTopNames =
  (compare: (left: string, right: string) => number): Reshape =>
  (body) => {
    if (!(body instanceof JsonObject)) return body;
    const names = indexesFirst(body.members)
      .members.map(([name]) => name)
      .sort(compare);
    const order = new Map(names.map((name, at) => [name, at]));
    return everyObject(
      (members) =>
        new JsonObject(
          members
            .filter(([name]) => order.has(name))
            .sort(([left], [right]) => (order.get(left) ?? 0) - (order.get(right) ?? 0)),
        ),
    )(body);
  };

/** String.hashCode with the upper half spread, as java.util.HashMap does. */
const javaHash = (name: string): number => {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = (Math.imul(31, hash) + name.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** java.util.HashMap: by bucket, within one in order of arrival. */
const hashMapOrder = (members: Members): JsonObject => {
  let buckets = 16;
  while (members.length > buckets * 0.75) buckets *= 2;
  const bucket = (name: string): number => javaHash(name) & (buckets - 1);
  return new JsonObject([...members].sort(([left], [right]) => bucket(left) - bucket(right)));
};

export const orders = {
  kept: (body) => body,
  js: everyObject(indexesFirst),
  sorted: everyObject(sortedBy(compareCodePoints)),
  'sorted-utf16': everyObject(sortedBy(compareUnits)),
  'sorted-js': everyObject((members) => indexesFirst(sortedBy(compareUnits)(members).members)),
  'sorted-top': topObject(sortedBy(compareCodePoints)),
  'sorted-top-utf16': topObject(sortedBy(compareUnits)),
  'sorted-top-js': (body) =>
    everyObject(indexesFirst)(topObject((members) => sortedBy(compareUnits)(members))(body)),
  ksort: topObject(sortedBy(compareAsPhp)),
  'ksort-all': everyObject(sortedBy(compareAsPhp)),
  krsort: topObject(sortedBy((left, right) => compareAsPhp(right, left))),
  'top-names': onlyTopNames(compareUnits),
  'top-names-kept': onlyTopNames(() => 0),
  'sorted-top-folded': topObject(
    sortedBy((left, right) => compareUnits(left.toLowerCase(), right.toLowerCase())),
  ),
  'sorted-folded': everyObject(sortedBy(compareFolded)),
  'sorted-natural': everyObject(sortedBy(compareNatural)),
  'sorted-lengths': everyObject(sortedBy(compareLengths)),
  'reverse-sorted': everyObject(sortedBy((left, right) => compareCodePoints(right, left))),
  'java-hash-map': everyObject(hashMapOrder),
  reversed: everyObject((members) => new JsonObject([...members].reverse())),
} as const satisfies Readonly<Record<string, Reshape>>;

export type OrderName = keyof typeof orders;

const isEmptyObject = (value: Json): boolean => value instanceof JsonObject && value.members.length === 0;
const isEmptyArray = (value: Json): boolean => Array.isArray(value) && value.length === 0;
const isZero = (value: Json): boolean => value instanceof JsonNumber && value.value === 0;

const isNull = (value: Json): boolean => value === null;
const isBlank = (value: Json): boolean => value === null || value === '';
const isEmpty = (value: Json): boolean => isBlank(value) || isEmptyObject(value) || isEmptyArray(value);
/** Go's omitempty on a map or interface; `if v` in Python. */
const isFalsy = (value: Json): boolean => isEmpty(value) || value === false || isZero(value);
/** Go's omitempty where the object is a struct. */
const isZeroValue = (value: Json): boolean =>
  isBlank(value) || isEmptyArray(value) || value === false || isZero(value);
const isNullOrContainer = (value: Json): boolean =>
  isNull(value) || isEmptyObject(value) || isEmptyArray(value);
/** PHP array_filter without a callback. */
const isPhpFalse = (value: Json): boolean => isFalsy(value) || value === '0';
/** JavaScript truthiness: empty containers are true. */
const isJsFalse = (value: Json): boolean => isBlank(value) || value === false || isZero(value);

/** Rails' blank?: white space alone counts, zero does not. */
const isRailsBlank = (value: Json): boolean =>
  isEmpty(value) || value === false || (typeof value === 'string' && /^[\s\u0085]*$/.test(value));
const isRubyFalse = (value: Json): boolean => value === null || value === false;
/** PHP's strlen of a value. */
const hasNoText = (value: Json): boolean => isBlank(value) || value === false;

const dropping =
  (drop: (value: Json) => boolean) =>
  (members: Members): JsonObject =>
    new JsonObject(members.filter(([, value]) => !drop(value)));

/** Members are judged by what they were before their own members went. */
const everywhere = (drop: (value: Json) => boolean): Reshape => {
  const visit: Reshape = (value) => {
    if (Array.isArray(value)) return value.map(visit);
    if (!(value instanceof JsonObject)) return value;
    return new JsonObject(
      value.members.filter(([, member]) => !drop(member)).map(([name, member]) => [name, visit(member)]),
    );
  };
  return visit;
};

const nullItemsToo: Reshape = (body) => {
  const visit: Reshape = (value) => {
    if (Array.isArray(value)) return value.filter((item) => item !== null).map(visit);
    if (!(value instanceof JsonObject)) return value;
    return new JsonObject(
      value.members.filter(([, member]) => member !== null).map(([name, member]) => [name, visit(member)]),
    );
  };
  return visit(body);
};

/** A Lua table holds no nil: members go, and the end of an array. */
const luaNils: Reshape = (body) => {
  const visit: Reshape = (value) => {
    if (Array.isArray(value)) {
      const last = value.findLastIndex((item) => item !== null);
      return value.slice(0, last + 1).map(visit);
    }
    if (!(value instanceof JsonObject)) return value;
    return new JsonObject(
      value.members.filter(([, member]) => member !== null).map(([name, member]) => [name, visit(member)]),
    );
  };
  return visit(body);
};

/** Empty items of arrays too, and what became empty. */
const emptyItemsToo: Reshape = (body) => {
  const visit: Reshape = (value) => {
    if (Array.isArray(value)) return value.map(visit).filter((item) => !isEmpty(item));
    if (!(value instanceof JsonObject)) return value;
    return new JsonObject(
      value.members
        .map(([name, member]): Member => [name, visit(member)])
        .filter(([, member]) => !isEmpty(member)),
    );
  };
  return visit(body);
};

export const drops = {
  none: (body) => body,
  nulls: everywhere(isNull),
  'nulls-top': topObject(dropping(isNull)),
  'nulls-items': nullItemsToo,
  'lua-nils': luaNils,
  blanks: everywhere(isBlank),
  'blanks-top': topObject(dropping(isBlank)),
  empties: everywhere(isEmpty),
  'empties-top': topObject(dropping(isEmpty)),
  /** What became empty by dropping goes too. */
  'empties-upward': everyObject(dropping(isEmpty)),
  'blanks-only': everywhere((value) => value === ''),
  'blanks-only-top': topObject(dropping((value) => value === '')),
  'containers-only': everywhere((value) => isEmptyObject(value) || isEmptyArray(value)),
  'nulls-containers': everywhere(isNullOrContainer),
  'nulls-arrays': everywhere((value) => isNull(value) || isEmptyArray(value)),
  falsy: everywhere(isFalsy),
  'falsy-top': topObject(dropping(isFalsy)),
  'falsy-upward': everyObject(dropping(isFalsy)),
  'zero-values': everywhere(isZeroValue),
  'zero-values-top': topObject(dropping(isZeroValue)),
  'php-false-top': topObject(dropping(isPhpFalse)),
  'php-false': everyObject(dropping(isPhpFalse)),
  'js-false-top': topObject(dropping(isJsFalse)),
  'js-false': everywhere(isJsFalse),
  'rails-blank-top': topObject(dropping(isRailsBlank)),
  'rails-blank': everywhere(isRailsBlank),
  'rails-blank-upward': everyObject(dropping(isRailsBlank)),
  'ruby-false-top': topObject(dropping(isRubyFalse)),
  'no-text-top': topObject(dropping(hasNoText)),
  'empty-items': emptyItemsToo,
} as const satisfies Readonly<Record<string, Reshape>>;

export type DropName = keyof typeof drops;

const replaceEmpty =
  (object: Json | undefined, array: Json | undefined): Reshape =>
  (body) => {
    const visit: Reshape = (value) => {
      if (isEmptyObject(value)) return object === undefined ? value : object;
      if (isEmptyArray(value)) return array === undefined ? value : array;
      if (Array.isArray(value)) return value.map(visit);
      if (!(value instanceof JsonObject)) return value;
      return new JsonObject(value.members.map(([name, member]) => [name, visit(member)]));
    };
    return visit(body);
  };

/** PHP: an array whose keys are 0, 1, 2 … in this order is a list. */
const phpLists: Reshape = everyObject((members) =>
  members.every(([name], at) => name === String(at))
    ? members.map(([, value]) => value)
    : new JsonObject(members),
);

export const empties = {
  kept: (body) => body,
  arrays: replaceEmpty([], undefined),
  php: phpLists,
  objects: replaceEmpty(undefined, new JsonObject([])),
  strings: replaceEmpty('', ''),
  nulls: replaceEmpty(null, null),
} as const satisfies Readonly<Record<string, Reshape>>;

export type EmptiesName = keyof typeof empties;

const words = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[ _-]+/)
    .filter((word) => word !== '');

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const pascal = (name: string): string =>
  words(name)
    .map((word) => capital(word.toLowerCase()))
    .join('');
const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);

/** System.Text.Json and Newtonsoft: a leading run of capitals goes down but for the one that starts a word. */
const camelAsDotnet = (name: string): string =>
  name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (run) => run.toLowerCase());

/** `_x` to `X`; what has capitals keeps them. */
const camelByUnderscore = (name: string): string =>
  name.replace(/(?!^)[_-]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
const camelBySmallLetter = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const pascalByUnderscore = (name: string): string => name.split('_').map(capital).join('');
/** Python's capitalize and title: what follows the first letter of a word goes down. */
const titled = (separator: '' | '_') => (name: string) =>
  name
    .split('_')
    .map((word) => capital(word.toLowerCase()))
    .join(separator);
/** An underscore before every capital. */
const snakeByCapital = (name: string): string =>
  name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const snakeByCapitalInFront = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** An underscore only between a small letter and a capital. */
const snakeByCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
/** Words of digits stand alone: lodash. */
const snakeByDigits = (name: string): string =>
  words(name.replace(/([A-Za-z])(\d)/g, '$1_$2').replace(/(\d)([A-Za-z])/g, '$1_$2'))
    .join('_')
    .toLowerCase();
const wordsAsRails = (name: string): string =>
  name.replace(/_([a-z\d]*)/gi, (_, word: string) => capital(word.toLowerCase()));
const camelAsRails = (name: string): string => wordsAsRails(lowerFirst(name));
const pascalAsRails = (name: string): string => wordsAsRails(capital(name));

const renamed =
  (rename: (name: string) => string): Reshape =>
  (body) =>
    everyObject((members) => new JsonObject(members.map(([name, value]) => [rename(name), value])))(body);

const renamedTop = (rename: (name: string) => string): Reshape =>
  topObject((members) => new JsonObject(members.map(([name, value]) => [rename(name), value])));

export const names = {
  kept: (body) => body,
  capital: renamed(capital),
  pascal: renamed(pascal),
  'lower-first': renamed(lowerFirst),
  camel: renamed((name) => lowerFirst(pascal(name))),
  'camel-dotnet': renamed(camelAsDotnet),
  snake: renamed((name) => words(name).join('_').toLowerCase()),
  'capital-top': renamedTop(capital),
  'pascal-top': renamedTop(pascal),
  'camel-top': renamedTop((name) => lowerFirst(pascal(name))),
  'lower-first-top': renamedTop(lowerFirst),
  'snake-top': renamedTop((name) => words(name).join('_').toLowerCase()),
  kebab: renamed((name) => words(name).join('-').toLowerCase()),
  lower: renamed((name) => name.toLowerCase()),
  upper: renamed((name) => name.toUpperCase()),
  'upper-snake': renamed((name) => words(name).join('_').toUpperCase()),
  'camel-underscore': renamed(camelByUnderscore),
  'camel-small': renamed(camelBySmallLetter),
  'camel-small-top': renamedTop(camelBySmallLetter),
  'pascal-underscore': renamed(pascalByUnderscore),
  title: renamed(titled('')),
  'title-underscore': renamed(titled('_')),
  'snake-capital': renamed(snakeByCapital),
  'snake-capital-front': renamed(snakeByCapitalInFront),
  'snake-case': renamed(snakeByCase),
  'snake-digits': renamed(snakeByDigits),
  'camel-rails': renamed(camelAsRails),
  'pascal-rails': renamed(pascalAsRails),
  'camel-underscore-top': renamedTop(camelByUnderscore),
  'pascal-underscore-top': renamedTop(pascalByUnderscore),
  'title-top': renamedTop(titled('')),
  'snake-capital-top': renamedTop(snakeByCapital),
  'snake-case-top': renamedTop(snakeByCase),
  'camel-rails-top': renamedTop(camelAsRails),
  'lower-top': renamedTop((name) => name.toLowerCase()),
  'upper-top': renamedTop((name) => name.toUpperCase()),
} as const satisfies Readonly<Record<string, Reshape>>;

export type NamesName = keyof typeof names;
