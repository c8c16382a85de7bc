import type { BodyVariant } from '../choice.js';
import { decodeBody } from '../bodies/reading.js';
import { printJson, jsonStyles } from './json-styles.js';
import { variant, type Bodies } from './sent-body.js';

/** Some of the empty objects and arrays changed places; all of them at once are settings of a print. */

// So many make 63 selections.
const mostPlaces = 6;
const mostText = 2 ** 14;

const { compact } = jsonStyles;

/** Where an empty object or array is written, outside of texts. */
const placesIn = (text: string): { readonly at: number; readonly empty: string }[] =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]/gs)]
    .filter(([token]) => !token.startsWith('"'))
    .map(({ 0: empty, index }) => ({ at: index, empty }));

/** Each place of `places` whose bit is set has the other kind of container. */
function swapped(text: string, places: ReturnType<typeof placesIn>, bits: number): string {
  const pieces = places.map(({ at, empty }, index) => {
    const before = text.slice(index === 0 ? 0 : endOf(places[index - 1]), at);
    const isSwapped = (bits & (1 << index)) !== 0;
    return before + (isSwapped ? (empty.startsWith('{') ? '[]' : '{}') : empty);
  });
  return pieces.join('') + text.slice(endOf(places.at(-1)));
}

const endOf = (place: { readonly at: number; readonly empty: string } | undefined): number =>
  place === undefined ? 0 : place.at + place.empty.length;

export const swappedEmpties: Bodies = ({ text }) => {
  const places = text.length > mostText ? [] : placesIn(text);
  if (places.length === 0 || places.length > mostPlaces) return [];
  const made = Array.from({ length: 2 ** places.length - 1 }, (_, at) => swapped(text, places, at + 1));
  return made.flatMap((signed): BodyVariant[] => {
    const root = decodeBody(signed);
    const print = root === undefined ? signed : printJson(root, compact);
    return [...new Set([signed, print])].map((each) => variant('body-empty-object-array', each, 3.5));
  });
};
