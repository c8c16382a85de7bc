import { JsonObject, type Json } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { contractMembers } from './contract-members.js';
import { encodersOf, memberWriter } from './json-written.js';
import { distinctBy, variant, type Bodies } from './sent-body.js';

/** Fields that a sender may leave out, and did leave out, but that were null or empty in what was signed. */

type Members = JsonObject['members'];

const blanks = [
  ['body-nulls-dropped', null, 'as `null`'],
  ['body-empties-dropped', '', 'as empty text (`""`)'],
] as const;

const subsets = <Item>(items: readonly Item[]): Item[][] =>
  items.reduce<Item[][]>((all, item) => [...all, ...all.map((some) => [...some, item])], [[]]).slice(1);

/** In the contract's order: each after the field that comes before it there. */
function inPlace(members: Members, added: Members, order: readonly string[]): Members {
  const placed = [...members];
  for (const member of added) {
    const before = order.slice(0, order.indexOf(member[0]));
    placed.splice(placed.findLastIndex(([name]) => before.includes(name)) + 1, 0, member);
  }
  return placed;
}

const listWords = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const addedVariants = (root: JsonObject, bytes: Uint8Array): BodyVariant[] => {
  const present = root.members.map(([name]) => name);
  const listed = contractMembers(present);
  const order = listed.map(({ name }) => name);
  const absent = listed.filter(({ name, optional }) => optional && !present.includes(name));
  if (absent.length === 0) return [];
  // Go writes the fields of a struct by their own names, and empty ones too.
  const struct = { names: 'go' } as const;
  const encoders = [
    ...encodersOf(root, bytes),
    { causes: ['body-keys-recased'], style: struct, as: 'a Go struct without tags' },
  ];
  return blanks.flatMap(([cause, blank, words]) => {
    const added = absent.map(({ name }): Members[number] => [name, blank]);
    const selections = subsets(added).sort((one, other) => other.length - one.length);
    return encoders.flatMap(({ causes, style, as }, at) => {
      const write = memberWriter([...root.members, ...added], style);
      return selections.flatMap((some) => {
        const names = listWords(some.map(([name]) => name));
        const says = `The signed JSON had ${names} ${words}, but the body was sent without ${some.length === 1 ? 'this field' : 'these fields'}.`;
        return [inPlace(root.members, some, order), [...root.members, ...some]].map((members) =>
          variant([...causes, cause], write(members), 3 + at / 20, at === 0 ? undefined : as, says),
        );
      });
    });
  });
};

/** The same fields, null instead of empty text. */
const nullVariants = (root: JsonObject, bytes: Uint8Array): BodyVariant[] => {
  const change = (value: Json): Json => (value === '' ? null : value);
  const changed = new JsonObject(root.members.map(([name, value]) => [name, change(value)]));
  if (!root.members.some(([, value]) => value === '')) return [];
  return encodersOf(root, bytes).map(({ causes, style, as }, at) => {
    const says = 'Fields were signed as `null`, but they were sent as empty text (`""`).';
    const write = memberWriter(changed.members, style);
    return variant(
      [...causes, 'body-empties-dropped'],
      write(changed.members),
      3 + at / 20,
      at === 0 ? undefined : as,
      says,
    );
  });
};

// Every form prints the body once.
const mostText = 2 ** 14;

export const optionalVariants: Bodies = ({ bytes, root, text }) =>
  root instanceof JsonObject && text.length <= mostText
    ? distinctBy([...addedVariants(root, bytes), ...nullVariants(root, bytes)], (made) =>
        Buffer.from(made.bytes).toString('latin1'),
      )
    : [];
