import type { BodyRules } from '../body-rules.js';
import { permutations } from '../permutations.js';
import { isEmptyContainer, isNull, mapObjects, textTree, type Member, type Tree } from './tree.js';

/** A change of the body's data by the sender's code, such as sorting its keys. */
export type TreeEdit = (root: Tree) => Tree;
/** A change of the members of one object. */
type MembersChange = (members: readonly Member[]) => readonly Member[];

const changeAllObjects =
  (change: MembersChange): TreeEdit =>
  (root) =>
    mapObjects(root, change);
const changeTopObject =
  (change: MembersChange): TreeEdit =>
  (root) =>
    mapObjects(root, (members, depth) => (depth === 0 ? change(members) : members));

const sortNames =
  (compare: (left: string, right: string) => number) =>
  (members: readonly Member[]): Member[] =>
    members.toSorted(([left], [right]) => compare(left.value, right.value));
/** Like `compareBytes`, but each name is decoded once. */
const sorted: MembersChange = (members) =>
  members
    .map((member) => ({ member, name: Buffer.from(member[0].value) }))
    .sort((left, right) => Buffer.compare(left.name, right.name))
    .map(({ member }) => member);
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(name);

/** JavaScript orders members whose names are integers before the others, by number. */
const indexesFirst: MembersChange = (members) => [
  ...sortNames((left, right) => Number(left) - Number(right))(
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
/** The values that programs leave out as missing. */
const droppedValues = {
  nulls: [isNull],
  emptyTexts: [isText('')],
  nullsAndEmptyTexts: [isNull, isText('')],
  /** Jackson’s NON_EMPTY. */
  empties: [isNull, isText(''), isEmptyContainer],
  /** Go’s omitempty. */
  zeroValues: [isNull, isText(''), isEmptyContainer, isFalseOrZero],
  /** PHP’s array_filter. */
  phpFalse: [isNull, isText(''), isEmptyContainer, isFalseOrZero, isText('0')],
} as const satisfies Readonly<Record<string, readonly Test[]>>;
/** Whether the value is null, empty, false or zero. */
export const isUnsetTree: Test = (tree) => droppedValues.zeroValues.some((test) => test(tree));
const withoutMatching =
  (tests: readonly Test[]): MembersChange =>
  (members) =>
    members.filter(([, value]) => !tests.some((test) => test(value)));

/** In characters. A longer name is cut before it is renamed: that guess is then wrong, but takes no long time. */
const longestRenamed = 200;

/**
 * The words of a name: `HTTP`, `Server` and `id` for `HTTPServer_id`. The pattern takes capitals that no small letter
 * follows, then a word with at most one capital, then other characters, such as `$`.
 */
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
  (rename: (name: string) => string): MembersChange =>
  (members) =>
    members.map(([name, value]) => [textTree(rename(name.value)), value]);

/**
 * Names as in a Go struct without tags, where initials are in capitals: `GameID` for `gameId`, and `OsID` or `OSID` for
 * `os_id`. Tried only when everything else is right.
 */
export const goNames: readonly TreeEdit[] = [/Id(?![a-z])/g, /^Os(?=Id)|Id(?![a-z])/g].map(
  (initials) =>
    changeAllObjects(
      renamed((name) => pascal(name).replace(initials, (found) => found.toUpperCase())),
    ),
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

/** If a name is repeated, readers keep its last value, at its first position. */
const lastOfEqual: MembersChange = (members) => [
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

/** An edit with its cost in the search. */
interface PricedEdit {
  readonly cost: number;
  /** Two edits of one axis are never combined. */
  readonly axis: string;
  readonly edit: TreeEdit;
}
const droppedAnywhere = (cost: number, tests: readonly Test[]): PricedEdit => ({
  cost,
  axis: 'dropped',
  edit: changeAllObjects(withoutMatching(tests)),
});
const renamedAnywhere = (rename: (name: string) => string): PricedEdit => ({
  cost: 1,
  axis: 'names',
  edit: changeAllObjects(renamed(rename)),
});
/** In the order in which the search tries them. */
const editTable = {
  sorted: { cost: 1, axis: 'order', edit: changeAllObjects(sorted) },
  sortedTop: { cost: 1, axis: 'order', edit: changeTopObject(sorted) },
  nullsDropped: droppedAnywhere(1, droppedValues.nulls),
  nullsAndEmptyTextsDropped: droppedAnywhere(1, droppedValues.nullsAndEmptyTexts),
  emptiesDropped: droppedAnywhere(2, droppedValues.empties),
  zeroValuesDropped: droppedAnywhere(2, droppedValues.zeroValues),
  phpFalseDropped: {
    cost: 2,
    axis: 'dropped',
    edit: changeTopObject(withoutMatching(droppedValues.phpFalse)),
  },
  emptyTextsDropped: droppedAnywhere(2, droppedValues.emptyTexts),
  indexesFirst: { cost: 1, axis: 'order', edit: changeAllObjects(indexesFirst) },
  pascal: renamedAnywhere(pascal),
  camel: renamedAnywhere(camel),
  snake: renamedAnywhere(snake),
  numbersQuoted: { cost: 2, axis: 'quotes', edit: everyScalar(asText) },
  // It changes no quotes, but has this axis, so that it is never combined with changed quotes: both together are too rare.
  lastOfEqual: { cost: 1, axis: 'quotes', edit: changeAllObjects(lastOfEqual) },
  /** PHP’s JSON_FORCE_OBJECT. */
  listsAsObjects: { cost: 2, axis: 'lists', edit: listsAsObjects },
  /** PHP’s JSON_NUMERIC_CHECK. */
  textsUnquoted: { cost: 2, axis: 'quotes', edit: everyScalar(asNumber) },
} as const satisfies Readonly<Record<string, PricedEdit>>;
/** PostgreSQL’s jsonb and MySQL’s JSON order short names before long ones. Not in `editTable`: only these encoders use it. */
const shortFirst: MembersChange = (members) =>
  sorted(members).toSorted(
    ([left], [right]) => Buffer.byteLength(left.value) - Buffer.byteLength(right.value),
  );
export type EditName = keyof typeof editTable | 'shortFirst';

export const pricedEdits: readonly PricedEdit[] = Object.values(editTable);
export const edits = Object.fromEntries([
  ...Object.entries(editTable).map(([name, { edit }]) => [name, edit] as const),
  ['shortFirst', changeAllObjects(shortFirst)],
]) as Readonly<Record<EditName, TreeEdit>>;

/** With more members no such edits are made, because the number of edits grows with the square of the members. */
const mostMembersToEdit = 64;
/** With more members not every order is tried: eight have 40,320 orders. */
const mostMembersToReorder = 8;
const word = (raw: string): Tree => ({ kind: 'word', raw });

/** What other languages print for null. */
const foreignNulls: ReadonlySet<string> = new Set(['', 'None', 'undefined', 'nil']);

/** The value with another type, as another language prints it: with quotes added or removed, or with its word for null. */
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
  if (foreignNulls.has(value.value)) return [[word('null'), 1]];
  const other = asNumber(value);
  return other === value ? [] : [[other, 1]];
}

/** The names under which an object around the data may have it: `{"data":{…}}`. */
const wrappers = ['data', 'body', 'payload', 'request', 'params'];

const topEdit = (cost: number, change: MembersChange): PricedEdit => ({
  cost,
  axis: 'members',
  edit: changeTopObject(change),
});

/** Edits that depend on the members of this body, in the order in which the search tries them. */
export function* editsForBody(root: Tree, { optional, orders }: BodyRules): Generator<PricedEdit> {
  if (root.kind !== 'object' || root.members.length > mostMembersToEdit) return;
  const { members } = root;
  yield* wrappers.map(wrapperEdit);
  for (const member of members) yield* editsOfMember(member, members);
  const absent = optional.filter((name) => !members.some(([each]) => each.value === name));
  const [usualOrder = []] = orders;
  for (const value of [word('null'), textTree('')]) {
    for (const names of groupsOf(absent)) {
      const added = names.map((name): Member => [textTree(name), value]);
      yield topEdit(names.length > 1 ? 2 : 1, (all) => [...all, ...added]);
      yield topEdit(2, (all) => inOrder(usualOrder)([...all, ...added]));
      // Pairs cost more, because there are many, each at many positions.
      const isPairOfMany = names.length === 2 && absent.length > 2;
      yield* insertions(added, members.length, isPairOfMany ? 3 : 2);
    }
  }
  yield* orders.map((order) => topEdit(1, inOrder(order)));
}

const wrapperEdit = (name: string): PricedEdit => ({
  cost: 2,
  axis: 'members',
  edit: (tree) => ({ kind: 'object', members: [[textTree(name), tree]] }),
});

/** Edits of one member: left out, with another value, or at another position. */
function* editsOfMember([name, value]: Member, members: readonly Member[]): Generator<PricedEdit> {
  const isThisMember = ([each]: Member): boolean => each.value === name.value;
  const withoutIt: MembersChange = (all) => all.filter((member) => !isThisMember(member));
  yield topEdit(2, withoutIt);
  for (const [other, cost] of otherTypes(value)) {
    yield topEdit(cost, (all) =>
      all.map((member) => (isThisMember(member) ? [name, other] : member)),
    );
  }
  for (const place of members.keys()) {
    yield topEdit(2, (all) => withoutIt(all).toSpliced(place, 0, ...all.filter(isThisMember)));
  }
}

/** Inserts these members at each position but the end, which is an edit of its own. */
const insertions = (added: readonly Member[], places: number, cost: number): PricedEdit[] =>
  Array.from({ length: places }, (_, place) =>
    topEdit(cost, (all) => all.toSpliced(place, 0, ...added)),
  );

const inOrder = (order: readonly string[]): MembersChange => {
  const place = (name: string): number =>
    order.includes(name) ? order.indexOf(name) : order.length;
  return sortNames((left, right) => place(left) - place(right));
};

/** Groups of one name, of two, and of all. */
const groupsOf = (names: readonly string[]): readonly (readonly string[])[] => [
  ...names.map((name) => [name]),
  ...names.flatMap((first, index) => names.slice(index + 1).map((second) => [first, second])),
  ...(names.length > 2 ? [names] : []),
];

/** The object with its members in every order, because the fields of a struct may have any; nothing if it has too many. */
export function* allOrders(root: Tree): Generator<Tree> {
  if (root.kind !== 'object' || root.members.length > mostMembersToReorder) return;
  for (const members of permutations(root.members)) yield { kind: 'object', members };
}
