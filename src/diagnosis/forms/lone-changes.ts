import type { CauseId } from '../catalogue/causes.js';
import { modifiedUtf8 } from './bytes.js';
import { renamedBodies } from './other-names.js';
import { edits } from '../json-forms/edits.js';
import { encoders } from '../json-forms/encoders.js';
import { numberPrinters } from '../json-forms/numbers.js';
import { plainStyle, printTree, type Style } from '../json-forms/print.js';
import { textTree, valuesInside, type Member, type Tree } from '../json-forms/tree.js';

/** A text that was signed in place of the sent body, with its own sentence. Tried only when everything else is right. */
interface LoneChange {
  readonly ids: readonly CauseId[];
  readonly says: string;
  readonly signed: string | Uint8Array;
}

interface SentBody {
  readonly bytes: Buffer;
  /** undefined if it is not UTF-8 or not JSON. */
  readonly root: Tree | undefined;
  readonly style: Style;
}

export function* loneChanges(sent: SentBody): Generator<LoneChange> {
  yield* changedTexts(sent);
  if (sent.root?.kind !== 'object') return;
  yield* withNameList(sent.root);
  yield* withCopies(sent.root, sent.style);
  yield* numericChecks(sent.root, sent.style);
  yield* renamedBodies(sent.root, sent.style);
}

function* changedTexts({ bytes, root }: SentBody): Generator<LoneChange> {
  const text = bytes.toString('utf8');
  yield {
    ids: ['body-trailing-newline'],
    says: 'What was signed is the sent body with `-n ` before it and a line break after it, as some shells print for `echo -n`.',
    signed: `-n ${text}\n`,
  };
  yield {
    ids: ['body-trailing-newline'],
    says: 'What was signed is the sent body with `=` before it, as n8n and spreadsheets begin an expression.',
    signed: `=${text}`,
  };
  yield {
    ids: ['body-object-tostring'],
    says: 'What was signed is the sent body as Swift prints an optional text, `Optional("…")`.',
    signed: `Optional(${JSON.stringify(text)})`,
  };
  yield {
    ids: ['body-base64'],
    says: 'What was signed is the sent body as base64 in quotes, as Go’s `json.Marshal` writes a `[]byte`.',
    signed: JSON.stringify(bytes.toString('base64')),
  };
  for (const bodyOptions of [{}, { options: { raw: { language: 'json' } } }]) {
    yield {
      ids: ['body-wrapped'],
      says: 'What was signed is Postman’s `pm.request.body` as JSON, which has the body as its member `raw`.',
      signed: JSON.stringify(Object.assign({ mode: 'raw', raw: text }, bodyOptions)),
    };
  }
  if (bytes.some((byte) => byte >= 0x80)) {
    yield {
      ids: ['body-charset-ascii'],
      says: 'What was signed is the sent body without the highest bit of every byte, as Node’s `toString("ascii")` reads it.',
      signed: bytes.map((byte) => byte & 0x7f),
    };
  }
  yield* withoutWideCharacters(text);
  if (root === undefined) return;
  const fields = Object.fromEntries(new URLSearchParams(text));
  yield {
    ids: ['body-form-encoded'],
    says: 'The JSON text was read as a form, so that it became the name of a field, and this object was signed.',
    signed: JSON.stringify(fields),
  };
}

/** Characters that have four bytes in UTF-8 and two units in UTF-16, such as emoji. */
const wideCharacters = /[\u{10000}-\u{10ffff}]/gu;

function* withoutWideCharacters(text: string): Generator<LoneChange> {
  if (text.search(wideCharacters) < 0) return;
  yield {
    ids: ['body-modified-utf8'],
    says: 'What was signed is the sent body in modified UTF-8, as Java’s `writeUTF` and JNI make it: six bytes in place of four for a character beyond U+FFFF, such as an emoji.',
    signed: modifiedUtf8(text),
  };
  // If only these characters are outside ASCII, encoding as ASCII makes the same text: that is another cause.
  if (!/[\u0080-\uffff]/.test(text.replace(wideCharacters, ''))) return;
  for (const replacement of ['', '?', '\ufffd']) {
    const how =
      replacement === ''
        ? 'without its characters beyond U+FFFF, such as emoji'
        : `with \`${replacement}\` for each character beyond U+FFFF, such as an emoji`;
    yield {
      ids: ['body-member-changed'],
      says: `What was signed is the sent body ${how}: a filter may leave it so.`,
      signed: text.replace(wideCharacters, replacement),
    };
  }
}

type ObjectTree = Extract<Tree, { kind: 'object' }>;

/** JSON.stringify(body, names) keeps only members with these names, in this order, in inner objects too. */
function* withNameList(root: ObjectTree): Generator<LoneChange> {
  const names = root.members.map(([name]) => name.value);
  const jsStyle = encoders.find(({ name }) => name === 'JSON.stringify')?.style ?? plainStyle;
  for (const [order, listCode] of [
    [names.toSorted(), 'Object.keys(body).sort()'],
    [names, 'Object.keys(body)'],
  ] as const) {
    const chosen = onlyNamed(root, order);
    // If the list names all members, it only sorts them: that is another cause.
    if (memberCount(chosen) === memberCount(root)) continue;
    yield {
      ids: ['body-member-missing'],
      says: `What was signed is \`JSON.stringify(body, ${listCode})\`: this list of names also left out the members of inner objects.`,
      signed: printTree(chosen, jsStyle),
    };
  }
}

/** Counts the members of all objects in the tree. */
function memberCount(tree: Tree): number {
  const own = tree.kind === 'object' ? tree.members.length : 0;
  return valuesInside(tree).reduce((count, value) => count + memberCount(value), own);
}

function onlyNamed(tree: Tree, names: readonly string[]): Tree {
  const inside = (value: Tree): Tree => onlyNamed(value, names);
  if (tree.kind === 'list') return { ...tree, items: tree.items.map(inside) };
  if (tree.kind !== 'object') return tree;
  const members = names.flatMap((wanted) => {
    const found = tree.members.findLast(([name]) => name.value === wanted);
    return found === undefined ? [] : [found];
  });
  return {
    kind: 'object',
    members: members.map(([name, value]): Member => [name, inside(value)]),
  };
}

/** Rails adds a copy of the body to its parameters, under the name of the controller: these names are guessed. */
const copyNames = [
  ...['session', 'purchase', 'verify', 'verification', 'receipt', 'payment', 'order', 'request'],
  ...['api', 'iap', 'game', 'player', 'user', 'token', 'webhook', 'gateway', 'proxy', 'xmdt'],
  ...['login', 'auth', 'billing', 'lookup', 'transaction', 'body', 'data', 'params', 'store'],
];

function* withCopies(root: ObjectTree, style: Style): Generator<LoneChange> {
  for (const name of copyNames) {
    const copied: Tree = { kind: 'object', members: [...root.members, [textTree(name), root]] };
    for (const print of new Set([style, plainStyle])) {
      yield {
        ids: ['body-wrapped'],
        says: `The body was signed with a copy of itself, as its member \`${name}\`, such as Rails adds.`,
        signed: printTree(copied, print),
      };
    }
  }
}

/** What PHP takes for a number: `12`, `-1.5`, `12.`, `.5`, `1e1`, with white space around it. */
const phpNumeric =
  /^\s{0,9}[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:[eE][+-]?\d{1,3})?\s{0,9}$/;

/** The number that PHP's JSON_NUMERIC_CHECK makes of a text, such as `10` of `1e1`; undefined if it stays a text. */
function phpNumber(text: string): string | undefined {
  if (!phpNumeric.test(text)) return undefined;
  const trimmed = text.trim();
  if (/^[+-]?\d{1,18}$/.test(trimmed)) return BigInt(trimmed.replace('+', '')).toString();
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return undefined;
  return numberPrinters.php(Number.isInteger(number) ? number.toFixed(1) : String(number));
}

function withPhpNumbers(tree: Tree): Tree {
  if (tree.kind === 'list') return { ...tree, items: tree.items.map(withPhpNumbers) };
  if (tree.kind === 'object') {
    const members = tree.members.map(([name, value]): Member => [name, withPhpNumbers(value)]);
    return { ...tree, members };
  }
  const raw = tree.kind === 'text' ? phpNumber(tree.value) : undefined;
  return raw === undefined ? tree : { kind: 'number', raw };
}

function* numericChecks(root: ObjectTree, sentStyle: Style): Generator<LoneChange> {
  const checked = withPhpNumbers(root);
  // If all numbers keep their digits, the edit `textsUnquoted` finds the same text.
  if (printTree(checked, plainStyle) === printTree(edits.textsUnquoted(root), plainStyle)) return;
  const php = encoders.filter(({ name }) => name.startsWith('PHP')).map(({ style }) => style);
  for (const style of [sentStyle, plainStyle, ...php]) {
    yield {
      ids: ['body-numbers-as-strings'],
      says: 'Texts of the body that look like numbers were signed as numbers, as PHP’s json_encode writes them with JSON_NUMERIC_CHECK.',
      signed: printTree(checked, style),
    };
  }
}
