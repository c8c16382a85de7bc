import { interfaces, records, type Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { isComplete, sign, signs, verify } from '../signing/scheme.js';
import { JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';

/** What a signer is asked to sign, and what it must print. */
export interface Vector {
  readonly name: string;
  readonly interface: Interface;
  readonly clientId: string | undefined;
  /** Unix seconds. */
  readonly timestamp: string | undefined;
  readonly secret: string;
  readonly body: Uint8Array;
  /** The right signature. */
  readonly signature: string;
  /** The wrong signature that a common mistake gives, for a near miss. */
  readonly nearMiss: string | undefined;
}

/** Reads what `pvg vectors` prints. @throws {PvgError} `input-unreadable` with the path of the wrong member */
export function readVectors(bytes: Uint8Array, file: string): Vector[] {
  const refuse = (says: string): PvgError =>
    new PvgError('input-unreadable', `--vectors ${file}: ${says}.`, {
      hint: 'It must be a JSON object as `pvg vectors` prints it.',
    });
  const text = utf8Text(bytes);
  const json = text === undefined ? undefined : tryJson(text);
  if (json === undefined) throw refuse('it is not UTF-8 text');
  if (json instanceof JsonSyntaxError) throw refuse(json.message);
  if (!(json instanceof JsonObject)) throw refuse('it is not a JSON object');
  const negative = json.get('negative');
  const vectors = interfaces.flatMap((id) => [
    ...listIn(json, id, id, refuse, false),
    ...(negative instanceof JsonObject ? listIn(negative, id, `negative.${id}`, refuse, true) : []),
  ]);
  if (vectors.length === 0) throw refuse('it has no vectors: no list gateway and none session');
  return vectors;
}

type Refuse = (says: string) => PvgError;

function listIn(
  object: JsonObject,
  id: Interface,
  path: string,
  refuse: Refuse,
  isNearMiss: boolean,
): Vector[] {
  const list = object.get(id);
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw refuse(`${path} is not a list`);
  return list.map((entry, at) => {
    const place = `${path}[${String(at)}]`;
    if (!(entry instanceof JsonObject)) throw refuse(`${place} is not an object`);
    return vectorIn(entry, id, (says) => refuse(`${place}.${says}`), isNearMiss);
  });
}

function vectorIn(entry: JsonObject, id: Interface, refuse: Refuse, isNearMiss: boolean): Vector {
  const scheme = records[id];
  const text = (name: string): string => {
    const value = entry.get(name);
    if (typeof value !== 'string') throw refuse(`${name} is ${value === undefined ? 'missing' : 'not text'}`);
    return value;
  };
  const needed = (name: string, part: 'clientId' | 'timestamp'): string | undefined =>
    signs(scheme, part) ? text(name) : undefined;
  const values = {
    clientId: needed('client_id', 'clientId'),
    timestamp: needed('timestamp', 'timestamp'),
    body: bodyIn(entry, text, refuse),
  };
  const secret = text(scheme.secret.name);
  if (!isComplete(scheme, values)) throw new TypeError('a vector has every part of its message');
  const given = text('signature');
  if (verify(scheme, secret, values, given) === isNearMiss)
    throw refuse(
      isNearMiss
        ? 'signature is right, but a negative vector needs a wrong one'
        : `signature is not the one of ${scheme.section}`,
    );
  return {
    ...{ name: text('name'), interface: id, secret, ...values },
    signature: sign(scheme, secret, values),
    nearMiss: isNearMiss ? given : undefined,
  };
}

function bodyIn(entry: JsonObject, text: (name: string) => string, refuse: Refuse): Uint8Array {
  const base64: Json | undefined = entry.get('body_base64');
  if (base64 === undefined) return Buffer.from(text('body'));
  if (typeof base64 !== 'string' || Buffer.from(base64, 'base64').toString('base64') !== base64)
    throw refuse('body_base64 is not base64');
  return Buffer.from(base64, 'base64');
}
