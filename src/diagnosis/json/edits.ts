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
const isEmptyList = (tree: Tree): boolean => tree.kind === 'list' && tree.items.length === 0;
const isEmptyContainer = (tree: Tree): boolean =>
  isEmptyList(tree) || (tree.kind === 'object' && tree.members.length === 0);
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
const renamed =
  (rename: (name: string) => string) =>
  (members: readonly Member[]): Member[] =>
    members.map(([name, value]): Member => [textOf(rename(name.value)), value]);
const retyped =
  (change: (value: Tree) => Tree) =>
  (members: readonly Member[]): Member[] =>
    members.map(([name, value]): Member => [name, change(value)]);
const asText = (tree: Tree): Tree => (tree.kind === 'number' ? textOf(tree.raw) : tree);
const everyNumberAsText: Edit = (tree) => {
  if (tree.kind === 'list') return { ...tree, items: tree.items.map(everyNumberAsText) };
  return tree.kind === 'object'
    ? { ...tree, members: retyped(everyNumberAsText)(tree.members) }
    : asText(tree);
};
const asNumber = (tree: Tree): Tree =>
  tree.kind === 'text' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(tree.value)
    ? { kind: 'number', raw: tree.value }
    : tree;

/** A name that stands twice: readers keep its first place and its last value. */
const lastOfEqual = (members: readonly Member[]): Member[] => [
  ...new Map(members.map((member) => [member[0].value, member] as const)).values(),
];

/** What one edit costs in the search, and its axis: of each axis only one is made. */
const table = {
  sorted: [1, 'order', everywhere(sorted)],
  sortedTop: [1, 'order', atTop(sorted)],
  nullsDropped: [1, 'dropped', everywhere(dropping(isNull))],
  emptyTextsDropped: [1, 'dropped', everywhere(dropping(isNull, isEmptyText))],
  emptiesDropped: [2, 'dropped', everywhere(dropping(isNull, isEmptyText, isEmptyContainer))],
  falseDropped: [2, 'dropped', everywhere(dropping(isNull, isEmptyText, isEmptyContainer, isFalseOrZero))],
  falseButNoObjectsDropped: [
    2,
    'dropped',
    everywhere(dropping(isNull, isEmptyText, isEmptyList, isFalseOrZero)),
  ],
  phpFalseDropped: [
    2,
    'dropped',
    atTop(dropping(isNull, isEmptyText, isEmptyContainer, isFalseOrZero, isZeroText)),
  ],
  emptyTextsOnlyDropped: [2, 'dropped', everywhere(dropping(isEmptyText))],
  indexesFirst: [1, 'order', everywhere(indexesFirst)],
  reversed: [2, 'order', everywhere(reversed)],
  hashMap: [2, 'order', everywhere(hashMapOrder(16, 0))],
  /** `new HashMap(other)` is only as large as it must be. */
  hashMapCopy: [2, 'order', everywhere(hashMapOrder(1, 0.75))],
  listedNames: [2, 'order', listedNames],
  pascal: [1, 'names', everywhere(renamed(pascal))],
  camel: [1, 'names', everywhere(renamed(camel))],
  snake: [1, 'names', everywhere(renamed(snake))],
  goPascal: [2, 'names', everywhere(renamed(goPascal))],
  pascalTop: [2, 'names', atTop(renamed(pascal))],
  camelTop: [2, 'names', atTop(renamed(camel))],
  snakeTop: [2, 'names', atTop(renamed(snake))],
  numbersQuoted: [2, 'quotes', atTop(retyped(asText))],
  allNumbersQuoted: [2, 'quotes', everyNumberAsText],
  lastOfEqual: [1, 'quotes', everywhere(lastOfEqual)],
  /** PHP’s JSON_NUMERIC_CHECK. */
  textsUnquoted: [2, 'quotes', everywhere(retyped(asNumber))],
} as const satisfies Readonly<Record<string, PricedEdit>>;
type PricedEdit = readonly [cost: number, axis: string, edit: Edit];
export type EditName = keyof typeof table;

export const pricedEdits: readonly PricedEdit[] = Object.values(table);
export const edits = Object.fromEntries(
  Object.entries(table).map(([name, [, , edit]]) => [name, edit]),
) as Readonly<Record<EditName, Edit>>;

/** Of objects with more members fewer edits are tried: some grow with the square of their number. */
const [mostToEdit, mostForPairs, mostForOrders] = [64, 16, 8];
const word = (raw: string): Tree => ({ kind: 'word', raw });
const filler = [word('null'), textOf('')];

/** What another language makes of one value: the same in quotes or without, nothing in another form. */
function otherTypes(value: Tree): readonly Tree[] {
  if (value.kind === 'number') return [textOf(value.raw)];
  if (value.kind === 'word')
    return [textOf(value.raw), ...(isNull(value) ? ['', 'None', 'undefined', 'nil'].map(textOf) : [])];
  if (value.kind !== 'text') return [];
  if (/^(?:true|false|null)$/.test(value.value)) return [word(value.value)];
  if (/^(?:|None|undefined|nil)$/.test(value.value)) return [word('null')];
  return [asNumber(value)].filter((each) => each !== value);
}

/** Names of an object around the data. */
const wrappers = ['data', 'body', 'payload', 'request', 'params'];

/** Edits that depend on the body: one member changed or left out, one that the contract knows put in, the contract's order. */
export function* ownEdits(
  root: Tree,
  { optional, orders }: BodyRules,
): Generator<readonly [edit: Edit, cost: number]> {
  if (root.kind !== 'object' || root.members.length > mostToEdit) return;
  const { members } = root;
  for (const name of wrappers) yield [(tree) => ({ kind: 'object', members: [[textOf(name), tree]] }), 2];
  for (const [left, value] of members) {
    yield [atTop((all) => all.filter(([name]) => name.value !== left.value)), 2];
    const replaced =
      (other: Tree) =>
      (member: Member): Member =>
        member[0].value === left.value ? [member[0], other] : member;
    for (const other of otherTypes(value))
      yield [
        atTop((all) => all.map(replaced(other))),
        other.kind === 'text' && isNull(value) && other.value !== '' ? 2 : 1,
      ];
  }
  const absent = optional.filter((name) => !members.some(([each]) => each.value === name));
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
        yield [atTop((all) => inserted(all, added, at)), 2];
    }
    for (const [one = '', other = ''] of members.length > mostForPairs ? [] : pairsOf(absent))
      for (let at = 0; at <= members.length; at += 1)
        for (let to = 0; to <= members.length + 1; to += 1)
          yield [
            atTop((all) => inserted(inserted(all, [[textOf(one), value]], at), [[textOf(other), value]], to)),
            3,
          ];
  }
  for (const order of orders) yield [atTop(inOrder(order)), 1];
  for (const [name] of members)
    for (const [to] of members.entries()) yield [atTop((all) => moved(all, name.value, to)), 2];
}

const inOrder =
  (order: readonly string[]) =>
  (all: readonly Member[]): Member[] => {
    const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
    return [...all].sort(([left], [right]) => place(left.value) - place(right.value));
  };
const inserted = (members: readonly Member[], added: readonly Member[], at: number): Member[] => [
  ...members.slice(0, at),
  ...added,
  ...members.slice(at),
];
const moved = (members: readonly Member[], name: string, to: number): Member[] =>
  inserted(
    members.filter(([each]) => each.value !== name),
    members.filter(([each]) => each.value === name),
    to,
  );
const pairsOf = (names: readonly string[]): string[][] =>
  names.flatMap((first, at) => names.slice(at + 1).map((second) => [first, second]));

/** Every order of a few members: the order of a struct may be any. */
export function* allOrders(root: Tree): Generator<Tree> {
  if (root.kind !== 'object' || root.members.length > mostForOrders) return;
  const members = [...root.members];
  // Heap's algorithm: one swap from each order to the next.
  const counts = members.map(() => 0);
  for (let at = 1; at < members.length;) {
    const count = counts[at] ?? 0;
    if (count >= at) {
      counts[at] = 0;
      at += 1;
      continue;
    }
    const other = at % 2 === 0 ? 0 : count;
    [members[other], members[at]] = [members[at] as Member, members[other] as Member];
    yield { kind: 'object', members: [...members] };
    counts[at] = count + 1;
    at = 1;
  }
}
