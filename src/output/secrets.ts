import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import { visible } from './visible.js';

export const redactedMark = '[redacted]';

/**
 * A shorter text stands in every other line: replacing it would shred the output, and the holes would tell it.
 */
const shortestRedacted = 4;

// "The first characters of your key": a service may repeat a part. Shorter ones, and those of short secrets, stand in
// ordinary words too.
const shortestPiece = 12;
const shortestCut = 24;
const pieceStep = 6;

/** The secrets of one run, and their removal from whatever is about to leave the program. */
export function createSecrets(): Secrets {
  const known = new Set<string>();
  let forms: readonly string[] = [];
  let byteForms: readonly string[] = [];
  /** Those that are not among the forms of bytes yet: few commands ask for these. */
  let unasked: readonly string[] = [];
  /** One of these is in every text that holds a secret or a part of one. */
  let signs: readonly string[] = [];
  const cut: string[] = [];
  const find = (text: string): Stretch[] => [
    ...stretchesOf(forms)(text),
    ...cut.flatMap((secret) => piecesIn(text, secret)),
  ];

  return {
    add: (secret) => {
      if (known.has(secret)) return;
      known.add(secret);
      if (secret.length >= shortestCut) cut.push(secret);
      const added = formsOf(secret);
      forms = distinct([...forms, ...added.map(folded)]);
      signs = shortestOf([...forms, ...cut.flatMap((each) => blocksOf(folded(each)))]);
      unasked = [...unasked, ...added];
    },
    redact: (text) =>
      forms.length === 0 || (!mayHoldEscapes(text) && !holdsOneOf(signs, folded(text)))
        ? text
        : withoutStretches(text, find),
    redactBytes: (bytes) => {
      byteForms = distinct([...byteForms, ...unasked.flatMap(formsOfBytes)]);
      unasked = [];
      if (byteForms.length === 0) return bytes;
      // One character a byte, so that bytes that are no text come out as they went in.
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      const redacted = withoutStretches(view, stretchesOf(byteForms), asBytes);
      return redacted === view ? bytes : Buffer.from(redacted, 'latin1');
    },
  };
}

/** The bytes of a letter beyond ASCII say nothing of its case. */
const formsOfBytes = (form: string): string[] =>
  [form, form.toUpperCase(), form.toLowerCase()].map((each) => folded(asBytes(each)));

const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** In one case, at its length: an answer may repeat a secret in capitals. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  // Some letters become two.
  return text.replace(/[^]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit));
}

const distinct = (forms: readonly string[]): string[] => [...new Set(forms)];

/** Without those that hold another one: who holds them holds that too. */
const shortestOf = (texts: readonly string[]): string[] =>
  distinct(texts).filter((text, _, all) => !all.some((other) => other !== text && text.includes(other)));

/** A loop without closures: a batch asks for every row. */
function holdsOneOf(signs: readonly string[], text: string): boolean {
  for (const sign of signs) if (text.includes(sign)) return true;
  return false;
}

/** How a secret looks on the ways that lead out: requests written as JSON, URL, HTML or shell, and what servers echo. */
export function formsOf(secret: string): string[] {
  // A lone surrogate cannot be encoded; what leaves has U+FFFD in its place.
  const text = Buffer.from(secret, 'utf8').toString('utf8');
  const plain = [secret, text, text.trim()].filter((form) => form.length >= shortestRedacted);
  return distinct(plain.flatMap((form) => [form, ...encodingsOf(form)]));
}

function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const base64 = bytes.toString('base64');
  const hex = bytes.toString('hex');
  return [
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    ...base64Inside(text, bytes.length),
    hex,
    hex.toUpperCase(),
    [...text].reverse().join(''),
    // Nothing escapes these, and most secrets have no others.
    ...(/^[\w-]*$/.test(text) ? [] : escapesOf(text)),
  ];
}

function escapesOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const url = encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
  return [
    url,
    url.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    url.replaceAll('%20', '+'),
    json,
    json.replaceAll('/', '\\/'),
    asciiJson(json),
    asciiJson(json, 'upper'),
    visible(text),
    htmlText(text),
    text.replaceAll("'", "'\\''"),
  ];
}

/** In the base64 of a longer text, behind one or two bytes of a group of three; what its neighbours share is left out. */
const base64Inside = (text: string, bytes: number): string[] =>
  [0, 1, 2]
    .map((before) => {
      const base64 = Buffer.from('\0'.repeat(before) + text, 'utf8')
        .toString('base64')
        .replace(/=+$/, '');
      const whole = (before + bytes) % 3 === 0 ? base64.length : base64.length - 1;
      return base64.slice(before === 0 ? 0 : before + 1, whole);
    })
    .filter((form) => form.length >= shortestRedacted)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);

const asciiJson = (json: string, digits: 'lower' | 'upper' = 'lower'): string =>
  json.replace(/[^ -~]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${digits === 'upper' ? hex.toUpperCase() : hex}`;
  });

const htmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/**
 * Replaces every stretch that any occurrence covers. One form after another would leave the rest of an occurrence
 * that overlaps an earlier one. `find` gets the text in one case, as it stands and as it reads without escapes;
 * `unit` is how a character looks in it.
 */
export function withoutStretches(
  text: string,
  find: (text: string) => Stretch[],
  unit: (character: string) => string = (character) => character,
): string {
  const reading = unescaped(text, unit);
  const stretches = [
    ...find(folded(text)),
    ...(reading === undefined ? [] : find(folded(reading.text)).map(reading.inSource)),
  ];
  if (stretches.length === 0) return text;
  stretches.sort(([one], [other]) => one - other);
  let result = '';
  let position = 0;
  for (const [start, end] of merged(stretches)) {
    result += text.slice(position, start) + redactedMark;
    position = end;
  }
  return result + text.slice(position);
}

export const stretchesOf =
  (forms: readonly string[]) =>
  (text: string): Stretch[] =>
    forms.flatMap((form) => occurrences(text, form));

/** A text as it reads once its JSON escapes are undone, and where a stretch of that stood before. */
interface Reading {
  readonly text: string;
  readonly inSource: (stretch: Stretch) => Stretch;
}

// Of JSON, where what shows an answer's beginning writes the backslash itself as an escape; and of a URL, in ASCII.
const anyEscape =
  /%[0-7][0-9a-fA-F]|(?:\\u\{5c\}|\\)(?:u[dD][89abAB][0-9a-fA-F]{2}(?:\\u\{5c\}|\\)u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/bfnrt])/g;

const mayHoldEscapes = (text: string): boolean => text.includes('\\') || text.includes('%');

/** Any character of a JSON string may be written `\u0061`. */
function unescaped(view: string, unit: (character: string) => string): Reading | undefined {
  if (!mayHoldEscapes(view)) return undefined;
  const parts: string[] = [];
  // Of each escape: where it stands in the reading and in the view, from its first character to behind its last.
  const escapes: { from: number; to: number; start: number; end: number }[] = [];
  let length = 0;
  let position = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const { 0: escape, index } of view.matchAll(anyEscape)) {
    add(view.slice(position, index));
    const from = length;
    const json = escape.replaceAll('\\u{5c}', '\\').replace('%', '\\u00');
    add(unit(JSON.parse(`"${json}"`) as string));
    position = index + escape.length;
    escapes.push({ from, to: length, start: index, end: position });
  }
  if (escapes.length === 0) return undefined;
  add(view.slice(position));
  /** The last escape that begins at or before a place of the reading. */
  const before = (at: number): (typeof escapes)[number] | undefined => {
    let [low, high] = [0, escapes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((escapes[middle]?.from ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return escapes[low - 1];
  };
  /** What of the view one character of the reading came from. */
  const origin = (at: number): Stretch => {
    const escape = before(at);
    if (escape === undefined) return [at, at + 1];
    if (at < escape.to) return [escape.start, escape.end];
    const start = escape.end + at - escape.to;
    return [start, start + 1];
  };
  return { text: parts.join(''), inSource: ([start, end]) => [origin(start)[0], origin(end - 1)[1]] };
}

/** Whole blocks of a secret, side by side. */
const blocksOf = (key: string): string[] =>
  Array.from({ length: Math.floor(key.length / pieceStep) }, (_, place) =>
    key.slice(place * pieceStep, (place + 1) * pieceStep),
  );

/**
 * Stretches of a secret, in a text in one case. Each has a block of the secret that begins at a multiple of the step:
 * looking for those is quick, and most texts have none.
 */
function piecesIn(text: string, secret: string): Stretch[] {
  const key = folded(secret);
  const found: Stretch[] = [];
  for (const [place, wanted] of blocksOf(key).entries()) {
    const block = place * pieceStep;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
      let [from, to] = [0, pieceStep];
      while (from < block && at > from && key[block - from - 1] === text[at - from - 1]) from += 1;
      while (block + to < key.length && key[block + to] === text[at + to]) to += 1;
      if (from + to >= shortestPiece && isNoWord(secret.slice(block - from, block + to)))
        found.push([at - from, at + to]);
    }
  }
  return found;
}

/** Digits and letters, or both cases: a secret may have words in it, which are none. */
const isNoWord = (text: string): boolean =>
  /[a-z]/i.test(text) && (/\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text)));

export type Stretch = readonly [start: number, end: number];

/** Where `form` stands in `text`; occurrences that overlap are one stretch. */
function occurrences(text: string, form: string): Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
    const last = found.at(-1);
    const end = at + form.length;
    if (last && last[1] > at) found[found.length - 1] = [last[0], end];
    else found.push([at, end]);
  }
  return found;
}

function merged(sorted: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [start, end] of sorted) {
    const last = result.at(-1);
    if (last && start < last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}
