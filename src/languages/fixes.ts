import { regionNames, type RegionName, type Signer } from './signer.js';

/**
 * The code that a kind of fix shows: some regions of a signer, which are marked paragraphs of its source file (signer.ts).
 * Many causes share one kind.
 */
interface FixShape {
  /** A comment above the first region. */
  readonly says: string;
  readonly firstRegion: RegionName;
  /** undefined if the first region shows it alone. */
  readonly lastRegion?: RegionName;
}

export const fixes = {
  'serialise-once': {
    firstRegion: 'body',
    lastRegion: 'send',
    says: 'Serialise once; sign and send these same bytes.',
  },
  'utf8-bytes': {
    firstRegion: 'body',
    lastRegion: 'send',
    says: 'Make the UTF-8 bytes once; sign and send these same bytes.',
  },
  'bytes-unchanged': {
    firstRegion: 'body',
    lastRegion: 'send',
    says: 'Nothing is added, trimmed or converted after this line.',
  },
  'empty-body': {
    firstRegion: 'hash',
    says: 'Without a body, sign zero bytes: not {}, null or "".',
  },
  'body-hash': {
    firstRegion: 'hash',
    lastRegion: 'message',
    says: 'SHA-256 of the raw body, without the secret, in lower-case hex.',
  },
  'message-layout': {
    firstRegion: 'message',
    lastRegion: 'sign',
    says: 'Three parts, two dots: client id, timestamp, body hash.',
  },
  'session-message': {
    firstRegion: 'sign',
    says: 'Session requests sign only the body: no hash, no timestamp.',
  },
  'secret-as-text': {
    firstRegion: 'sign',
    says: 'The key is the secret’s text in UTF-8, not decoded, encoded or hashed.',
  },
  'secret-trim': {
    firstRegion: 'secret',
    says: 'Trim the secret when you read it. Refuse one that is still in quotes.',
  },
  'secret-right-one': {
    firstRegion: 'secret',
    says: 'Compare length and SHA-256 of the secret with those of the issued one.',
  },
  'hmac-sha256': { firstRegion: 'sign', says: 'HMAC-SHA256, computed once.' },
  'argument-order': {
    firstRegion: 'sign',
    says: 'The key is the secret; the data is what you sign.',
  },
  'hex-lower': {
    firstRegion: 'sign',
    says: '64 lower-case hex characters, with nothing before or after them.',
  },
  'unix-seconds': {
    firstRegion: 'message',
    lastRegion: 'sign',
    says: 'Whole seconds, taken once: the same text in header and message.',
  },
  'client-id': {
    firstRegion: 'secret',
    lastRegion: 'sign',
    says: 'The client id that was issued with this secret, in header and message.',
  },
  headers: { firstRegion: 'sign', says: 'Exactly these header names, with dashes.' },
} as const satisfies Readonly<Record<string, FixShape>>;

export type FixKind = keyof typeof fixes;

/** A cause to be fixed. */
interface Trap {
  readonly kind: FixKind;
  /** What makes the mistake easy in this language, or what to write instead. It is printed as a comment. */
  readonly hint?: string | undefined;
}

/**
 * The right code for some causes: all regions from the first to the last that a cause needs, each once, with a comment on
 * each trap. A region uses what the regions before it make, so those between are shown too; only the body is left out if
 * no cause begins with it.
 * @param commentMark begins a comment in the language: `//`
 */
export function fixSnippet(signer: Signer, commentMark: string, traps: readonly Trap[]): string {
  const pieces = [...fixRegions(signer, commentMark, traps)].map(([name, comments]) =>
    [...comments, signer.regions.get(name)].join('\n'),
  );
  return pieces.join('\n\n');
}

/** The regions of a fix, in order, with the comments above each. */
export function fixRegions(
  { regions }: Signer,
  commentMark: string,
  traps: readonly Trap[],
): Map<RegionName, Set<string>> {
  const order = regionNames.filter((name) => regions.has(name));
  // A signer of the session interface has no regions `hash` and `message`: a region that it lacks counts as `sign`.
  const indexOfRegion = (name: RegionName): number =>
    order.indexOf(regions.has(name) ? name : 'sign');
  const spans = traps.map(({ kind }) => {
    const { firstRegion, lastRegion = firstRegion }: FixShape = fixes[kind];
    return { first: indexOfRegion(firstRegion), last: indexOfRegion(lastRegion) };
  });
  const first = Math.min(...spans.map((span) => span.first));
  const last = Math.max(...spans.map((span) => span.last));
  const needsBody = spans.some((span) => order[span.first] === 'body');
  const shownRegions = order.slice(first, last + 1).filter((name) => name !== 'body' || needsBody);
  return new Map(
    shownRegions.map((name) => {
      const trapsHere = traps.filter(
        ({ kind }) => order[indexOfRegion(fixes[kind].firstRegion)] === name,
      );
      return [name, new Set(trapsHere.flatMap((trap) => trapComments(trap, commentMark)))];
    }),
  );
}

function trapComments({ kind, hint }: Trap, commentMark: string): string[] {
  const texts = hint === undefined ? [fixes[kind].says] : [fixes[kind].says, hint];
  return texts.map((text) => `${commentMark} ${text}`);
}

/** Code that prints what a sender makes on the way to the signature (§5), to be compared with the right values. */
export function printingCode(prints: readonly string[], commentMark: string): string {
  return [
    `${commentMark} Print these in your program, just before it sends the request. Use its own names.`,
    ...prints,
  ].join('\n');
}
