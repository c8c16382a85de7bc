/** The encoders whose print of this body is new and shows what they are named for. */
import type { Json } from '../../json/json.js';
import { encoders, type Encoder } from './encoders.js';
import { BodyPrinter } from './printing.js';
import { isProven } from './proof.js';
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

export const knownEncoders = ({ judge, sent }: Subject): readonly { encoder: Encoder; printed: string }[] => {
  const seen = new Map<string, Set<string>>();
  return encoders.flatMap((encoder) => {
    const printed = judge.print(encoder.settings);
    if (sent.includes(printed)) return [];
    const label = encoder.causes.join(' ');
    const same = seen.get(label) ?? new Set();
    if (same.has(printed) || !isProven(judge, encoder, printed)) return [];
    seen.set(label, same.add(printed));
    return [{ encoder, printed }];
  });
};
