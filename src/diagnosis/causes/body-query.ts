import { JsonObject, type Json } from '../../text/json/json.js';
import { orders, type OrderName } from '../bodies/shapes.js';
import { percentEncodings, rememberingEncoders, type PercentEncoding } from './percent-encoding.js';
import { formLibraries, type Encoders } from './query-libraries.js';
import {
  falsyInJs,
  falsyInPhp,
  isBlank,
  queryLanguages,
  type QueryLanguage,
  type ValueText,
} from './query-languages.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** The members as a query, `name=value&…`, and their values joined. */

interface QueryForm {
  readonly cause: 'body-form-encoded' | 'body-query-sorted' | 'body-values-joined';
  readonly text: string;
  readonly cost: number;
  readonly as: string;
}

const words = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

const inOrder = (order: OrderName, root: JsonObject): JsonObject => {
  const ordered = orders[order](root);
  return ordered instanceof JsonObject ? ordered : root;
};

const namesOf = (root: Json): string =>
  JSON.stringify(
    root instanceof JsonObject
      ? root.members.map(([name, value]) => [name, value instanceof JsonObject ? namesOf(value) : ''])
      : '',
  );

/** The orders of the members that differ for this body. */
const librarySortings = (root: JsonObject) =>
  distinctBy(
    [
      ['', 0, 'body-form-encoded', root],
      ['whole numbers first', 0, 'body-form-encoded', inOrder('js', root)],
      ['sorted', 0, 'body-query-sorted', inOrder('sorted-top', root)],
      ['ksort', 0, 'body-query-sorted', inOrder('ksort', root)],
      ['every level sorted', 1, 'body-query-sorted', inOrder('sorted', root)],
    ] as const,
    ([, , , sorted]) => namesOf(sorted),
  );

const emptyMembers: readonly (readonly [as: string, leaves: (value: Json) => boolean])[] = [
  ['empty ones left out', isBlank],
  ['false ones left out (PHP)', falsyInPhp],
  ['false ones left out (JavaScript)', falsyInJs],
];

/** The same libraries after the empty members went. */
const filteredForms = (root: JsonObject, encoders: Encoders): QueryForm[] =>
  emptyMembers.flatMap(([as, leaves]) => {
    const kept = root.members.filter(([, value]) => !leaves(value));
    if (kept.length === root.members.length || kept.length === 0) return [];
    return libraryForms(new JsonObject(kept), encoders).map((form) => ({
      ...form,
      cost: form.cost + 3,
      as: words(form.as, as),
    }));
  });

const libraryForms = (root: JsonObject, encoders: Encoders): QueryForm[] => [
  ...librarySortings(root).flatMap(([sorting, sortingCost, cause, sorted]) =>
    formLibraries
      .filter(({ sorts }) => sorts !== true)
      .map((library): QueryForm => ({
        cause,
        text: library.query(sorted, encoders),
        cost: library.cost + sortingCost,
        as: words(library.as, sorting),
      })),
  ),
  ...formLibraries
    .filter(({ sorts }) => sorts === true)
    .map(
      ({ as, cost, query }) =>
        ({ cause: 'body-query-sorted', text: query(root, encoders), cost, as }) as const,
    ),
];

/** How a language, or several that agree on this body, spell its values. */
interface Spelling {
  readonly as: string;
  readonly texts: ReadonlyMap<string, string>;
  /** What stands for a member when values are joined: the items of a list where the language joins them as well. */
  readonly joined: ReadonlyMap<string, readonly string[]>;
  /** Whether its rarer habits are tried too. */
  readonly thorough: boolean;
  readonly encodings: readonly PercentEncoding[];
  readonly selections: readonly QueryLanguage['isFalse'][];
}

/** Lists in lists are spread too; an empty one is an empty text. */
const spreadOf = (list: readonly Json[], text: ValueText): string[] =>
  list.length === 0
    ? ['']
    : list.flatMap((item) => (Array.isArray(item) ? spreadOf(item, text) : [text(item)]));

const added = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? items : [...items, item];

/** Most languages agree on most bodies; then only what they do besides is tried for each. */
function spellingsOf(root: JsonObject): Spelling[] {
  const spellings = new Map<string, Spelling>();
  for (const { as, text, encoding, isFalse, spreads, thorough = false } of queryLanguages) {
    const texts = new Map(root.members.map(([name, value]) => [name, text(value)]));
    const joined = new Map(
      root.members.map(([name, value]) => [
        name,
        spreads === true && Array.isArray(value) ? spreadOf(value, text) : [text(value)],
      ]),
    );
    const key = JSON.stringify([...joined.values()]);
    const known = spellings.get(key) ?? { as, texts, joined, thorough, encodings: [], selections: [] };
    spellings.set(key, {
      ...known,
      encodings: added(known.encodings, encoding),
      selections: added(known.selections, isFalse),
    });
  }
  return [...spellings.values()];
}

interface Selection {
  readonly as: string;
  readonly cost: number;
  readonly sorted: boolean;
  /** In the order of the body, where that is sorted already. */
  readonly inSortedOrder: boolean;
  /** Leaves out what only the recipes of wallets and shops leave out. */
  readonly skips: boolean;
  readonly members: JsonObject['members'];
}

const isRailsBlank = (value: Json): boolean =>
  value === false ||
  value === null ||
  (typeof value === 'string' && /^\s*$/.test(value)) ||
  (value instanceof JsonObject && value.members.length === 0) ||
  (Array.isArray(value) && value.length === 0);

const sortings: readonly (readonly [as: string, cost: number, sorted: boolean, order: OrderName])[] = [
  ['in order', 0, false, 'kept'],
  ['sorted', 0, true, 'sorted-top'],
  ['ksort', 1, true, 'ksort'],
  ['whole numbers first', 1, false, 'js'],
  ['sorted without regard to case', 1, true, 'sorted-folded'],
  ['reverse', 2, true, 'krsort'],
  ['Java HashMap order', 2, true, 'java-hash-map'],
];

const namesIn = (members: JsonObject['members']): string => JSON.stringify(members.map(([name]) => name));

/** The ways to order and leave out members that differ for this body. */
function selectionsOf(root: JsonObject, isFalse: readonly QueryLanguage['isFalse'][]): Selection[] {
  const leftOut: readonly (readonly [
    as: string,
    cost: number,
    skips: boolean,
    leaves: (value: Json) => boolean,
  ])[] = [
    ['', 0, false, () => false],
    ['empty ones left out', 0, true, isBlank],
    ['null left out', 1, false, (value) => value === null],
    ['members of members left out', 3, false, isContainer],
    ['empty ones and members of members left out', 3, true, (value) => isBlank(value) || isContainer(value)],
    ['blank ones left out (Rails)', 1, true, isRailsBlank],
    ...isFalse.map((leaves) => ['false ones left out', 1, true, leaves] as const),
  ];
  const distinct = new Map<string, Selection>();
  for (const [sorting, sortingCost, sorted, order] of sortings) {
    const { members } = inOrder(order, root);
    for (const [as, leavingCost, skips, leaves] of leftOut) {
      const kept = members.filter(([, value]) => !leaves(value));
      const key = namesIn(kept);
      const cost = leavingCost + sortingCost;
      if (kept.length > 0 && (distinct.get(key)?.cost ?? Infinity) > cost)
        distinct.set(key, {
          as: words(sorting, as),
          cost,
          sorted,
          inSortedOrder:
            order === 'kept' &&
            kept.length > 1 &&
            key === namesIn(inOrder('sorted-top', new JsonObject(kept)).members),
          skips,
          members: kept,
        });
    }
  }
  return [...distinct.values()];
}

/** Loops that put `name=value` together. */
function loopForms(spelling: Spelling, selections: readonly Selection[], encoders: Encoders): QueryForm[] {
  const usual = spelling.encodings.map((encoding, index) => ({
    encode: encoders(encoding),
    cost: Math.min(index, 1),
  }));
  const rare = [
    percentEncodings.rfc3986,
    percentEncodings.uri,
    percentEncodings.dotnetForm,
    ...spelling.encodings.map((each) => ({ ...each, hex: 'lower' as const })),
  ].map((encoding) => ({ encode: encoders(encoding), cost: 1 }));
  return selections.flatMap(({ as, cost, sorted: isSorted, inSortedOrder, skips, members }): QueryForm[] => {
    // Of a body in sorted order only the habits tell the two apart: a form is encoded and leaves no blank out.
    const sorted = isSorted || (inSortedOrder && skips);
    const rawSorted = isSorted || inSortedOrder;
    const pairs = members.map(([name]) => [name, spelling.texts.get(name) ?? ''] as const);
    const cause = sorted ? 'body-query-sorted' : 'body-form-encoded';
    const form = (text: string, more: number, how: string): QueryForm => ({
      cause,
      text,
      cost: 2 + cost + more,
      as: words(spelling.as, as, how),
    });
    const rawForm = (text: string, more: number, how: string): QueryForm => ({
      ...form(text, more, how),
      cause: rawSorted ? 'body-query-sorted' : 'body-form-encoded',
    });
    const raw = pairs.map(([name, value]) => `${name}=${value}`).join('&');
    const tried = cost === 0 && spelling.thorough ? [...usual, ...rare] : usual;
    const forms = [
      rawForm(raw, rawSorted ? 0 : 1, 'not encoded'),
      ...tried.flatMap(({ encode, cost: more }) => [
        form(pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'), more, 'encoded'),
        form(pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&'), more + 1, 'values encoded'),
      ]),
    ];
    if (cost === 0 && spelling.thorough) {
      forms.push(
        rawForm(`${raw}&`, 2, '& behind the last'),
        rawForm(`?${raw}`, 2, '? in front'),
        rawForm(raw.replaceAll(' ', '+'), 2, 'encoded and decoded again but for +'),
        rawForm(raw.replaceAll('&', '&amp;'), 2, 'joined by &amp;'),
      );
    }
    return forms;
  });
}

const usualSeparators = ['', '|', '.', ',', '&', ':'];
const rareSeparators = ['-', '_', ';', '\n', ' ', '#', '+', '/'];
const couplings: readonly (readonly [between: string, separator: string])[] = [
  ['', ''],
  ['=', ''],
  ['=', '|'],
  ['=', ','],
  ['=', ', '],
  ['=', ';'],
  ['=', '\n'],
  [':', ''],
  [':', '|'],
  [':', ','],
  [':', ';'],
  [':', '\n'],
  [': ', ', '],
];

/** Values, and names with values, put together otherwise than as a query. */
function joinedForms(spelling: Spelling, selections: readonly Selection[]): QueryForm[] {
  return selections
    .filter(({ cost, members }) => cost === 0 || (cost === 1 && members.length === spelling.texts.size))
    .flatMap(({ as, cost: selectionCost, members }): QueryForm[] => {
      const pairs = members.map(([name]) => [name, spelling.texts.get(name) ?? ''] as const);
      const values = members.flatMap(([name]) => spelling.joined.get(name) ?? []);
      const form = (text: string, cost: number, how: string): QueryForm => ({
        cause: 'body-values-joined',
        text,
        cost,
        as: words(spelling.as, as, how),
      });
      const usual = [
        ...usualSeparators.map((each) =>
          form(values.join(each), 4 + selectionCost, `joined by ${JSON.stringify(each)}`),
        ),
        form(pairs.map(([name, value]) => name + value).join(''), 5, 'each behind its name'),
      ];
      const rare = [
        ...rareSeparators.map((each) => form(values.join(each), 5, `joined by ${JSON.stringify(each)}`)),
        form([...values].sort().join(''), 5, 'sorted by value'),
        ...couplings.map(([between, separator]) =>
          form(
            pairs.map(([name, value]) => name + between + value).join(separator),
            5,
            `name${between}value joined by ${JSON.stringify(separator)}`,
          ),
        ),
      ];
      const unspread = pairs.map(([, value]) => value);
      const flattened =
        unspread.join() === values.join()
          ? []
          : [
              ...['', '|', ','].map((each) =>
                form(unspread.join(each), 4, `lists as texts, joined by ${JSON.stringify(each)}`),
              ),
              form(
                members.flatMap(([name]) => [name, ...(spelling.joined.get(name) ?? [])]).join(''),
                5,
                'flattened and joined',
              ),
            ];
      return spelling.thorough && selectionCost === 0
        ? [...usual, ...rare, ...flattened]
        : [...usual, ...flattened];
    });
}

// A member of this name is often left out of what it signs.
const signatureName =
  /^_?(?:x[-_])?(?:sign|signature|sig|hash|hmac|mac|checksum|secure_?hash|vnp_securehash(?:type)?|sign_?type)$/i;

const withoutSignature = (root: JsonObject): JsonObject =>
  new JsonObject(root.members.filter(([name]) => !signatureName.test(name)));

// Loops over more members, or over more text, would cost seconds.
const mostMembers = 64;
const mostText = 2 ** 16;

const formsOf = (root: JsonObject, encoders: Encoders): QueryForm[] => {
  const libraries = [...libraryForms(root, encoders), ...filteredForms(root, encoders)];
  if (root.members.length > mostMembers || (libraries[0]?.text.length ?? 0) > mostText) return libraries;
  const loops = spellingsOf(root).flatMap((spelling) => {
    const selections = selectionsOf(root, spelling.selections);
    return [...loopForms(spelling, selections, encoders), ...joinedForms(spelling, selections)];
  });
  return [...libraries, ...loops];
};

/** PHP takes a list for an array whose keys are its numbers. */
const membersOf = (root: Json): JsonObject | undefined => {
  if (Array.isArray(root) && root.length <= mostMembers)
    return new JsonObject(root.map((item, index) => [String(index), item]));
  return root instanceof JsonObject ? root : undefined;
};

export const queryVariants: Bodies = ({ root: body }) => {
  const root = body === undefined ? undefined : membersOf(body);
  if (root === undefined || root.members.length === 0) return [];
  const encoders = rememberingEncoders();
  const bare = withoutSignature(root);
  const unsigned =
    bare.members.length === root.members.length || bare.members.length === 0
      ? []
      : formsOf(bare, encoders).map((form) => ({ ...form, as: words(form.as, 'the signature left out') }));
  const forms = [...formsOf(root, encoders), ...unsigned].sort((one, other) => one.cost - other.cost);
  return distinctBy(forms, ({ text }) => text).map(({ cause, text, cost, as }) =>
    variant(cause, text, cost, as),
  );
};
