import type { CauseId } from '../catalogue/causes.js';
import { quoteText } from '../spelling.js';
import type { KeyMistake } from './mangled-keys.js';
import { secretNames } from './secret-names.js';

const envLines = secretNames.flatMap((name) => [`${name}=*`, `${name}: *`]);

/** The value in quotes, with the line break that a program read after it. */
const quotedLines = ['"*"', "'*'"].flatMap((quoted) =>
  ['\r', '\n', '\r\n', ' '].map((end) => quoted + end),
);
const assignedLines = secretNames.flatMap((name) => [
  ...['"*"', "'*'", '*\n', '*\r', '*\r\n'].map((value) => `${name}=${value}`),
  ...['*', '"*"'].map((value) => `export ${name}=${value}`),
]);

/** Texts around the secret; `*` is the secret. */
interface SurroundedSecret {
  readonly id: CauseId;
  /** These cost 1 in the search, `rare` ones cost 2. */
  readonly common: readonly string[];
  readonly rare: readonly string[];
  /** Tried only when everything else is right. */
  readonly lone?: readonly string[];
  /** Like `lone`, but tried last. */
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
    // Matters only if the secret is as long as a block of the hash, or longer: HMAC itself adds zeros to a shorter key.
    rare: ['*\0'],
  },
  {
    id: 'secret-quoted',
    common: ['"*"', "'*'"],
    rare: ['`*`', '“*”', '\\"*\\"', '<*>', '*;', '"*";', '*,', '"*",'],
    // zsh prints % after an output that has no line break at its end.
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
    // `**` is the secret twice in a row.
    rare: ['Bearer *', '**', '*\n*', ...envLines],
    // n8n and spreadsheets begin an expression with `=`.
    lone: ['=*'],
    last: assignedLines,
  },
];

const invisibleNames: Readonly<Record<string, string>> = {
  '\ufeff': 'U+FEFF (a byte order mark)',
  '\u00a0': 'U+00A0 (a no-break space)',
  '\u200b': 'U+200B (a space without width)',
};

/** The words for an invisible character, which names it by its code; undefined for visible text. */
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

/** Keys that are the secret with other text around it. */
export const surroundedKeys = surrounded.flatMap(({ id, common, rare, lone = [], last = [] }) => [
  ...common.map((text) => surroundedKey(id, 1, text)),
  ...rare.map((text) => surroundedKey(id, 2, text)),
  ...lone.map((text) => surroundedKey(id, 3, text)),
  ...last.map((text) => surroundedKey(id, 4, text)),
]);
