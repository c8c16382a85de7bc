/** The body serialised again, the way each known encoder would have done it. */
import type { BodyVariant } from '../attempt.js';
import { knownEncoders, subjectOf } from './known.js';

export { serialiserGrid } from './grid.js';

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/**
 * Every named way to serialise this body again, cheapest first; none for a body that is not JSON. Equal bytes come
 * once for each set of causes. Of a large body the bytes are made when they are read, each time anew.
 */
export const serialisations = (body: Uint8Array): readonly BodyVariant[] => {
  const subject = subjectOf(body);
  if (subject === undefined) return [];
  const { printer, isSampled } = subject;
  const made = new Map<string, Uint8Array>();
  const bytesOf = (printed: string): Uint8Array => {
    const bytes = made.get(printed) ?? utf8(printed);
    made.set(printed, bytes);
    return bytes;
  };
  return knownEncoders(subject)
    .map(({ encoder: { causes, as, settings }, printed, cost }): BodyVariant => {
      if (!isSampled) return { causes, bytes: bytesOf(printed), cost, as };
      return {
        causes,
        get bytes() {
          return utf8(printer.print(settings));
        },
        cost,
        as,
      };
    })
    .sort((left, right) => left.cost - right.cost);
};
