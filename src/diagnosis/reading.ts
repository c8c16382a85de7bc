import { catalogue } from './catalogue.js';
import { choicesOf, costOf, type Cause } from './cause.js';
import type { Binary, Choice } from './choice.js';
import { algorithmOf, digestSizes } from './digests.js';
import { longestHeader } from './too-large.js';

/**
 * One way to read the text of a signature: the digest it represents, and the output causes that this reading needs.
 * The text is decoded once; attempts are compared as bytes.
 */
export interface Reading extends Unread {
  /** The length of the complete digest. */
  readonly digestBytes: number;
  readonly matches: (digest: Binary) => boolean;
}

type Unread = Omit<Choice<never>, 'value'>;
type Unwrapped = Unread & { readonly text: string };

/** Every way to read a signature’s text, the simplest first. Empty if it is not a digest in any known form. */
export const readSignature = (observed: string): Reading[] =>
  observed.trim().length > longestHeader
    ? []
    : unwrapped({ text: observed.trim(), causes: [], cost: 0 })
        .flatMap((form) => [...whole(form), ...remade(form)])
        .sort((one, other) => one.cost - other.cost);

const records = Object.entries<Cause>(catalogue);

/** The text itself, and the text without what was put around it; of texts that lead to each other the first. */
function unwrapped(outer: Unwrapped, seen: readonly string[] = []): Unwrapped[] {
  const texts = [...seen, outer.text];
  const inner = records.flatMap(([id, cause]) => choicesOf(id, cause, cause.unwraps?.(outer.text) ?? []));
  return [
    outer,
    ...inner
      .filter(({ value }) => !texts.includes(value))
      .flatMap(({ value, causes, cost, as, says }) =>
        unwrapped(
          {
            text: value,
            causes: [...new Set([...outer.causes, ...causes])],
            cost: outer.cost + cost,
            as,
            says,
          },
          texts,
        ),
      ),
  ];
}

function whole({ text, ...form }: Unwrapped): Reading[] {
  if (!/^(?:[0-9a-f]{2})+$/.test(text) || algorithmOf(text.length / 2) === undefined) return [];
  const expected = Buffer.from(text, 'hex').toString('latin1');
  return [{ ...form, digestBytes: expected.length, matches: (digest) => digest === expected }];
}

/** Forms that cannot be decoded, only made again from each digest: zeros lost, sign-extended, cut. */
function remade({ text, causes, cost }: Unwrapped): Reading[] {
  if (!/^[0-9a-f-]+$/.test(text)) return [];
  return records.flatMap(([id, cause]) =>
    (cause.remakes ?? []).flatMap(({ as, fits, text: make, extra = 0, says }, at) =>
      digestSizes
        .filter((size) => fits(text, 2 * size))
        .map((digestBytes) => ({
          causes: [...causes, id],
          cost: cost + costOf(cause) + extra + at / 10,
          as,
          says,
          digestBytes,
          matches: (digest: Binary) => make(digest, text.length) === text,
        })),
    ),
  );
}
