import { JsonObject, type Json } from '../../text/json/json.js';
import { drops, orders, type OrderName } from '../bodies/shapes.js';
import { formLibraries, sortingLibraries } from './query-libraries.js';
import { queryLanguages, type QueryLanguage, type ValueText } from './query-languages.js';
import { distinctBy, isContainer, variant, type Bodies } from './sent-body.js';

/** The members as a query, `name=value&…`, and their values joined: in every order and selection, as languages write them. */

type QueryCause = 'body-form-encoded' | 'body-query-sorted';
type QueryForm = readonly [cause: QueryCause | 'body-values-joined', text: string, cost: number, as: string];

const words = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

interface Selection {
  readonly as: string;
  readonly cost: number;
  readonly sorts: boolean;
  /** The cause of a text that is not encoded, and of one that is. */
  readonly rawCause: QueryCause;
  readonly cause: QueryCause;
  readonly left: number;
  readonly members: JsonObject['members'];
}

const sortings: readonly (readonly [as: string, cost: number, sorts: boolean, order: OrderName])[] = [
  ['', 0, false, 'kept'],
  ['sorted', 0, true, 'sorted-top'],
  ['keys that are whole numbers first', 1, false, 'js'],
  ['sorted by PHP ksort', 1, true, 'ksort'],
  ['inner objects sorted too', 1, true, 'sorted'],
  ['sorted, upper and lower case treated as equal', 1, true, 'sorted-top-folded'],
  ['in the order of a Java HashMap', 2, true, 'java-hash-map'],
];

const scalarsOnly = (body: Json): Json =>
  body instanceof JsonObject ? new JsonObject(body.members.filter(([, value]) => !isContainer(value))) : body;

/** `skips` is true for what only the rules of payment services leave out. */
const leavings: readonly (readonly [
  as: string,
  cost: number,
  skips: boolean,
  leave: (body: Json) => Json,
])[] = [
  ['', 0, false, drops.none],
  ['without null and empty text', 0, true, drops['blanks-top']],
  ['without null', 1, false, drops['nulls-top']],
  ['without null, false, 0 and empty values', 1, true, drops['falsy-top']],
  ['without values that PHP counts as false', 1, true, drops['php-false-top']],
  ['without values that JavaScript counts as false', 1, true, drops['js-false-top']],
  ['without values that Ruby counts as false', 1, true, drops['ruby-false-top']],
  ['without values that Rails counts as blank', 1, true, drops['rails-blank-top']],
  ['without objects and arrays', 3, false, scalarsOnly],
];

const namesOf = ({ members }: JsonObject): string =>
  JSON.stringify(members.map(([name, value]) => [name, value instanceof JsonObject ? namesOf(value) : '']));

const causeOf = (sorted: boolean): QueryCause => (sorted ? 'body-query-sorted' : 'body-form-encoded');

/** The ways to order members and to leave some out; only the cheapest of those with an equal result for this body. */
function selectionsOf(root: JsonObject): Selection[] {
  const inOrder = (order: OrderName, body: Json): JsonObject => {
    const ordered = orders[order](body);
    return ordered instanceof JsonObject ? ordered : root;
  };
  const all = sortings.flatMap(([sorting, sortingCost, sorts, order]) =>
    leavings.map(([left, leavingCost, skips, leave]) => {
      const kept = inOrder(order, leave(root));
      return { as: words(sorting, left), cost: sortingCost + leavingCost, sorts, skips, order, kept };
    }),
  );
  const some = all.filter(({ kept }) => kept.members.length > 0).sort((one, other) => one.cost - other.cost);
  return distinctBy(some, ({ kept }) => namesOf(kept)).map(({ as, cost, sorts, skips, order, kept }) => {
    const { members } = kept;
    // If the body is in sorted order, only habits distinguish the two: a form is encoded and leaves no blank out.
    const isInOrder =
      order === 'kept' && members.length > 1 && namesOf(kept) === namesOf(inOrder('sorted-top', kept));
    const left = root.members.length - members.length;
    return {
      as,
      cost,
      sorts,
      rawCause: causeOf(sorts || isInOrder),
      cause: causeOf(sorts || (isInOrder && skips)),
      left,
      members,
    };
  });
}

const libraryForms = (selections: readonly Selection[]): QueryForm[] =>
  selections
    .filter(({ cost }) => cost <= 1)
    .flatMap(({ as, cost, sorts, left, members }) =>
      formLibraries.map(([library, own, query]): QueryForm => [
        causeOf(sorts),
        query(new JsonObject(members)),
        own + cost + (left > 0 ? 3 : 0),
        words(library, as),
      ]),
    );

/** Loops that put `name=value` together. */
const loopForms = (
  { as: language, text, encodings }: QueryLanguage,
  { as, cost, rawCause, cause, members }: Selection,
): QueryForm[] => {
  const query = (pair: (name: string, value: string) => string): string =>
    members.map(([name, value]) => pair(name, text(value))).join('&');
  const raw = query((name, value) => `${name}=${value}`);
  const form = (of: QueryCause, made: string, extra: number, how: string): QueryForm => [
    of,
    made,
    2 + cost + extra,
    words(language, as, how),
  ];
  return [
    form(rawCause, raw, rawCause === 'body-query-sorted' ? 0 : 1, 'not encoded'),
    ...(cost === 0 ? [form(rawCause, raw.replaceAll(' ', '+'), 2, 'not encoded except spaces as +')] : []),
    ...encodings.flatMap(({ encode }, at) => [
      form(
        cause,
        query((name, value) => `${encode(name)}=${encode(value)}`),
        at,
        'encoded',
      ),
      form(
        cause,
        query((name, value) => `${name}=${encode(value)}`),
        at + 1,
        'only values encoded',
      ),
    ]),
  ];
};

const separators = ['', '|', '.', ',', '&', ':', '-', '_', ';', '\n'];
const couplings: readonly (readonly [between: string, separators: readonly string[]])[] = [
  ['=', ['', '|', ',', ';', '\n']],
  [':', ['', '|', ',', ';', '\n']],
];

/** Lists in lists are spread too; an empty list becomes an empty text. */
const spreadOf = (list: readonly Json[], text: ValueText): string[] =>
  list.length === 0
    ? ['']
    : list.flatMap((item) => (Array.isArray(item) ? spreadOf(item, text) : [text(item)]));

/** Values, alone or with their names, joined in another way than a query. */
const joinedForms = (
  { as: language, text, spreads }: QueryLanguage,
  { as, cost, members }: Selection,
): QueryForm[] => {
  const joined = (extra: number, separator: string, parts: readonly string[], what = ''): QueryForm => [
    'body-values-joined',
    parts.join(separator),
    4 + cost + extra,
    words(
      language,
      as,
      `${what}joined ${separator === '' ? 'without a separator' : `by ${JSON.stringify(separator)}`}`,
    ),
  ];
  const valuesOf = (value: Json, spread: boolean): string[] =>
    spread && Array.isArray(value) ? spreadOf(value, text) : [text(value)];
  return [
    ...(spreads === true ? [true, false] : [false]).flatMap((spread) => [
      ...separators.map((each) =>
        joined(
          0,
          each,
          members.flatMap(([, value]) => valuesOf(value, spread)),
        ),
      ),
      joined(
        1,
        '',
        members.flatMap(([name, value]) => [name, ...valuesOf(value, spread)]),
        'names and values, ',
      ),
    ]),
    ...(cost === 0 ? couplings : []).flatMap(([between, own]) => {
      const coupled = members.map(([name, value]) => name + between + text(value));
      return own.map((each) => joined(1, each, coupled, `name${between}value, `));
    }),
  ];
};

// A member with such a name is often not part of what is signed.
const signatureName =
  /^_?(?:x[-_])?(?:sign|signature|sig|hash|hmac|mac|checksum|secure_?hash|vnp_securehash(?:type)?|sign_?type)$/i;

// Loops over more members or more text would take seconds.
const mostMembers = 64;
const mostText = 2 ** 14;

/** Only the first of languages that agree on this body; most do on most bodies. */
const languagesFor = ({ members }: JsonObject): readonly QueryLanguage[] =>
  distinctBy(queryLanguages, ({ text, encodings, spreads }) =>
    JSON.stringify([members.map(([, value]) => text(value)), encodings.map(({ as }) => as), spreads]),
  );

const formsOf = (root: JsonObject, isSmall: boolean): QueryForm[] => {
  const selections = selectionsOf(root);
  const libraries = [
    ...libraryForms(selections),
    ...sortingLibraries.map(([as, cost, query]): QueryForm => ['body-query-sorted', query(root), cost, as]),
  ];
  if (!isSmall) return libraries;
  const loops = languagesFor(root).flatMap((language) =>
    selections.flatMap((selection) => [
      ...loopForms(language, selection),
      ...(selection.cost + selection.left <= 1 || selection.cost === 0
        ? joinedForms(language, selection)
        : []),
    ]),
  );
  return [...libraries, ...loops];
};

/** In PHP a list is an array with the keys 0, 1, 2 and so on. */
const asObject = (root: Json | undefined): JsonObject => {
  if (Array.isArray(root) && root.length <= mostMembers)
    return new JsonObject(root.map((item, index) => [String(index), item]));
  return root instanceof JsonObject ? root : new JsonObject([]);
};

export const queryVariants: Bodies = ({ root: body, text }) => {
  const root = asObject(body);
  if (root.members.length === 0) return [];
  const isSmall = root.members.length <= mostMembers && text.length <= mostText;
  const bare = new JsonObject(root.members.filter(([name]) => !signatureName.test(name)));
  const unsigned =
    bare.members.length === root.members.length || bare.members.length === 0
      ? []
      : formsOf(bare, isSmall).map(([cause, made, cost, as]): QueryForm => [
          cause,
          made,
          cost,
          words(as, 'without the signature field'),
        ]);
  const forms = [...formsOf(root, isSmall), ...unsigned].sort(([, , one], [, , other]) => one - other);
  // Several languages and libraries can write the same query.
  return distinctBy(forms, ([, made]) => made).map(([cause, made, cost, as]) =>
    variant(cause, made, cost, `for example ${as}`),
  );
};
