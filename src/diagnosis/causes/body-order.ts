import { JsonObject } from '../../text/json/json.js';
import type { BodyVariant } from '../choice.js';
import { contractMembers } from './contract-members.js';
import { encodersOf, memberWriter } from './json-written.js';
import { variant, type Bodies } from './sent-body.js';

/** The fields of the body in another order: in every order if they are few, otherwise in the likely ones. */

type Members = JsonObject['members'];

const mostPermuted = 6;
const mostMoved = 24;

const permutations = (members: Members): Members[] =>
  members.length <= 1
    ? [members]
    : members.flatMap((first, at) =>
        permutations(members.toSpliced(at, 1)).map((others) => [first, ...others]),
      );

const swapped = (members: Members, one: number, other: number): Members =>
  members.map((member, at) => members[at === one ? other : at === other ? one : at] ?? member);

const moved = (members: Members, from: number, to: number): Members =>
  members.toSpliced(from, 1).toSpliced(to, 0, ...members.slice(from, from + 1));

/** The contract's order, the reverse, one field in another place, two fields swapped. */
function* likelyOrders(members: Members): Generator<Members> {
  const places = members.slice(0, mostMoved).map((_, at) => at);
  const listed = contractMembers(members.map(([name]) => name)).map(({ name }) => name);
  const placeOf = ([name]: Members[number]): number =>
    listed.includes(name) ? listed.indexOf(name) : listed.length;
  yield members.toSorted((one, other) => placeOf(one) - placeOf(other));
  yield members.toReversed();
  for (const to of [0, members.length - 1]) for (const from of members.keys()) yield moved(members, from, to);
  for (const one of places) for (const other of places) if (one < other) yield swapped(members, one, other);
  for (const from of places) for (const to of places) if (from !== to) yield moved(members, from, to);
}

// Every order is printed once and hashed once: this takes a fraction of a second.
const mostText = 2 ** 22;

const says = 'The JSON fields were signed in a different order than they were sent.';

export const orderVariants: Bodies = ({ bytes, root, text }) => {
  if (!(root instanceof JsonObject) || root.members.length < 2) return [];
  const { members } = root;
  const orders = members.length <= mostPermuted ? permutations : likelyOrders;
  const seen = new Set<string>();
  const made: BodyVariant[] = [];
  const most = mostText / Math.max(text.length, 1);
  for (const [at, { causes, as, style }] of encodersOf(root, bytes).entries()) {
    const write = memberWriter(members, style);
    const kept = write(members);
    for (const order of orders(members)) {
      if (made.length >= most) return made;
      const written = write(order);
      if (written === kept || seen.has(written)) continue;
      seen.add(written);
      made.push(
        variant([...causes, 'body-keys-sorted'], written, 3 + at / 20, orderWords(order, as, at), says),
      );
    }
  }
  return made;
};

const orderWords = (order: Members, as: string, at: number): string => {
  const names = order.slice(0, 8).map(([name]) => name);
  const list = `${names.join(', ')}${order.length > names.length ? ', …' : ''}`;
  return at === 0 ? `in the order ${list}` : `${as}, in the order ${list}`;
};
