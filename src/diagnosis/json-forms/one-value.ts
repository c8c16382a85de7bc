import { escapeHtml } from '../forms/text-escapes.js';
import { plainEscapes, stringPrinter, type Escapes } from './escapes.js';
import { withoutLastZeros } from './numbers.js';
import { isEmptyContainer, textTree, valuesInside, type Member, type Tree } from './tree.js';

/** With more values nothing is changed, because each value makes dozens of bodies. */
const mostValuesToChange = 64;

/** A value that every style prints as this text: a word is never quoted or escaped. */
const printedAs = (raw: string): Tree => ({ kind: 'word', raw });

/** The ways to escape one text of the body, while the other texts stay as they are. */
const otherEscapes: readonly Partial<Escapes>[] = [
  {},
  { slash: true },
  { nonAscii: 'lower' },
  { nonAscii: 'upper' },
  { nonAscii: 'lower', slash: true },
  { ascii: 'html' },
  { ascii: 'gson' },
  { ascii: 'dotnet', nonAscii: 'upper' },
];
const textPrinters = otherEscapes.map((escapes) => stringPrinter({ ...plainEscapes, ...escapes }));

/** The usual lengths that a database column, or a rule of a model, cuts a longer text to. */
const columnLengths = [
  16, 20, 30, 32, 36, 40, 50, 64, 100, 128, 191, 200, 250, 254, 255, 256, 500, 512,
];
function cutTexts(value: string): string[] {
  return columnLengths
    .filter((length) => length < value.length)
    .map((length) => value.slice(0, length));
}

function* otherTexts(value: string): Generator<Tree> {
  for (const print of textPrinters) yield printedAs(print(value));
  for (const text of [
    value.trim(),
    value.trimStart(),
    value.trimEnd(),
    value.replaceAll('&', '&amp;'),
    escapeHtml(value, '&#039;'),
    value.replaceAll('&amp;', '&'),
    value.replaceAll('+', ' '),
    value.replaceAll(' ', '+'),
    encodeURIComponent(Buffer.from(value).toString()),
    value.toLowerCase(),
    value.toUpperCase(),
    value.normalize('NFC'),
    value.normalize('NFD'),
    ...cutTexts(value),
  ]) {
    yield textTree(text);
  }
  // A column of numbers, or a spreadsheet, drops leading zeros.
  if (/^0+[1-9]\d{0,14}$/.test(value)) {
    const digits = value.replace(/^0+/, '');
    yield textTree(digits);
    yield { kind: 'number', raw: digits };
  }
}

function* otherNumbers(raw: string): Generator<string> {
  if (/e/i.test(raw)) return;
  const [whole = '', fraction = ''] = raw.split('.');
  const short = withoutLastZeros(fraction);
  for (const digits of [short, short.padEnd(1, '0'), short.padEnd(2, '0'), short.padEnd(3, '0')]) {
    yield digits === '' ? whole : `${whole}.${digits}`;
  }
}

const emptyValues: readonly Tree[] = [
  { kind: 'object', members: [] },
  { kind: 'list', items: [] },
  printedAs('null'),
  textTree(''),
];

function* otherValues(value: Tree): Generator<Tree> {
  if (value.kind === 'text') yield* otherTexts(value.value);
  if (value.kind === 'number') {
    for (const raw of otherNumbers(value.raw)) yield { kind: 'number', raw };
  }
  if (isEmptyContainer(value)) yield* emptyValues;
}

/** Copies of an object or list with one of the values inside it changed. */
function* changesInside(value: Tree): Generator<Tree> {
  if (value.kind === 'object') {
    for (const [index, [name, inner]] of value.members.entries()) {
      for (const changed of changesOfValue(inner)) {
        const member: Member = [name, changed];
        yield { ...value, members: value.members.with(index, member) };
      }
    }
  }
  if (value.kind === 'list') {
    for (const [index, inner] of value.items.entries()) {
      for (const changed of changesOfValue(inner)) {
        yield { ...value, items: value.items.with(index, changed) };
      }
    }
  }
}

function* changesOfValue(value: Tree): Generator<Tree> {
  yield* otherValues(value);
  yield* changesInside(value);
}

function countValues(tree: Tree): number {
  return valuesInside(tree).reduce((count, value) => count + countValues(value), 1);
}

/** The body with one of its values changed; nothing if it has too many values. */
export function* oneValueChanges(root: Tree): Generator<Tree> {
  if (countValues(root) <= mostValuesToChange) yield* changesInside(root);
}
