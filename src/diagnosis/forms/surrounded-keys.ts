import type { CauseId } from '../catalogue/causes.js';
import { quoteText } from '../spelling.js';
import type { KeyMistake } from './mangled-keys.js';
import { secretNames } from './secret-names.js';

const envLines = secretNames.flatMap((name) => [`${name}=*`, `${name}: *`]);

/** A line whose end was read with the quoted value. */
const quotedLines = ['"*"', "'*'"].flatMap((quoted) =>
  ['\r', '\n', '\r\n', ' '].map((end) => quoted + end),
);
const assignedLines = secretNames.flatMap((name) => [
  ...['"*"', "'*'", '*\n', '*\r', '*\r\n'].map((value) => `${name}=${value}`),
  ...['*', '"*"'].map((value) => `export ${name}=${value}`),
]);

/** Texts with the secret in them, which is a `*`. */
interface SurroundedSecret {
  readonly id: CauseId;
  readonly common: readonly string[];
  readonly rare: readonly string[];
  /** Tried only if everything else is right. */
  readonly lone?: readonly string[];
  /** Tried after all else. */
  readonly last?: readonly string[];
}

const surrounded: readonly SurroundedSecret[] = [
  {
    id: 'secret-trailing-newline',
    common: ['*\n', '*\r\n'],
    rare: ['*\r', '*\n\n', '\n*'],
  },
  { id: 'secret-literal-newline', common: [], rare: ['*\\n', '*\\r\\n'] },
  {
    id: 'secret-surrounding-space',
    common: ['* ', ' *'],
    rare: ['*\t', '\t*', ' * '],
  },
  {
    id: 'secret-invisible',
    common: [],
    rare: ['\ufeff*', '*\u00a0', '*\u200b'],
    lone: ['\u00a0*', '\u200b*', '*\ufeff'],
  },
  {
    id: 'secret-zero-padded',
    common: [],
    // Up to the block of the hash, HMAC itself adds zero bytes.
    rare: ['*\0'],
  },
  {
    id: 'secret-quoted',
    common: ['"*"', "'*'"],
    rare: ['`*`', '“*”', '\\"*\\"', '<*>', '*;', '"*";', '*,', '"*",'],
    // zsh marks with % that an output has no line break at its end.
    lone: [...quotedLines, '*%'],
  },
  {
    id: 'secret-printed',
    common: [],
    rare: [],
    lone: ['Ok("*")', 'Some("*")', 'Optional[*]', 'Optional("*")', '["*"]', '[*]', '{*}'],
  },
  {
    id: 'secret-env-line',
    common: [],
    rare: ['Bearer *', '**', '*\n*', ...envLines],
    // n8n and spreadsheets begin an expression with it.
    lone: ['=*'],
    last: assignedLines,
  },
];

const invisibleNames: Readonly<Record<string, string>> = {
  '\ufeff': 'U+FEFF (a byte order mark)',
  '\u00a0': 'U+00A0 (a no-break space)',
  '\u200b': 'U+200B (a space without width)',
};

/** An invisible character is named by its number. */
function invisibleWords(text: string): string | undefined {
  const name = invisibleNames[text.replace('*', '')];
  return name && `the secret with ${name} ${text.startsWith('*') ? 'after' : 'before'} it`;
}

function surroundedKey(id: CauseId, cost: number, text: string): KeyMistake {
  return {
    id,
    cost,
    says: invisibleWords(text) ?? surroundedWords(text),
    change: (secret) => text.replaceAll('*', () => secret),
  };
}

function surroundedWords(text: string): string {
  return `${quoteText(text.replaceAll('*', '…'))}, where … is the secret${text.includes('\\') ? ' and `\\\\` is one backslash' : ''}`;
}

/** The secret with something around it. */
export const surroundedKeys = surrounded.flatMap(({ id, common, rare, lone = [], last = [] }) => [
  ...common.map((text) => surroundedKey(id, 1, text)),
  ...rare.map((text) => surroundedKey(id, 2, text)),
  ...lone.map((text) => surroundedKey(id, 3, text)),
  ...last.map((text) => surroundedKey(id, 4, text)),
]);
