/** The body serialised again, as each known encoder or a mixture of encoders writes it. */
import { createHash } from 'node:crypto';
import { listed } from '../../text/listed.js';
import { BodyForm } from '../body-form.js';
import type { Choice } from '../choice.js';
import { mixtureOf, settingsOf, type Mixture } from './axes.js';
import { labels, rareLabels, type Label } from './labels.js';
import { mixturesOf } from './mixtures.js';
import { nameOf, type Naming } from './naming.js';
import { BodyPrinter } from './printing.js';
import { decodeBody, sampleOf, trimmedText } from './reading.js';
import { spacesRemoved } from '../causes/json-spans.js';
import { distinctBy } from '../causes/sent-body.js';

/** Larger bodies are compared by a sample. */
const judgedWhole = 16_000;

/** A print that only removes white space is still a cause. */
const leastCost = 0.9;

const spaceAfterMark = /("(?:[^"\\]|\\.)*")|([,:]) /gs;

/** One print; it is named only when asked, which happens only for a match. */
class Print implements Choice<BodyForm> {
  private naming: Naming | undefined;
  readonly value: BodyForm;

  constructor(
    readonly cost: number,
    private readonly mixture: Mixture,
    printer: BodyPrinter,
    private readonly sample: BodyPrinter,
    private readonly sent: string,
  ) {
    this.value = new BodyForm(() => Buffer.from(printer.print(settingsOf(mixture)), 'utf8'));
  }

  get causes(): readonly string[] {
    this.naming ??= nameOf(this.sample, this.mixture);
    return this.naming.causes;
  }

  /** The usual case, in which only the white space differs, is named exactly. */
  get says(): Readonly<Record<string, string>> | undefined {
    const tight = spacesRemoved(this.sent);
    if (tight !== Buffer.from(this.value.bytes).toString('utf8')) return undefined;
    const spaces =
      this.sent.replace(spaceAfterMark, '$1$2') === tight
        ? 'spaces after commas or colons'
        : /[\r\n]/.test(this.sent)
          ? 'line breaks'
          : 'spaces';
    return {
      'body-json-compact': `Compact JSON (without spaces) was signed, but the body was sent with ${spaces}.`,
    };
  }

  /** Several encoders often write the same; one of each family is named. */
  get as(): string | undefined {
    return writersOf(this.sample, this.sample.print(settingsOf(this.mixture)));
  }
}

const writersOf = (printer: BodyPrinter, print: string): string | undefined => {
  const alike = [...labels, ...rareLabels].filter(
    ({ settings }) => printer.print(settingsOf(mixtureOf(settings))) === print,
  );
  // Where JavaScript would write every number the same, how numbers are written says nothing.
  if (alike[0] !== undefined && alike[0] === labels[0])
    return printer.print(settingsOf(mixtureOf({ numbers: 'js' }))) === print ? undefined : alike[0].as;
  return alike.length === 0 ? undefined : asWritten(alike);
};

export const asWritten = (writers: readonly Label[]): string => {
  const named = distinctBy(writers, ({ family }) => family).slice(0, 3);
  const names = named.map(({ as }) => as);
  return `as ${listed(names, 'or')} writes it`;
};

/** The encoders that write the signed JSON as the body that was sent, in words; undefined if none is known. */
export const sentAs = (sent: Uint8Array, signed: Uint8Array): string | undefined => {
  const text = trimmedText(sent);
  const tree = signed.length > judgedWhole ? undefined : decodeBody(trimmedText(signed));
  if (tree === undefined || trimmedText(signed) === text) return undefined;
  return writersOf(new BodyPrinter(tree, signed.length), text);
};

/** The known encoders whose print of the body holds; one that only removes white space is none. */
export const writersWhose = (body: Uint8Array, holds: (print: Uint8Array) => boolean): readonly Label[] => {
  const text = trimmedText(body);
  const tree = decodeBody(text);
  if (tree === undefined) return [];
  const printer = new BodyPrinter(tree, text.length);
  return [...labels.slice(1), ...rareLabels].filter(({ settings }) =>
    holds(Buffer.from(printer.print(settingsOf(mixtureOf(settings))), 'utf8')),
  );
};

const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64');

/** The prints above one cost up to another, the cheapest first and of equal prints the cheapest; none if the body is not JSON. */
export function* printsOf(body: Uint8Array, above: number, most: number): Generator<Choice<BodyForm>> {
  const text = trimmedText(body);
  const tree = decodeBody(text);
  if (tree === undefined) return;
  const printer = new BodyPrinter(tree, text.length);
  const sample = body.length <= judgedWhole ? printer : new BodyPrinter(sampleOf(tree), 0);
  // A print that equals the body on the wire, except for a line break, belongs to other causes.
  const seen = new Set(sample === printer ? [hashOf(text), hashOf(`${text}\n`)] : []);
  for (const { mixture, cost } of mixturesOf(sample, most)) {
    const judged = hashOf(sample.print(settingsOf(mixture)));
    if (seen.has(judged)) continue;
    seen.add(judged);
    if (Math.max(cost, leastCost) > above)
      yield new Print(Math.max(cost, leastCost), mixture, printer, sample, text);
  }
}
