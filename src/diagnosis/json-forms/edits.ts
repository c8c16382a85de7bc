import type { BodyRules } from '../body-rules.js';
import { permutations } from '../permutations.js';
import { isEmptyContainer, isNull, mapObjects, textTree, type Member, type Tree } from './tree.js';

/** What the sender's code did to the data before it was printed, or between two prints. */
export type TreeEdit = (root: Tree) => Tree;
/** What it did to the members of one object. */
type Change = (members: readonly Member[]) => readonly Member[];

const everywhere =
  (change: Change): TreeEdit =>
  (root) =>
    mapObjects(root, change);
const atTop =
  (change: Change): TreeEdit =>
  (root) =>
    mapObjects(root, (members, depth) => (depth === 0 ? change(members) : members));

const byName =
  (compare: (left: string, right: string) => number) =>
  (members: readonly Member[]): Member[] =>
    members.toSorted(([left], [right]) => compare(left.value, right.value));
/** Like `compareBytes`, but each name is decoded once. */
const sorted: Change = (members) =>
  members
    .map((member) => ({ member, name: Buffer.from(member[0].value) }))
    .sort((left, right) => Buffer.compare(left.name, right.name))
    .map(({ member }) => member);
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(name);

/** JavaScript keeps integer-like names in front, by number. */
const indexesFirst: Change = (members) => [
  ...byName((left, right) => Number(left) - Number(right))(
    members.filter(([name]) => isIndex(name.value)),
  ),
  ...members.filter(([name]) => !isIndex(name.value)),
];

type Test = (tree: Tree) => boolean;
const isText =
  (value: string): Test =>
  (tree) =>
    tree.kind === 'text' && tree.value === value;
const isFalseOrZero: Test = (tree) =>
  (tree.kind === 'word' && tree.raw === 'false') ||
  (tree.kind === 'number' && Number(tree.raw) === 0);
const empties: readonly Test[] = [isNull, isText(''), isEmptyContainer];
/** null, empty, false or zero. */
export const isUnsetTree: Test = (tree) => [...empties, isFalseOrZero].some((test) => test(tree));
const without =
  (...tests: readonly Test[]): Change =>
  (members) =>
    members.filter(([, value]) => !tests.some((test) => test(value)));

/** In characters: longer names are cut, which makes the renamed body a wrong guess. */
const longestRenamed = 200;

/** `HTTPServer_id` has the words `HTTP`, `Server`, `id`: capitals, a capitalised or small word, or other characters. */
const wordsOfName = (name: string): string[] =>
  name
    .slice(0, longestRenamed)
    .match(/[A-Z]{1,40}(?![a-z])|[A-Z]?[a-z0-9]{1,100}|[^A-Za-z0-9_\s-]{1,40}/g) ?? [name];
const capital = (literal: string): string =>
  literal.charAt(0).toUpperCase() + literal.slice(1).toLowerCase();
const pascal = (name: string): string => wordsOfName(name).map(capital).join('');
const camel = (name: string): string =>
  pascal(name).charAt(0).toLowerCase() + pascal(name).slice(1);
const snake = (name: string): string => wordsOfName(name).join('_').toLowerCase();
const renamed =
  (rename: (name: string) => string): Change =>
  (members) =>
    members.map(([name, value]) => [textTree(rename(name.value)), value]);

/** The names of a Go struct without tags: `GameID`, `OsID` or `OSID`. They are tried alone. */
export const goNames: readonly TreeEdit[] = [/Id(?![a-z])/g, /^Os(?=Id)|Id(?![a-z])/g].map(
  (initials) =>
    everywhere(renamed((name) => pascal(name).replace(initials, (found) => found.toUpperCase()))),
);

/** Changes every text, number and literal, also in lists. */
const everyScalar =
  (change: TreeEdit): TreeEdit =>
  (tree) => {
    const changeInside = everyScalar(change);
    if (tree.kind === 'list') return { ...tree, items: tree.items.map(changeInside) };
    if (tree.kind !== 'object') return change(tree);
    const members = tree.members.map(([name, value]): Member => [name, changeInside(value)]);
    return { ...tree, members };
  };
const asText: TreeEdit = (tree) => (tree.kind === 'number' ? textTree(tree.raw) : tree);
const asNumber: TreeEdit = (tree) =>
  tree.kind === 'text' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(tree.value)
    ? { kind: 'number', raw: tree.value }
    : tree;

/** Readers keep the first place and the last value of a name that stands twice. */
const lastOfEqual: Change = (members) => [
  ...new Map(members.map((member) => [member[0].value, member] as const)).values(),
];

/** Every list as an object with the numbers of its items as names. */
function listsAsObjects(tree: Tree): Tree {
  if (tree.kind === 'object') {
    const members = tree.members.map(([name, value]): Member => [name, listsAsObjects(value)]);
    return { ...tree, members };
  }
  if (tree.kind !== 'list') return tree;
  const members = tree.items.map((item, index): Member => [
    textTree(String(index)),
    listsAsObjects(item),
  ]);
  return { kind: 'object', members };
}

/** What one edit costs in the search, and its axis. Two edits of one axis are never combined. */
const editTable = {
  sorted: [1, 'order', everywhere(sorted)],
  sortedTop: [1, 'order', atTop(sorted)],
  nullsDropped: [1, 'dropped', everywhere(without(isNull))],
  nullsAndEmptyTextsDropped: [1, 'dropped', everywhere(without(isNull, isText('')))],
  emptiesDropped: [2, 'dropped', everywhere(without(...empties))],
  unsetDropped: [2, 'dropped', everywhere(without(isUnsetTree))],
  /** PHP’s array_filter. */
  phpFalseDropped: [2, 'dropped', atTop(without(isUnsetTree, isText('0')))],
  emptyTextsOnlyDropped: [2, 'dropped', everywhere(without(isText('')))],
  indexesFirst: [1, 'order', everywhere(indexesFirst)],
  pascal: [1, 'names', everywhere(renamed(pascal))],
  camel: [1, 'names', everywhere(renamed(camel))],
  snake: [1, 'names', everywhere(renamed(snake))],
  numbersQuoted: [2, 'quotes', everyScalar(asText)],
  /** A repeated name beside changed quotes is too rare to be searched: hence this axis. */
  lastOfEqual: [1, 'quotes', everywhere(lastOfEqual)],
  /** PHP’s JSON_FORCE_OBJECT. */
  listsAsObjects: [2, 'lists', listsAsObjects],
  /** PHP’s JSON_NUMERIC_CHECK. */
  textsUnquoted: [2, 'quotes', everyScalar(asNumber)],
} as const satisfies Readonly<Record<string, PricedEdit>>;
type PricedEdit = readonly [cost: number, axis: string, edit: TreeEdit];
/** PostgreSQL’s jsonb and MySQL’s JSON keep short names before long ones. Only their print has this order. */
const shortFirst: Change = (members) =>
  sorted(members).toSorted(
    ([left], [right]) => Buffer.byteLength(left.value) - Buffer.byteLength(right.value),
  );
const encoderEdits = { shortFirst: everywhere(shortFirst) } as const;
export type EditName = keyof typeof editTable | keyof typeof encoderEdits;

export const pricedEdits: readonly PricedEdit[] = Object.values(editTable);
export const edits = Object.fromEntries([
  ...Object.entries(editTable).map(([name, [, , edit]]) => [name, edit] as const),
  ...Object.entries(encoderEdits),
]) as Readonly<Record<EditName, TreeEdit>>;

/** The number of some edits of an object grows with the square of its members. */
const mostMembersToEdit = 64;
/** Eight members have 40,320 orders. */
const mostMembersToReorder = 8;
const word = (raw: string): Tree => ({ kind: 'word', raw });

/** What another language makes of one value, with its costs: quotes added or removed, or null as that language prints it. */
function otherTypes(value: Tree): readonly (readonly [other: Tree, cost: number])[] {
  if (isNull(value)) {
    return ['', 'null', 'None', 'undefined', 'nil'].map((text) => [
      textTree(text),
      text === '' ? 1 : 2,
    ]);
  }
  if (value.kind === 'number' || value.kind === 'word') return [[textTree(value.raw), 1]];
  if (value.kind !== 'text') return [];
  if (/^(?:true|false|null)$/.test(value.value)) return [[word(value.value), 1]];
  if (/^(?:|None|undefined|nil)$/.test(value.value)) return [[word('null'), 1]];
  const other = asNumber(value);
  return other === value ? [] : [[other, 1]];
}

/** Names of an object around the data. */
const wrappers = ['data', 'body', 'payload', 'request', 'params'];

/**
 * Edits that depend on the body: one member changed, moved or left out, optional members of the contract put in, the
 * contract's order.
 */
export function* ownEdits(
  root: Tree,
  { optional, orders }: BodyRules,
): Generator<readonly [edit: TreeEdit, cost: number]> {
  if (root.kind !== 'object' || root.members.length > mostMembersToEdit) return;
  const { members } = root;
  for (const name of wrappers) {
    yield [(tree) => ({ kind: 'object', members: [[textTree(name), tree]] }), 2];
  }
  for (const [name, value] of members) {
    const isThisMember = ([each]: Member): boolean => each.value === name.value;
    yield [atTop((all) => all.filter((member) => !isThisMember(member))), 2];
    for (const [other, cost] of otherTypes(value)) {
      yield [
        atTop((all) => all.map((member) => (isThisMember(member) ? [name, other] : member))),
        cost,
      ];
    }
    const moved =
      (place: number): Change =>
      (all) =>
        all
          .filter((member) => !isThisMember(member))
          .toSpliced(place, 0, ...all.filter(isThisMember));
    for (const place of members.keys()) yield [atTop(moved(place)), 2];
  }
  const absent = optional.filter((name) => !members.some(([each]) => each.value === name));
  for (const value of [word('null'), textTree('')]) {
    for (const names of groupsOf(absent)) {
      const isPairOfMany = names.length === 2 && absent.length > 2;
      const added = names.map((name): Member => [textTree(name), value]);
      yield [atTop((all) => [...all, ...added]), names.length > 1 ? 2 : 1];
      yield [atTop((all) => inOrder(orders[0] ?? [])([...all, ...added])), 2];
      for (const index of members.keys()) {
        // There are many pairs, each at many places.
        yield [atTop((all) => all.toSpliced(index, 0, ...added)), isPairOfMany ? 3 : 2];
      }
    }
  }
  for (const order of orders) yield [atTop(inOrder(order)), 1];
}

const inOrder = (order: readonly string[]): Change => {
  const place = (name: string): number =>
    order.includes(name) ? order.indexOf(name) : order.length;
  return byName((left, right) => place(left) - place(right));
};

/** One of the names, two, or all. */
const groupsOf = (names: readonly string[]): readonly (readonly string[])[] => [
  ...names.map((name) => [name]),
  ...names.flatMap((first, index) => names.slice(index + 1).map((second) => [first, second])),
  ...(names.length > 2 ? [names] : []),
];

/** The object with its members in every order, as those of a struct may have any; nothing if it has too many. */
export function* allOrders(root: Tree): Generator<Tree> {
  if (root.kind !== 'object' || root.members.length > mostMembersToReorder) return;
  for (const members of permutations(root.members)) yield { kind: 'object', members };
}
