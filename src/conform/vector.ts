import { type Interface, interfaces, interfaceRecords } from '../contract/interfaces.js';
import type { SignatureFinding } from '../diagnosis/outcome.js';
import { PvgError } from '../failure.js';
import { isComplete, sign, signs, verify } from '../signing/scheme.js';
import { isRecord, type JsonRecord, parseRecord } from '../text/json/json.js';
import { decodeFileText } from '../text/utf8.js';

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
}

/** What a signer printed for one vector, and what that means. */
export interface VectorOutcome {
  readonly vector: Vector;
  readonly kind: 'right' | 'wrong' | 'none';
  /** The printed text, trimmed; empty for `none`. */
  readonly printed: string;
  /** For `none`: how the signer ended, and the line on standard error that says why. */
  readonly why: string;
  /** What explains a wrong signature; null if nothing does. */
  readonly finding: SignatureFinding | null;
}

/** Whether this is the right signature if the vector had this body or timestamp. */
export function isSignatureOf(
  vector: Vector,
  signature: string,
  instead: Partial<Pick<Vector, 'body' | 'timestamp'>>,
): boolean {
  const scheme = interfaceRecords[vector.interface];
  const values = { ...vector, ...instead };
  return isComplete(scheme, values) && verify(scheme, vector.secret, { ...values, signature });
}

/** Whether this is the right signature of the other interface for the same values: the signer then knows only that interface. */
export function isSignedForOther(vector: Vector, signature: string): boolean {
  const { clientId = '', timestamp = '', body, secret } = vector;
  return interfaces
    .filter((id) => id !== vector.interface)
    .some((id) => verify(interfaceRecords[id], secret, { clientId, timestamp, body, signature }));
}

/** Reads what `pvg vectors` prints. @throws {PvgError} `input-unreadable` with the path of the wrong member */
export function readVectors(bytes: Uint8Array, file: string): Vector[] {
  const vectorError = (says: string): PvgError =>
    new PvgError('input-unreadable', `--vectors ${file}: ${says}.`, {
      hint: 'It must be a JSON object as `pvg vectors` prints it.',
    });
  const root = parseRecord(decodeFileText(bytes) ?? '');
  if (root === undefined) throw vectorError('it is not a JSON object in UTF-8');
  const readList = (object: JsonRecord, id: Interface, isNearMiss: boolean): Vector[] => {
    const path = isNearMiss ? `negative.${id}` : id;
    const list = object[id] ?? [];
    if (!Array.isArray(list)) throw vectorError(`${path} is not a list`);
    return list.map((entry: unknown, index) => {
      const memberError = (says: string): PvgError =>
        vectorError(`${path}[${String(index)}].${says}`);
      return vectorIn(isRecord(entry) ? entry : {}, { id, isNearMiss }, memberError);
    });
  };
  const { negative = {} } = root;
  if (!isRecord(negative)) throw vectorError('negative is not an object');
  const vectors = interfaces.flatMap((id) => [
    ...readList(root, id, false),
    ...readList(negative, id, true),
  ]);
  if (vectors.length === 0) {
    throw vectorError('it has no vectors: no list gateway and none session');
  }
  return vectors;
}

/** The list of the file that a vector is in. */
interface VectorList {
  readonly id: Interface;
  /** A list of `negative`: its signatures are wrong on purpose, so the right ones are computed. */
  readonly isNearMiss: boolean;
}

function vectorIn(
  entry: JsonRecord,
  { id, isNearMiss }: VectorList,
  memberError: (says: string) => PvgError,
): Vector {
  const scheme = interfaceRecords[id];
  const text = (name: string): string => {
    const value = entry[name];
    if (typeof value !== 'string') {
      throw memberError(`${name} is ${value === undefined ? 'missing' : 'not text'}`);
    }
    return value;
  };
  const isBase64 = entry['body_base64'] !== undefined;
  const values = {
    clientId: signs(scheme, 'clientId') ? text('client_id') : undefined,
    timestamp: signs(scheme, 'timestamp') ? text('timestamp') : undefined,
    body: isBase64 ? Buffer.from(text('body_base64'), 'base64') : Buffer.from(text('body')),
  };
  const secret = text(scheme.secret.name);
  const signature = sign(scheme, secret, values);
  if (!isNearMiss && text('signature') !== signature) {
    throw memberError(`signature is not the one of ${scheme.section}`);
  }
  return { name: text('name'), interface: id, secret, ...values, signature };
}
