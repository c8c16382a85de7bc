import { JsonObject, type Json } from '../../json/json.js';
import type { BodyVariant } from '../attempt.js';
import { decodeBody, trimmedText } from '../bodies/reading.js';
import { mapTextVariants } from './body-map-text.js';
import { memberVariants } from './body-members.js';
import { queryVariants } from './body-query.js';
import { reshapedVariants } from './body-reshaped.js';
import { jsString } from './query-languages.js';
import { equalBytes } from './text-transform.js';

/** Section 3 of the catalogue: something else than the body’s JSON was signed. */

const variant = (cause: string, text: string, cost: number, as?: string): BodyVariant => ({
  causes: [cause],
  bytes: Buffer.from(text, 'utf8'),
  cost,
  ...(as !== undefined && { as }),
});

/** What languages make of a thing that is no text. */
const objectTexts: readonly (readonly [text: string, cost: number, as: string])[] = [
  ['[object Object]', 2, 'JavaScript object'],
  ['undefined', 2, 'JavaScript undefined'],
  ['null', 2, 'null'],
  ['Array', 2, 'PHP array'],
  ['None', 3, 'Python None'],
  ['nil', 3, 'Lua, Elixir, Ruby nil'],
  ['<nil>', 3, 'Go nil'],
  ['<null>', 3, 'Godot, Apple null'],
  ['(null)', 3, 'C, Objective-C null'],
  ['NULL', 3, 'PHP, C null'],
  ['Null', 3, 'Godot 3, Rust null'],
  ['NaN', 3, 'JavaScript NaN'],
  ['true', 3, 'true'],
  ['false', 3, 'false'],
  ['1', 3, 'PHP true'],
  ['0', 3, 'zero'],
  ['[object Promise]', 3, 'JavaScript promise that was not awaited'],
  ['[object Blob]', 3, 'JavaScript Blob'],
  ['[object ArrayBuffer]', 3, 'JavaScript ArrayBuffer'],
  ['[object FormData]', 3, 'JavaScript FormData'],
  ['[object ReadableStream]', 3, 'JavaScript stream'],
  ['[object Uint8Array]', 3, 'JavaScript Uint8Array'],
  ['[object Array]', 3, 'JavaScript array'],
  ['[object String]', 3, 'JavaScript string object'],
  ['[object Request]', 3, 'JavaScript Request'],
  ['[object Map]', 3, 'JavaScript Map'],
  ['[object Undefined]', 3, 'JavaScript undefined'],
  ['[object Null]', 3, 'JavaScript null'],
  ['[object global]', 3, 'JavaScript global object'],
  ['Object', 3, 'PHP object'],
  ['stdClass', 3, 'PHP object'],
  ['map[]', 3, 'Go empty map'],
  ['&{}', 3, 'Go empty struct'],
  ['System.Byte[]', 3, 'C# byte array'],
  ['System.Char[]', 3, 'C# character array'],
  ['System.String[]', 3, 'C# string array'],
  ['System.Object[]', 3, 'C# object array'],
  ['System.Object', 3, 'C# object'],
  ['System.IO.MemoryStream', 3, 'C# stream'],
  ['System.Net.Http.StringContent', 3, 'C# StringContent'],
  ['System.Net.Http.ByteArrayContent', 3, 'C# ByteArrayContent'],
  ['System.Net.Http.FormUrlEncodedContent', 3, 'C# FormUrlEncodedContent'],
  ['System.Net.Http.Json.JsonContent', 3, 'C# JsonContent'],
  ['System.Text.Json.JsonDocument', 3, 'C# JsonDocument'],
  ['System.Dynamic.ExpandoObject', 3, 'C# ExpandoObject'],
  ['UnityEngine.WWWForm', 3, 'Unity WWWForm'],
  ['UnityEngine.Networking.UploadHandlerRaw', 3, 'Unity upload handler'],
];

const pairOf = (key: string, value: string): string => `[System.${key},System.${value}]`;

/** C# prints a collection as its type. */
const typeNames: readonly string[] = [
  `System.Collections.Generic.Dictionary\`2${pairOf('String', 'Object')}`,
  `System.Collections.Generic.Dictionary\`2${pairOf('String', 'String')}`,
  `System.Collections.Generic.SortedDictionary\`2${pairOf('String', 'Object')}`,
  `System.Collections.Generic.SortedDictionary\`2${pairOf('String', 'String')}`,
  `System.Collections.Generic.SortedList\`2${pairOf('String', 'Object')}`,
  `System.Collections.Generic.SortedList\`2${pairOf('String', 'String')}`,
  'System.Collections.Generic.Dictionary`2[System.String,System.Text.Json.JsonElement]',
  'System.Collections.Generic.Dictionary`2[System.String,Newtonsoft.Json.Linq.JToken]',
  'System.Collections.Generic.List`1[System.Object]',
  'System.Collections.Generic.List`1[System.String]',
  'System.Collections.Generic.List`1[System.Byte]',
  'System.Collections.Hashtable',
  'System.Collections.ArrayList',
  'System.Collections.Specialized.NameValueCollection',
  'System.Collections.Specialized.OrderedDictionary',
];

/** What stands in for a body that could not be read, or is not there. */
const placeholders = ['{}', 'null', '""', '[]'] as const;
const rarePlaceholders = [
  'undefined',
  'None',
  'nil',
  '<nil>',
  '{ }',
  '{\n}',
  "''",
  ' ',
  '\n',
  '0',
  'false',
  '[object Object]',
];

const objectVariants = (root: Json | undefined): BodyVariant[] => [
  ...objectTexts.map(([text, cost, as]) => variant('body-object-tostring', text, cost, as)),
  ...typeNames.map((name) => variant('body-map-tostring', name, 3, 'C# type name')),
  ...(Array.isArray(root) ? [variant('body-object-tostring', jsString(root), 2, 'JavaScript array')] : []),
];

const emptyBodyVariants: readonly BodyVariant[] = [
  ...placeholders.map((text) => variant('body-empty-placeholder', text, 3, text)),
  ...rarePlaceholders.map((text) => variant('body-empty-placeholder', text, 4, JSON.stringify(text))),
];

/** Fields of a form that was sent where JSON was signed. */
function sentFormVariants(text: string): BodyVariant[] {
  if (!/^[^\s{["&=]+=/.test(text)) return [];
  const fields = [...new URLSearchParams(text)];
  const object = new JsonObject(fields);
  const literal = (spaced: '' | ' '): string =>
    `{${object.members.map(([name, value]) => `${JSON.stringify(name)}:${spaced}${JSON.stringify(value)}`).join(`,${spaced}`)}}`;
  return [
    ...['' as const, ' ' as const].map((spaced) =>
      variant('body-form-encoded', literal(spaced), 3, 'sent as a form, signed as JSON'),
    ),
    variant(
      'body-form-encoded',
      fields.map(([name, value]) => `${name}=${value}`).join('&'),
      3,
      'sent as a form, signed before it was encoded',
    ),
    ...fields.map(([name, value]) => variant('body-member-only', value, 3, `the field ${name}`)),
  ];
}

// Beyond this size a body is not printed in every language: it would take seconds.
const largeBody = 2 ** 18;

/** What a sender signs who took something else for the body on the wire. */
export function otherForms(body: Uint8Array): readonly BodyVariant[] {
  if (body.length === 0) return emptyBodyVariants;
  const small = body.length <= largeBody;
  const text = small ? trimmedText(body) : '';
  const root = small ? decodeBody(text) : undefined;
  const variants = [
    variant('body-empty', '', 2),
    ...(['{}', '[]', '""'] as const).map((each) =>
      // Behind a member whose value it is.
      variant('body-empty', each, 3.1, `${each}, as an encoder writes a body that was not read`),
    ),
    ...objectVariants(root),
    ...(root === undefined ? sentFormVariants(text) : []),
    ...(root === undefined ? [] : mapTextVariants(root, text.length)),
    ...(root === undefined ? [] : queryVariants(root)),
    ...(root === undefined ? [] : memberVariants(root, text)),
    ...(root === undefined ? [] : reshapedVariants(root, text)),
  ];
  return variants.filter(({ bytes }) => !equalBytes(bytes, body));
}
