import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { phpExported, phpNumber } from './number-text.js';
import { isContainer } from './sent-body.js';

/** PHP's texts of an array: print_r, var_export, var_dump, serialize. */

type Key = number | string;

/** PHP turns a key that is a plainly written integer into an integer. */
const keyOf = (name: string): Key => (/^(?:0|-?[1-9]\d{0,17})$/.test(name) ? Number(name) : name);

const entriesOf = (value: JsonObject | Json[]): readonly (readonly [key: Key, value: Json])[] =>
  value instanceof JsonObject
    ? value.members.map(([name, member]): [Key, Json] => [keyOf(name), member])
    : value.map((item, index): [Key, Json] => [index, item]);

/** A value joined to a string: null and false are empty, true is 1. */
export const phpString = (value: Json): string => {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (value instanceof JsonNumber) return phpNumber(value.source);
  return typeof value === 'string' ? value : 'Array';
};

export function printR(value: Json, objects: boolean, indent = ''): string {
  if (!isContainer(value)) return phpString(value);
  const rows = entriesOf(value).map(([key, member]) => {
    const shown = printR(member, objects, `${indent}        `);
    return `${indent}    [${String(key)}] => ${shown}\n`;
  });
  const kind = objects && value instanceof JsonObject ? 'stdClass Object' : 'Array';
  return `${kind}\n${indent}(\n${rows.join('')}${indent})\n`;
}

const inQuotes = (text: string): string =>
  `'${text.replace(/['\\]/g, '\\$&').replaceAll('\0', '\' . "\\0" . \'')}'`;

const exportedKey = (key: Key): string => (typeof key === 'number' ? String(key) : inQuotes(key));

export function varExport(value: Json, indent = ''): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return inQuotes(value);
  if (value instanceof JsonNumber) {
    const { isInteger, text } = phpExported(value.source);
    return isInteger || /[.E]/.test(text) ? text : `${text}.0`;
  }
  const rows = entriesOf(value).map(([key, member]) => {
    const start = isContainer(member) ? `\n${indent}  ` : '';
    return `${indent}  ${exportedKey(key)} => ${start}${varExport(member, `${indent}  `)},\n`;
  });
  return `array (\n${rows.join('')}${indent})`;
}

export function varDump(value: Json, indent = ''): string {
  if (value === null) return `${indent}NULL\n`;
  if (typeof value === 'boolean') return `${indent}bool(${String(value)})\n`;
  if (typeof value === 'string') return `${indent}string(${String(Buffer.byteLength(value))}) "${value}"\n`;
  if (value instanceof JsonNumber) {
    const { isInteger, text } = phpExported(value.source);
    return `${indent}${isInteger ? 'int' : 'float'}(${text})\n`;
  }
  const rows = entriesOf(value).map(([key, member]) => {
    const shown = typeof key === 'number' ? String(key) : `"${key}"`;
    return `${indent}  [${shown}]=>\n${varDump(member, `${indent}  `)}`;
  });
  return `${indent}array(${String(rows.length)}) {\n${rows.join('')}${indent}}\n`;
}

const serializedString = (text: string): string => `s:${String(Buffer.byteLength(text))}:"${text}";`;

export function serialize(value: Json): string {
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? '1' : '0'};`;
  if (typeof value === 'string') return serializedString(value);
  if (value instanceof JsonNumber) {
    const { isInteger, text } = phpExported(value.source);
    return `${isInteger ? 'i' : 'd'}:${text};`;
  }
  const rows = entriesOf(value).map(
    ([key, member]) =>
      (typeof key === 'number' ? `i:${String(key)};` : serializedString(key)) + serialize(member),
  );
  return `a:${String(rows.length)}:{${rows.join('')}}`;
}
