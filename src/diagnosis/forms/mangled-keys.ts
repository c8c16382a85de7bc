import type { CauseId } from '../catalogue/causes.js';
import {
  escapeHtml,
  escapeHtmlNoQuotes,
  htmlApostrophes,
  stripSlashes,
  unescapeHtml,
} from './text-escapes.js';

/** Returns the wrong key that a mistake makes of the secret; undefined if the mistake cannot happen with this secret. */
export type SecretChange = (secret: string) => string | Uint8Array | undefined;

/** A mistake with the key. */
export interface KeyMistake {
  readonly id: CauseId;
  /** A second mistake that the key shows. */
  readonly alsoId?: CauseId;
  /** How unlikely the mistake is, from 1: a search tries the combinations of mistakes by the sum of their costs. */
  readonly cost: number;
  /** Continues "The key was"; in `mangledKeys` and `changedSecrets` it continues "The key was the secret". */
  readonly says: string;
  readonly change: SecretChange;
}

/** A change of the secret, and its words after "the secret". */
type TextChange = readonly [says: string, change: (secret: string) => string | undefined];

/** What a shell takes for a variable: `$name`, `${name}`, `$1`, `$@`, `$*`. */
const shellVariable = /\$(?:[A-Za-z_]\w*|\{\w*\}|[0-9@*])/g;
/** Only the first two of these forms: `$name` and `${name}`. */
const namedVariable = /\$(?:[A-Za-z_]\w*|\{\w*\})/g;

/** Variables that a shell sets itself, and the values that it may put in for them. */
const shellWords: Readonly<Record<string, readonly string[]>> = {
  '$?': ['0'],
  '$#': ['0'],
  $0: ['bash', 'sh', '-bash', '/bin/sh', '/bin/bash'],
  $HOME: ['/root', '/home/ubuntu', '/app'],
  $USER: ['root', 'ubuntu'],
  $UID: ['0', '1000'],
  '$-': ['hB', 'himBHs', 'himBH'],
};

/** What a shell or a language does with a secret in double quotes: it takes parts of it for variables, which are empty. */
const expansions: readonly TextChange[] = [
  ['with nothing in place of every `$name` in it', (secret) => secret.replace(/\$\w+/g, '')],
  ['with nothing in place of every `${name}` in it', (secret) => secret.replace(/\$\{\w*\}/g, '')],
  [
    'with nothing in place of what a shell takes for a variable',
    (secret) => secret.replace(shellVariable, ''),
  ],
  [
    'with nothing in place of every `$name` that begins with a letter',
    (secret) => secret.replace(namedVariable, ''),
  ],
  ['with nothing in place of every `@name` in it', (secret) => secret.replace(/@\w+/g, '')],
  [
    'with nothing in place of every `$name` and `@name` in it',
    (secret) => secret.replace(/[$@]\w+/g, ''),
  ],
  ['without every $ and the character after it', (secret) => secret.replace(/\$./g, '')],
];

function* withShellWords(secret: string): Generator<string> {
  for (const [variable, values] of Object.entries(shellWords)) {
    for (const value of values) yield secret.replaceAll(variable, () => value);
  }
}

/** The most variables in one secret that are emptied one by one. */
const mostVariables = 8;

/** The secret with one of its variables empty, and the others as they are. */
function withoutOneVariable(secret: string, index: number): string | undefined {
  const variables = [...secret.matchAll(shellVariable)];
  const variable = variables[index];
  if (variable === undefined || variables.length < 2) return undefined;
  return secret.slice(0, variable.index) + secret.slice(variable.index + variable[0].length);
}

const shellExpanded: readonly KeyMistake[] = [
  ...expansions.map(([says, change]) => shellMistake(2, says, change)),
  ...Array.from({ length: mostVariables }, (_, index) =>
    shellMistake(3, `without the $ variable number ${String(index + 1)} in it`, (secret) =>
      withoutOneVariable(secret, index),
    ),
  ),
  // One mistake for each text that `withShellWords` makes: it makes as many of any secret as of an empty one.
  ...[...withShellWords('')].map((_, index) =>
    shellMistake(
      3,
      'with the value of a shell’s own variable in it',
      (secret) => [...withShellWords(secret)][index],
    ),
  ),
];

function shellMistake(cost: number, says: string, change: SecretChange): KeyMistake {
  return { id: 'secret-shell-expanded', cost, says, change };
}

/** Removes what looks like an HTML tag: `<…>`, and everything after a last `<` without a `>`. */
const withoutTags = (secret: string): string => secret.replace(/<[^<>]*(?:>|$)/g, '');

const percentEncoded = (secret: string): string =>
  encodeURIComponent(secret).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const escapes: readonly TextChange[] = [
  ...htmlApostrophes.map((apostrophe): TextChange => [
    'HTML-escaped',
    (secret) => escapeHtml(secret, apostrophe),
  ]),
  ['HTML-escaped, but for its quotes', escapeHtmlNoQuotes],
  ['with `&amp;` in place of every &', (secret) => secret.replaceAll('&', '&amp;')],
  ['with its HTML entities replaced by their characters', unescapeHtml],
  ['without its HTML tags', withoutTags],
  [
    'without its HTML tags, and then HTML-escaped',
    (secret) => escapeHtml(withoutTags(secret), '&#039;'),
  ],
  ['(URL-encoded)', encodeURIComponent],
  ['(URL-encoded)', percentEncoded],
  ['(URL-encoded, with + for a space)', (secret) => percentEncoded(secret).replaceAll('%20', '+')],
  ['escaped as in a JSON string', (secret) => JSON.stringify(secret).slice(1, -1)],
  [
    'escaped as in a JSON string, also its slashes',
    (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  ],
];

const escaped = escapes.map(([says, change]): KeyMistake => ({
  id: 'secret-escaped',
  cost: 2,
  says,
  change,
}));

const readerChanges: readonly TextChange[] = [
  ['with a line break in place of every \\n', (secret) => secret.replaceAll('\\n', '\n')],
  ['with a backslash before every !', (secret) => secret.replaceAll('!', '\\!')],
  ['without its quotes', (secret) => secret.replace(/["']/g, '')],
  ['without the quotes around it', (secret) => /^(["'])(.*)\1$/s.exec(secret)?.[2]],
];

const misread = readerChanges.map(([says, change]): KeyMistake => ({
  id: 'secret-env-mangled',
  cost: 2,
  says,
  change,
}));

const withoutBackslashes: KeyMistake = {
  id: 'secret-backslashes-lost',
  cost: 2,
  says: 'without its backslashes',
  change: stripSlashes,
};

/** Keys made when a shell, a template or a reader of configuration changed the secret. */
export const mangledKeys: readonly KeyMistake[] = [
  ...shellExpanded,
  ...escaped,
  withoutBackslashes,
  ...misread,
];
