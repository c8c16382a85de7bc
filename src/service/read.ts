import { placeholderTexts } from '../contract/purchase-token.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';
import { bodyProblem, type BodyProblem } from './outcome.js';

/** Reads bytes as UTF-8 and JSON, whatever the content type. `object`: the JSON object, or why it is none. */
export function readBody(bytes: Uint8Array): {
  readonly json: Json;
  readonly object: JsonObject | BodyProblem;
} {
  const text = utf8Text(bytes)?.replace(/^\ufeff/, '');
  if (text === undefined) return { json: null, object: bodyProblem('not-utf8') };
  if (text.trim() === '') return { json: null, object: bodyProblem('empty') };
  const json = tryJson(text);
  if (json instanceof JsonSyntaxError) return { json: null, object: notJson(text, json) };
  return {
    json,
    object: json instanceof JsonObject ? json : bodyProblem('not-an-object', jsonTypeOf(json)),
  };
}

/** The members of a body, or none if the body is not an object. */
export function membersIn({ object }: ReturnType<typeof readBody>): JsonObject {
  return object instanceof JsonObject ? object : new JsonObject([]);
}

function notJson(text: string, { cut, message }: JsonSyntaxError): BodyProblem {
  if (/^\s*</.test(text)) return bodyProblem('html');
  return cut && /^\s*[{["]/.test(text) ? bodyProblem('cut') : bodyProblem('not-json', message);
}

/** The JSON type of a value. */
export function jsonTypeOf(value: Json): string {
  if (value === null) return 'null';
  if (value instanceof JsonNumber) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A member that appears exactly once: one that appears twice counts as missing. */
export function uniqueMember(object: Json | undefined, name: string): Json | undefined {
  return object instanceof JsonObject ? object.once(name) : undefined;
}

/** The digits of a number that appears exactly once, as they came; empty for anything else. */
export function numberText(object: Json | undefined, name: string): string {
  const value = uniqueMember(object, name);
  return value instanceof JsonNumber ? value.source : '';
}

/** A text that says nothing, also one of characters that nobody sees: the member is there, and nobody can use it. */
export function isEmptyText(value: Json | undefined): boolean {
  return (
    typeof value === 'string' &&
    /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(value)
  );
}

/** An id that somebody can use: not an empty text, and not a word such as `null` or `n/a` in the place of one. */
export function isUsableId(value: Json | undefined): value is string {
  return (
    typeof value === 'string' &&
    !isEmptyText(value) &&
    !placeholderTexts.has(value.trim().toLowerCase())
  );
}

/** Why a member that decides cannot be used. */
export function memberProblem(object: JsonObject, name: string, wanted: string): BodyProblem {
  const value = uniqueMember(object, name);
  if (value !== undefined) return bodyProblem('member-type', name, jsonTypeOf(value), wanted);
  return bodyProblem(object.has(name) ? 'member-twice' : 'member-missing', name);
}
