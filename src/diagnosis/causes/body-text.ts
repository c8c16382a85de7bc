import type { BodyVariant } from '../attempt.js';
import { charsetTransforms } from './body-charset.js';
import { encodingTransforms } from './body-encoded.js';
import { lineTransforms } from './body-lines.js';
import { printedTransforms } from './body-printed.js';
import type { TextTransform } from './text-transform.js';

/** Section 2 of the catalogue: the same text in other bytes. Each applies to a serialisation as well as to the wire. */
export const textTransforms: readonly TextTransform[] = [
  ...lineTransforms,
  ...charsetTransforms,
  ...encodingTransforms,
  ...printedTransforms,
];

// The larger the body, the fewer variants are made, so that 5 MB cost less than a second.
const affordableCost = (size: number): number => {
  if (size <= 2 ** 17) return Infinity;
  return size <= 2 ** 19 ? 3 : 2;
};

/** What a sender signs who changed the text of the body on the wire. */
export function textVariants(body: Uint8Array): readonly BodyVariant[] {
  const worthTrying = textTransforms.filter(({ cost }) => cost <= affordableCost(body.length));
  return worthTrying.flatMap(({ id, cost, as, apply }) => {
    const bytes = apply(body);
    return bytes === undefined ? [] : [{ causes: [id], bytes, cost, ...(as !== undefined && { as }) }];
  });
}
