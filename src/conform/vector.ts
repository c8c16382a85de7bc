import { interfaces, records, type Interface } from '../contract/interfaces.js';
import type { Finding } from '../diagnosis/outcome.js';
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

/** What a signer did with one vector. */
export interface Outcome {
  readonly vector: Vector;
  readonly kind: 'right' | 'wrong' | 'none';
  /** The text that it printed, without line breaks around it; empty for `none`. */
  readonly printed: string;
  /** For `none`: how it ended, and the last line that it wrote to standard error. */
  readonly why: string;
  /** What explains a wrong signature; null if nothing does. */
  readonly finding: Finding | null;
}

/** Findings with the same causes have the same key. */
export const keyOf = (causes: readonly string[]): string => causes.join('+');

type Refuse = (says: string) => PvgError;

/** Reads what `pvg vectors` prints. @throws {PvgError} `input-unreadable` with the path of the wrong member */
export function readVectors(bytes: Uint8Array, file: string): Vector[] {
  const refuse: Refuse = (says) =>
    new PvgError('input-unreadable', `--vectors ${file}: ${says}.`, {
      hint: 'It must be a JSON object as `pvg vectors` prints it.',
    });
  const text = utf8Text(bytes);
  const json = text === undefined ? undefined : tryJson(text);
  if (json instanceof JsonSyntaxError) throw refuse(json.message);
  if (!(json instanceof JsonObject)) throw refuse('it is not a JSON object in UTF-8');
  const negative = json.get('negative') ?? null;
  const listed = (object: Json, id: Interface, path: string): Vector[] => {
    const list = object instanceof JsonObject ? (object.get(id) ?? []) : [];
    if (!Array.isArray(list)) throw refuse(`${path}${id} is not a list`);
    return list.map((entry, at) => {
      const place = `${path}${id}[${String(at)}]`;
      if (!(entry instanceof JsonObject)) throw refuse(`${place} is not an object`);
      return vectorIn(entry, id, (says) => refuse(`${place}.${says}`), path !== '');
    });
  };
  const vectors = interfaces.flatMap((id) => [...listed(json, id, ''), ...listed(negative, id, 'negative.')]);
  if (vectors.length === 0) throw refuse('it has no vectors: no list gateway and none session');
  return vectors;
}

function vectorIn(entry: JsonObject, id: Interface, refuse: Refuse, isNearMiss: boolean): Vector {
  const scheme = records[id];
  const text = (name: string): string => {
    const value = entry.get(name);
    if (typeof value !== 'string') throw refuse(`${name} is ${value === undefined ? 'missing' : 'not text'}`);
    return value;
  };
  const values = {
    clientId: signs(scheme, 'clientId') ? text('client_id') : undefined,
    timestamp: signs(scheme, 'timestamp') ? text('timestamp') : undefined,
    body: entry.has('body_base64') ? Buffer.from(text('body_base64'), 'base64') : Buffer.from(text('body')),
  };
  if (entry.has('body_base64') && values.body.toString('base64') !== text('body_base64'))
    throw refuse('body_base64 is not base64');
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
