import { regionNames, type RegionName, type Signer } from './signer.js';

/** What a kind of fix says, above which region, and the last region that it takes to show it. Many causes share one. */
interface Fix {
  readonly says: string;
  readonly at: RegionName;
  readonly to?: RegionName;
}

const rows = <Kind extends string>(
  table: Readonly<Record<Kind, Fix>>,
): Readonly<Record<Kind, Fix>> => table;

export const fixes = rows({
  'serialise-once': {
    at: 'body',
    to: 'send',
    says: 'Serialise once; sign and send these same bytes.',
  },
  'utf8-bytes': {
    at: 'body',
    to: 'send',
    says: 'Make the UTF-8 bytes once; sign and send these same bytes.',
  },
  'no-extra-bytes': {
    at: 'body',
    to: 'send',
    says: 'Nothing is added, trimmed or converted after this line.',
  },
  'empty-body': { at: 'hash', says: 'Without a body, sign zero bytes: not {}, null or "".' },
  'body-hash': {
    at: 'hash',
    to: 'message',
    says: 'SHA-256 of the raw body, without the secret, in lower-case hex.',
  },
  'message-layout': {
    at: 'message',
    to: 'sign',
    says: 'Three parts, two dots: client id, timestamp, body hash.',
  },
  'session-message': {
    at: 'sign',
    says: 'Session requests sign only the body: no hash, no timestamp.',
  },
  'secret-as-text': {
    at: 'sign',
    says: 'The key is the secret’s text in UTF-8, not decoded, encoded or hashed.',
  },
  'secret-trim': {
    at: 'secret',
    says: 'Trim the secret when you read it. Refuse one that is still in quotes.',
  },
  'secret-right-one': {
    at: 'secret',
    says: 'Compare length and SHA-256 of the secret with those of the issued one.',
  },
  'hmac-sha256': { at: 'sign', says: 'HMAC-SHA256, computed once.' },
  'argument-order': { at: 'sign', says: 'The key is the secret; the data is what you sign.' },
  'hex-lower': {
    at: 'sign',
    says: '64 lower-case hex characters, with nothing before or after them.',
  },
  'unix-seconds': {
    at: 'message',
    to: 'sign',
    says: 'Whole seconds, taken once: the same text in header and message.',
  },
  'client-id': {
    at: 'secret',
    to: 'sign',
    says: 'The client id that was issued with this secret, in header and message.',
  },
  headers: { at: 'sign', says: 'Exactly these header names, with dashes.' },
});

export type FixKind = keyof typeof fixes;

/** A cause to be fixed: its kind, and the language's own name for the trap, if it has one. */
interface Trap {
  readonly kind: FixKind;
  readonly hint?: string | undefined;
}

/**
 * The right code for some causes: regions in the order of the program, each once, with a comment on each trap. There
 * is no gap between the first and the last, so that each uses what those before it make; only the body may be given.
 */
export function fixSnippet(signer: Signer, comment: string, traps: readonly Trap[]): string {
  return [...partsOf(signer, comment, traps)]
    .map(([name, above]) => [...above, signer.regions.get(name)].join('\n'))
    .join('\n\n');
}

/** The regions of a fix, in order, with the comments above each. */
export function partsOf(
  { regions }: Signer,
  comment: string,
  traps: readonly Trap[],
): Map<RegionName, Set<string>> {
  const order = regionNames.filter((name) => regions.has(name));
  // Without a hash and a message, the signature itself is over the body.
  const placeOf = (name: RegionName): number => order.indexOf(regions.has(name) ? name : 'sign');
  const spans = traps
    .map(({ kind }) => fixes[kind])
    .map(({ at, to = at }) => [placeOf(at), placeOf(to)] as const);
  const [first, last] = [Math.min(...spans.flat()), Math.max(...spans.flat())];
  const needsBody = spans.some(([from]) => order[from] === 'body');
  const shown = order.slice(first, last + 1).filter((name) => name !== 'body' || needsBody);
  return new Map(
    shown.map((name) => [
      name,
      new Set(
        traps
          .filter(({ kind }) => order[placeOf(fixes[kind].at)] === name)
          .flatMap(({ kind, hint }) => [fixes[kind].says, ...(hint === undefined ? [] : [hint])])
          .map((text) => `${comment} ${text}`),
      ),
    ]),
  );
}

/** Prints what a sender makes on the way to the signature (§5), to be compared with the right values. */
export function printsOf(prints: readonly string[], comment: string): string {
  return [
    `${comment} Print these in your program, just before it sends the request. Use its own names.`,
    ...prints,
  ].join('\n');
}
