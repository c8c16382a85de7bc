import type { BodyRules } from '../body-rules.js';
import { isNull, mapObjects, textOf, type Member, type Tree } from './tree.js';

/** What the sender's code did to the data before it was printed, or between two prints. */
export type Edit = (root: Tree) => Tree;

const compareBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
const byName =
  (compare: (left: string, right: string) => number) =>
  (members: readonly Member[]): Member[] =>
    [...members].sort(([left], [right]) => compare(left.value, right.value));
const sorted = byName(compareBytes);
const reversed = byName((left, right) => compareBytes(right, left));
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(name);

/** JavaScript keeps integer-like names in front, by number. */
const indexesFirst = (members: readonly Member[]): readonly Member[] =>
  members.some(([name]) => isIndex(name.value))
    ? [
        ...byName((left, right) => Number(left) - Number(right))(
          members.filter(([name]) => isIndex(name.value)),
        ),
        ...members.filter(([name]) => !isIndex(name.value)),
      ]
    : members;

/** java.util.HashMap: by bucket; String.hashCode xor its upper half. */
const hashMapOrder =
  (fewest: number, spare: number) =>
  (members: readonly Member[]): Member[] => {
    let buckets = fewest;
    while (members.length + spare > buckets * 0.75) buckets *= 2;
    const bucket = (name: string): number => {
      let hash = 0;
      for (let at = 0; at < name.length; at += 1) hash = (Math.imul(31, hash) + name.charCodeAt(at)) | 0;
      return ((hash ^ (hash >>> 16)) >>> 0) & (buckets - 1);
    };
    return byName((left, right) => bucket(left) - bucket(right))(members);
  };

/** `JSON.stringify(o, Object.keys(o).sort())` also keeps only these names in inner objects. */
const listedNames: Edit = (root) => {
  const top = root.kind === 'object' ? root.members.map(([name]) => name.value) : [];
  return mapObjects(root, (members) => sorted(members.filter(([name]) => top.includes(name.value))));
};

const isEmptyText = (tree: Tree): boolean => tree.kind === 'text' && tree.value === '';
const isEmptyContainer = (tree: Tree): boolean =>
  (tree.kind === 'list' && tree.items.length === 0) || (tree.kind === 'object' && tree.members.length === 0);
const isFalseOrZero = (tree: Tree): boolean =>
  (tree.kind === 'word' && tree.raw === 'false') || (tree.kind === 'number' && Number(tree.raw) === 0);
const isZeroText = (tree: Tree): boolean => tree.kind === 'text' && tree.value === '0';

const dropping =
  (...tests: readonly ((tree: Tree) => boolean)[]) =>
  (members: readonly Member[]): Member[] =>
    members.filter(([, value]) => !tests.some((test) => test(value)));
const everywhere =
  (change: (members: readonly Member[]) => readonly Member[]): Edit =>
  (root) =>
    mapObjects(root, change);
const atTop =
  (change: (members: readonly Member[]) => readonly Member[]): Edit =>
  (root) =>
    mapObjects(root, (members, depth) => (depth === 0 ? change(members) : members));

const words = (name: string): string[] =>
  name.slice(0, 200).match(/[A-Z]{1,40}(?![a-z])|[A-Z]?[a-z0-9]{1,100}|[^A-Za-z0-9_]{1,40}/g) ?? [name];
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const pascal = (name: string): string => words(name).map(capital).join('');
const camel = (name: string): string => pascal(name).charAt(0).toLowerCase() + pascal(name).slice(1);
const snake = (name: string): string =>
  words(name)
    .map((word) => word.toLowerCase())
    .join('_');
/** Go's habit: ID, URL in capitals. */
const goPascal = (name: string): string =>
  words(name)
    .map((word) =>
      /^(?:id|os|url|ip|api)$/i.test(word) && !/^os$/i.test(word) ? word.toUpperCase() : capital(word),
    )
    .join('');
const renaming = (rename: (name: string) => string): Edit =>
  everywhere((members) => members.map(([name, value]): Member => [textOf(rename(name.value)), value]));
const quoted: Edit = (root) =>
  atTop((members) =>
    members.map(([name, value]): Member => [name, value.kind === 'number' ? textOf(value.raw) : value]),
  )(root);

const quotedEverywhere: Edit = (tree) => {
  if (tree.kind === 'number') return textOf(tree.raw);
  if (tree.kind === 'list') return { ...tree, items: tree.items.map(quotedEverywhere) };
  if (tree.kind !== 'object') return tree;
  return { ...tree, members: tree.members.map(([name, value]): Member => [name, quotedEverywhere(value)]) };
};
/** A name that stands twice: readers keep its first place and its last value. */
const lastOfEqual = (members: readonly Member[]): Member[] => [
  ...new Map(members.map((member) => [member[0].value, member] as const)).values(),
];

const unquoted: Edit = everywhere((members) =>
  members.map(([name, value]): Member => [
    name,
    value.kind === 'text' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value.value)
      ? { kind: 'number', raw: value.value }
      : value,
  ]),
);

export const edits = {
  sorted: everywhere(sorted),
  sortedTop: atTop(sorted),
  nullsDropped: everywhere(dropping(isNull)),
  emptyTextsDropped: everywhere(dropping(isNull, isEmptyText)),
  emptiesDropped: everywhere(dropping(isNull, isEmptyText, isEmptyContainer)),
  falseDropped: everywhere(dropping(isNull, isEmptyText, isEmptyContainer, isFalseOrZero)),
  falseButNoObjectsDropped: everywhere(
    dropping(isNull, isEmptyText, (tree) => tree.kind === 'list' && tree.items.length === 0, isFalseOrZero),
  ),
  phpFalseDropped: atTop(dropping(isNull, isEmptyText, isEmptyContainer, isFalseOrZero, isZeroText)),
  emptyTextsOnlyDropped: everywhere(dropping(isEmptyText)),
  indexesFirst: everywhere(indexesFirst),
  reversed: everywhere(reversed),
  hashMap: everywhere(hashMapOrder(16, 0)),
  /** `new HashMap(other)` is only as large as it must be. */
  hashMapCopy: everywhere(hashMapOrder(1, 0.75)),
  listedNames,
  pascal: renaming(pascal),
  camel: renaming(camel),
  snake: renaming(snake),
  goPascal: renaming(goPascal),
  pascalTop: atTop((members) => members.map(([name, value]): Member => [textOf(pascal(name.value)), value])),
  camelTop: atTop((members) => members.map(([name, value]): Member => [textOf(camel(name.value)), value])),
  snakeTop: atTop((members) => members.map(([name, value]): Member => [textOf(snake(name.value)), value])),
  numbersQuoted: quoted,
  allNumbersQuoted: quotedEverywhere,
  lastOfEqual: everywhere(lastOfEqual),
  /** PHP's JSON_NUMERIC_CHECK. */
  textsUnquoted: unquoted,
} as const satisfies Readonly<Record<string, Edit>>;
export type EditName = keyof typeof edits;

/** What one edit costs in the search. */
export const editCosts: Readonly<Record<EditName, number>> = {
  sorted: 1,
  sortedTop: 1,
  nullsDropped: 1,
  emptyTextsDropped: 1,
  indexesFirst: 1,
  emptiesDropped: 2,
  falseDropped: 2,
  falseButNoObjectsDropped: 2,
  phpFalseDropped: 2,
  emptyTextsOnlyDropped: 2,
  reversed: 2,
  hashMap: 2,
  hashMapCopy: 2,
  listedNames: 2,
  pascal: 1,
  camel: 1,
  snake: 1,
  goPascal: 2,
  pascalTop: 2,
  camelTop: 2,
  snakeTop: 2,
  numbersQuoted: 2,
  allNumbersQuoted: 2,
  lastOfEqual: 1,
  textsUnquoted: 2,
};

/** Of objects with more members fewer edits are tried: some grow with the square of their number. */
const [mostToEdit, mostForPairs] = [64, 16];

/** Edits that depend on the body: one member left out, one that the contract knows put in, the contract's order. */
export function* ownEdits(
  root: Tree,
  { optional, orders }: BodyRules,
): Generator<readonly [edit: Edit, cost: number]> {
  if (root.kind !== 'object' || root.members.length > mostToEdit) return;
  const { members } = root;
  const has = (name: string): boolean => members.some(([each]) => each.value === name);
  for (const [left] of members) yield [atTop((all) => all.filter(([name]) => name.value !== left.value)), 2];
  const absent = optional.filter((name) => !has(name));
  const inOrder =
    (order: readonly string[]) =>
    (all: readonly Member[]): Member[] => {
      const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
      return [...all].sort(([left], [right]) => place(left.value) - place(right.value));
    };
  const filler: readonly Tree[] = [{ kind: 'word', raw: 'null' }, textOf('')];
  for (const value of filler) {
    for (const names of [
      ...absent.map((name) => [name]),
      ...pairsOf(absent),
      ...(absent.length > 2 ? [absent] : []),
    ]) {
      const added = names.map((name): Member => [textOf(name), value]);
      yield [atTop((all) => [...all, ...added]), names.length > 1 ? 2 : 1];
      yield [atTop((all) => inOrder(orders[0] ?? [])([...all, ...added])), 2];
      for (let at = 0; at < members.length && (names.length === 1 || names.length === absent.length); at += 1)
        yield [atTop((all) => [...all.slice(0, at), ...added, ...all.slice(at)]), 2];
    }
  }
  for (const value of members.length > mostForPairs ? [] : filler)
    for (const [one, other] of pairsOf(absent))
      for (let at = 0; at <= members.length; at += 1)
        for (let to = 0; to <= members.length + 1; to += 1)
          yield [
            atTop((all) =>
              inserted(inserted(all, [textOf(one ?? ''), value], at), [textOf(other ?? ''), value], to),
            ),
            3,
          ];
  if (members.length > 2 && members.length < 7)
    for (const order of permutations(members.map(([name]) => name.value))) yield [atTop(inOrder(order)), 3];
  for (const order of orders) yield [atTop(inOrder(order)), 1];
  for (const [name] of members)
    for (const [to] of members.entries()) yield [atTop((all) => moved(all, name.value, to)), 2];
}

const inserted = (members: readonly Member[], member: Member, at: number): Member[] => [
  ...members.slice(0, at),
  member,
  ...members.slice(at),
];

const moved = (members: readonly Member[], name: string, to: number): Member[] => {
  const others = members.filter(([each]) => each.value !== name);
  return [...others.slice(0, to), ...members.filter(([each]) => each.value === name), ...others.slice(to)];
};

const permutations = (names: readonly string[]): string[][] =>
  names.length === 0
    ? [[]]
    : names.flatMap((name) =>
        permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
      );
const pairsOf = (names: readonly string[]): string[][] =>
  names.flatMap((first, at) => names.slice(at + 1).map((second) => [first, second]));
