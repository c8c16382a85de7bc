/** The encoders whose print of this body is new and shows what they are named for. */
import type { Json } from '../../json/json.js';
import { costOf, encoders, type Encoder, type SerialiserCause } from './encoders.js';
import { namingsOf } from './naming.js';
import { BodyPrinter } from './printing.js';
import { decodeBody, sampleOf, trimmedText } from './reading.js';

/** Larger bodies are judged by a sample and printed when their bytes are asked for. */
const judgedWhole = 64_000;

export interface Subject {
  /** Prints the whole body. */
  readonly printer: BodyPrinter;
  /** Prints what prints are told apart by: the body itself, or of a large one a sample. */
  readonly judge: BodyPrinter;
  readonly isSampled: boolean;
  /**
   * The body without byte order mark and final line end, with and without a line feed: what differs only in these
   * belongs to the causes of section 2.
   */
  readonly sent: readonly string[];
}

export const subjectOf = (body: Uint8Array): Subject | undefined => {
  const text = trimmedText(body);
  const tree: Json | undefined = decodeBody(text);
  if (tree === undefined) return undefined;
  const printer = new BodyPrinter(tree, text.length);
  const sent = [text, `${text}\n`];
  return body.length <= judgedWhole
    ? { printer, judge: printer, isSampled: false, sent }
    : { printer, judge: new BodyPrinter(sampleOf(tree), 0), isSampled: true, sent: [] };
};

export interface KnownEncoder {
  readonly encoder: Encoder;
  readonly printed: string;
  readonly cost: number;
}

const keyOf = (causes: readonly SerialiserCause[], printed: string): string =>
  `${[...causes].sort().join(' ')} ${printed}`;

/** Equal prints come once for each set of causes, by the encoder that is likeliest to have made them. */
export const knownEncoders = ({ judge, sent }: Subject): readonly KnownEncoder[] => {
  const likeliest = new Map<string, KnownEncoder>();
  for (const encoder of encoders) {
    const printed = judge.print(encoder.settings);
    if (sent.includes(printed)) continue;
    // By its plain causes already, and nothing is cheaper.
    const told = likeliest.get(keyOf(encoder.causes, printed));
    if (told !== undefined && told.cost <= costOf(encoder.causes)) continue;
    for (const { causes, cost } of namingsOf(judge, encoder, printed)) {
      const key = keyOf(causes, printed);
      if (cost < (likeliest.get(key)?.cost ?? Infinity)) {
        likeliest.set(key, { encoder: { ...encoder, causes }, printed, cost });
      }
    }
  }
  return [...likeliest.values()];
};
