import { JsonObject, type Json } from '../../text/json/json.js';
import { drops, orders, type DropName, type OrderName } from '../bodies/shapes.js';
import { lowerHex, percentEncodings, type PercentEncoding } from './percent-encoding.js';
import { formLibraries, sortingLibraries } from './query-libraries.js';
import { queryLanguages, type ValueText } from './query-languages.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** The members as a query, `name=value&…`, and their values joined. */

type QueryCause = 'body-form-encoded' | 'body-query-sorted';

interface QueryForm {
  readonly cause: QueryCause | 'body-values-joined';
  readonly text: string;
  readonly cost: number;
  readonly as: string;
}

const words = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

const reshaped = (root: JsonObject, change: (body: Json) => Json): JsonObject => {
  const changed = change(root);
  return changed instanceof JsonObject ? changed : root;
};
const inOrder = (order: OrderName, root: JsonObject): JsonObject => reshaped(root, orders[order]);

const namesOf = ({ members }: JsonObject): string =>
  JSON.stringify(members.map(([name, value]) => [name, value instanceof JsonObject ? namesOf(value) : '']));

const librarySortings: readonly (readonly [as: string, cost: number, cause: QueryCause, order: OrderName])[] =
  [
    ['', 0, 'body-form-encoded', 'kept'],
    ['whole numbers first', 0, 'body-form-encoded', 'js'],
    ['sorted', 0, 'body-query-sorted', 'sorted-top'],
    ['ksort', 0, 'body-query-sorted', 'ksort'],
    ['every level sorted', 1, 'body-query-sorted', 'sorted'],
  ];

/** In the orders of the members that differ for this body. */
const libraryForms = (root: JsonObject): QueryForm[] => {
  const distinct = distinctBy(librarySortings, ([, , , order]) => namesOf(inOrder(order, root)));
  const sorted = distinct.flatMap(([sorting, extra, cause, order]) => {
    const members = inOrder(order, root);
    return formLibraries.map(([as, cost, query]): QueryForm => ({
      cause,
      text: query(members),
      cost: cost + extra,
      as: words(as, sorting),
    }));
  });
  const sorting = sortingLibraries.map(([as, cost, query]): QueryForm => ({
    cause: 'body-query-sorted',
    text: query(root),
    cost,
    as,
  }));
  return [...sorted, ...sorting];
};

const emptyMembers: readonly (readonly [as: string, drop: DropName])[] = [
  ['empty ones left out', 'blanks-top'],
  ['false ones left out (PHP)', 'php-false-top'],
  ['false ones left out (JavaScript)', 'js-false-top'],
];

/** The same libraries after the empty members went. */
const filteredForms = (root: JsonObject): QueryForm[] =>
  emptyMembers.flatMap(([left, drop]) => {
    const kept = reshaped(root, drops[drop]);
    if (kept.members.length === root.members.length || kept.members.length === 0) return [];
    return libraryForms(kept).map((form) => ({ ...form, cost: form.cost + 3, as: words(form.as, left) }));
  });

/** How a language, or several that agree on this body, spell its values. */
interface Spelling {
  readonly as: string;
  /** The value of a member, and what stands for it when values are joined: its items where the language joins them. */
  readonly members: ReadonlyMap<string, { readonly text: string; readonly joined: readonly string[] }>;
  /** Whether its rarer habits are tried too. */
  readonly thorough: boolean;
  readonly encodings: Set<PercentEncoding>;
  readonly falsy: Set<DropName>;
}

/** Lists in lists are spread too; an empty one is an empty text. */
const spreadOf = (list: readonly Json[], text: ValueText): string[] =>
  list.length === 0
    ? ['']
    : list.flatMap((item) => (Array.isArray(item) ? spreadOf(item, text) : [text(item)]));

/** Most languages agree on most bodies; then only what they do besides is tried for each. */
function spellingsOf(root: JsonObject): Spelling[] {
  const spellings = new Map<string, Spelling>();
  for (const { as, text, encoding, falsy, spreads = false, thorough = false } of queryLanguages) {
    const members = root.members.map(([name, value]) => {
      const joined = spreads && Array.isArray(value) ? spreadOf(value, text) : [text(value)];
      return [name, { text: text(value), joined }] as const;
    });
    const key = JSON.stringify(members.map(([, { joined }]) => joined));
    const spelling: Spelling = spellings.get(key) ?? {
      as,
      members: new Map(members),
      thorough,
      encodings: new Set(),
      falsy: new Set(),
    };
    spelling.encodings.add(encoding);
    spelling.falsy.add(falsy);
    spellings.set(key, spelling);
  }
  return [...spellings.values()];
}

interface Selection {
  readonly as: string;
  readonly cost: number;
  /** Of what is put together as it is, and of what is encoded. */
  readonly rawCause: QueryCause;
  readonly cause: QueryCause;
  readonly names: readonly string[];
}

const sortings: readonly (readonly [as: string, cost: number, sorts: boolean, order: OrderName])[] = [
  ['in order', 0, false, 'kept'],
  ['sorted', 0, true, 'sorted-top'],
  ['ksort', 1, true, 'ksort'],
  ['whole numbers first', 1, false, 'js'],
  ['sorted without regard to case', 1, true, 'sorted-top-folded'],
  ['reverse', 2, true, 'krsort'],
  ['Java HashMap order', 2, true, 'java-hash-map'],
];

const scalarsOnly = (body: Json): Json =>
  body instanceof JsonObject ? new JsonObject(body.members.filter(([, value]) => !isContainer(value))) : body;

/** `skips` where only the recipes of wallets and shops leave it out. */
const leavings: readonly (readonly [
  as: string,
  cost: number,
  skips: boolean,
  leave: (body: Json) => Json,
])[] = [
  ['', 0, false, drops.none],
  ['empty ones left out', 0, true, drops['blanks-top']],
  ['null left out', 1, false, drops['nulls-top']],
  ['members of members left out', 3, false, scalarsOnly],
  ['empty ones and members of members left out', 3, true, (body) => scalarsOnly(drops['blanks-top'](body))],
  ['blank ones left out (Rails)', 1, true, drops['rails-blank-top']],
];

const topNames = ({ members }: JsonObject): string[] => members.map(([name]) => name);
const sortedCause = (sorted: boolean): QueryCause => (sorted ? 'body-query-sorted' : 'body-form-encoded');

/** The ways to order and leave out members that differ for this body. */
function selectionsOf(root: JsonObject, falsy: Iterable<DropName>): Selection[] {
  const ways = [
    ...leavings,
    ...Array.from(falsy, (drop) => ['false ones left out', 1, true, drops[drop]] as const),
  ];
  const distinct = new Map<string, Selection>();
  for (const [sorting, sortingCost, sorts, order] of sortings) {
    const ordered = inOrder(order, root);
    for (const [left, leavingCost, skips, leave] of ways) {
      const kept = reshaped(ordered, leave);
      const names = topNames(kept);
      const key = names.join('\0');
      const cost = leavingCost + sortingCost;
      if (names.length === 0 || (distinct.get(key)?.cost ?? Infinity) <= cost) continue;
      // Of a body in sorted order only the habits tell the two apart: a form is encoded and leaves no blank out.
      const isInOrder =
        order === 'kept' && names.length > 1 && key === topNames(inOrder('sorted-top', kept)).join('\0');
      distinct.set(key, {
        as: words(sorting, left),
        cost,
        rawCause: sortedCause(sorts || isInOrder),
        cause: sortedCause(sorts || (isInOrder && skips)),
        names,
      });
    }
  }
  return [...distinct.values()];
}

const rareEncodings = [percentEncodings.rfc3986, percentEncodings.uri, percentEncodings.dotnetForm];

type Pair = readonly [name: string, text: string];

/** A spelling's members by name as an encoding writes them. */
const encodedMembers = ({ members }: Spelling, { encode }: PercentEncoding): ReadonlyMap<string, Pair> =>
  new Map(Array.from(members, ([name, { text }]) => [name, [encode(name), encode(text)]]));

/** Loops that put `name=value` together. */
function loopForms(spelling: Spelling, selections: readonly Selection[]): QueryForm[] {
  const own = [...spelling.encodings];
  const usual = own.map((each, at) => ({ pairs: encodedMembers(spelling, each), extra: Math.min(at, 1) }));
  const rare = spelling.thorough
    ? [...rareEncodings, ...own.map(lowerHex)].map((each) => ({
        pairs: encodedMembers(spelling, each),
        extra: 1,
      }))
    : [];
  return selections.flatMap(({ as, cost, rawCause, cause, names }): QueryForm[] => {
    const isThorough = cost === 0 && spelling.thorough;
    const form =
      (formCause: QueryCause) =>
      (text: string, extra: number, how: string): QueryForm => ({
        cause: formCause,
        text,
        cost: 2 + cost + extra,
        as: words(spelling.as, as, how),
      });
    const rawForm = form(rawCause);
    const encodedForm = form(cause);
    const query = (write: (name: string) => string): string => names.map(write).join('&');
    const raw = query((name) => `${name}=${spelling.members.get(name)?.text ?? ''}`);
    return [
      rawForm(raw, rawCause === 'body-query-sorted' ? 0 : 1, 'not encoded'),
      ...(isThorough ? [...usual, ...rare] : usual).flatMap(({ pairs, extra }) => [
        encodedForm(
          query((name) => (pairs.get(name) ?? []).join('=')),
          extra,
          'encoded',
        ),
        encodedForm(
          query((name) => `${name}=${pairs.get(name)?.[1] ?? ''}`),
          extra + 1,
          'values encoded',
        ),
      ]),
      ...(isThorough
        ? [
            rawForm(`${raw}&`, 2, '& behind the last'),
            rawForm(`?${raw}`, 2, '? in front'),
            rawForm(raw.replaceAll(' ', '+'), 2, 'encoded and decoded again but for +'),
            rawForm(raw.replaceAll('&', '&amp;'), 2, 'joined by &amp;'),
          ]
        : []),
    ];
  });
}

const usualSeparators = ['', '|', '.', ',', '&', ':'];
const rareSeparators = ['-', '_', ';', '\n', ' ', '#', '+', '/'];
const couplings: readonly (readonly [between: string, separators: readonly string[]])[] = [
  ['=', ['', '|', ',', ', ', ';', '\n']],
  [':', ['', '|', ',', ';', '\n']],
  [': ', [', ']],
];

/** Values, and names with values, put together otherwise than as a query. */
const joinedForms = (spelling: Spelling, selections: readonly Selection[]): QueryForm[] =>
  selections
    .filter(({ cost, names }) => cost === 0 || (cost === 1 && names.length === spelling.members.size))
    .flatMap(({ as, cost: selectionCost, names }): QueryForm[] => {
      const members = names.map((name) => ({ name, text: '', joined: [], ...spelling.members.get(name) }));
      const values = members.flatMap(({ joined }) => joined);
      const listsAsTexts = members.map(({ text }) => text);
      const form = (text: string, cost: number, how: string): QueryForm => ({
        cause: 'body-values-joined',
        text,
        cost,
        as: words(spelling.as, as, how),
      });
      const joinedBy = (separators: readonly string[], parts: readonly string[], cost: number, what = '') =>
        separators.map((each) => form(parts.join(each), cost, `${what}joined by ${JSON.stringify(each)}`));
      const coupled = (between: string): string[] => members.map(({ name, text }) => name + between + text);
      return [
        ...joinedBy(usualSeparators, values, 4 + selectionCost),
        form(coupled('').join(''), 5, 'each behind its name'),
        ...(spelling.thorough && selectionCost === 0
          ? [
              ...joinedBy(rareSeparators, values, 5),
              form([...values].sort().join(''), 5, 'sorted by value'),
              ...couplings.flatMap(([between, separators]) =>
                joinedBy(separators, coupled(between), 5, `name${between}value `),
              ),
            ]
          : []),
        ...(listsAsTexts.join() === values.join()
          ? []
          : [
              ...joinedBy(['', '|', ','], listsAsTexts, 4, 'lists as texts, '),
              form(
                members.flatMap(({ name, joined }) => [name, ...joined]).join(''),
                5,
                'flattened and joined',
              ),
            ]),
      ];
    });

// A member of this name is often left out of what it signs.
const signatureName =
  /^_?(?:x[-_])?(?:sign|signature|sig|hash|hmac|mac|checksum|secure_?hash|vnp_securehash(?:type)?|sign_?type)$/i;

// Loops over more members, or over more text, would cost seconds.
const mostMembers = 64;
const mostText = 2 ** 16;

const formsOf = (root: JsonObject): QueryForm[] => {
  const libraries = [...libraryForms(root), ...filteredForms(root)];
  if (root.members.length > mostMembers || (libraries[0]?.text.length ?? 0) > mostText) return libraries;
  const loops = spellingsOf(root).flatMap((spelling) => {
    const selections = selectionsOf(root, spelling.falsy);
    return [...loopForms(spelling, selections), ...joinedForms(spelling, selections)];
  });
  return [...libraries, ...loops];
};

/** PHP takes a list for an array whose keys are its numbers. */
const asObject = (root: Json | undefined): JsonObject => {
  if (Array.isArray(root) && root.length <= mostMembers)
    return new JsonObject(root.map((item, index) => [String(index), item]));
  return root instanceof JsonObject ? root : new JsonObject([]);
};

export const queryVariants: Bodies = ({ root: body }) => {
  const root = asObject(body);
  if (root.members.length === 0) return [];
  const bare = new JsonObject(root.members.filter(([name]) => !signatureName.test(name)));
  const unsigned =
    bare.members.length === root.members.length || bare.members.length === 0
      ? []
      : formsOf(bare).map((form) => ({ ...form, as: words(form.as, 'the signature left out') }));
  const forms = [...formsOf(root), ...unsigned].sort((one, other) => one.cost - other.cost);
  return distinctBy(forms, ({ text }) => text).map(({ cause, text, cost, as }) =>
    variant(cause, text, cost, as),
  );
};
