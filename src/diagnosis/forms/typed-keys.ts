/** Secrets that somebody typed from a picture or from paper, with one slip. Tried only when everything else is right. */

interface TypedSecret {
  readonly text: string;
  /** A sentence. It must not quote any part of the secret. */
  readonly says: string;
}

/** The characters that each character may be misread as. */
const misreadAs: Readonly<Record<string, readonly string[]>> = {
  0: ['O', 'o', 'Q', 'D'],
  O: ['0', 'o', 'Q', 'D'],
  o: ['0', 'O'],
  Q: ['O', '0'],
  D: ['O', '0'],
  1: ['l', 'I', 'i', '7'],
  l: ['1', 'I', 'i'],
  I: ['1', 'l', 'i'],
  i: ['1', 'l', 'j'],
  j: ['i'],
  7: ['1'],
  5: ['S', 's'],
  S: ['5'],
  s: ['5'],
  8: ['B', '3'],
  B: ['8'],
  3: ['8'],
  2: ['Z', 'z'],
  Z: ['2'],
  z: ['2'],
  6: ['b', 'G'],
  G: ['6', 'C'],
  C: ['G'],
  b: ['6'],
  9: ['g', 'q'],
  g: ['9', 'q'],
  q: ['9', 'g'],
  u: ['v'],
  v: ['u'],
  U: ['V'],
  V: ['U'],
  E: ['F'],
  F: ['E'],
  m: ['rn', 'n'],
  n: ['m', 'h'],
  h: ['n'],
  w: ['vv'],
  d: ['cl'],
  '-': ['_', '\u2013', '\u2014'],
  _: ['-'],
  "'": ['\u2019'],
};
/** Two characters that may be misread as one. */
const pairsAsOne: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' };

/** Nobody types a longer secret. */
const longestTyped = 128;

/** The secret with one slip: each kind of slip at each position, the likely kinds first. */
export function* mistypedSecrets(secret: string): Generator<TypedSecret> {
  if (secret.length > longestTyped) return;
  for (const slip of [misreadEach, swapEach, recaseEach, loseEach, doubleEach]) yield* slip(secret);
}

const positionOf = (index: number): string => `at position ${String(index + 1)}`;
const positionsOf = (index: number): string =>
  `at positions ${String(index + 1)} and ${String(index + 2)}`;

/** Replaces the text `old`, which begins at this index, with `other`. */
function replaceAt(secret: string, index: number, [old, other]: readonly [string, string]): string {
  return secret.slice(0, index) + other + secret.slice(index + old.length);
}

function* misreadEach(secret: string): Generator<TypedSecret> {
  for (let index = 0; index < secret.length; index += 1) {
    const says = `One character of the secret differs in the key, ${positionOf(index)}: it was read as another that looks like it.`;
    const character = secret.charAt(index);
    for (const other of misreadAs[character] ?? []) {
      yield { text: replaceAt(secret, index, [character, other]), says };
    }
    const pair = secret.slice(index, index + 2);
    const one = pairsAsOne[pair];
    if (one === undefined) continue;
    yield {
      text: replaceAt(secret, index, [pair, one]),
      says: `Two characters of the secret, ${positionsOf(index)}, were read as one for the key.`,
    };
  }
}

function* swapEach(secret: string): Generator<TypedSecret> {
  for (let index = 0; index + 1 < secret.length; index += 1) {
    const [first = '', second = ''] = secret.slice(index, index + 2);
    if (first === second) continue;
    yield {
      text: replaceAt(secret, index, [first + second, second + first]),
      says: `Two characters of the secret are swapped in the key, ${positionsOf(index)}.`,
    };
  }
}

function* recaseEach(secret: string): Generator<TypedSecret> {
  for (let index = 0; index < secret.length; index += 1) {
    const character = secret.charAt(index);
    const upper = character.toUpperCase();
    const other = character === upper ? character.toLowerCase() : upper;
    if (other === character || other.length > 1) continue;
    yield {
      text: replaceAt(secret, index, [character, other]),
      says: `One character of the secret differs in the key, ${positionOf(index)}: it has the other case (upper or lower).`,
    };
  }
}

function* loseEach(secret: string): Generator<TypedSecret> {
  for (let index = 0; index < secret.length; index += 1) {
    const text = replaceAt(secret, index, [secret.charAt(index), '']);
    yield {
      text,
      says: `One character of the secret is missing from the key, ${positionOf(index)}.`,
    };
  }
}

function* doubleEach(secret: string): Generator<TypedSecret> {
  for (let index = 0; index < secret.length; index += 1) {
    const character = secret.charAt(index);
    const text = replaceAt(secret, index, [character, character.repeat(2)]);
    yield {
      text,
      says: `One character of the secret stands twice in the key, ${positionOf(index)}.`,
    };
  }
}
