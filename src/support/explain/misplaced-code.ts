import { interfaces } from '../../contract/interfaces.js';
import { failureShape, listedFailure } from '../../contract/listed.js';
import { uniqueMember } from '../../service/fields.js';
import { codeIn } from '../../service/refusal.js';
import { type Json, JsonObject } from '../../text/json/json.js';

/**
 * A code of the contract in another member than the contract shows: `{"message":"UNAUTHORIZED"}`. A program between the
 * service and the caller wrote it there.
 */
export interface MisplacedCode {
  readonly code: string;
  /** The member in which the contract shows it. */
  readonly member: string;
  /** The code stands in an object inside `error`. */
  readonly isInside: boolean;
}

/** The members in which programs put a code. */
const membersOfPrograms = ['code', 'error', 'error_code', 'errorCode', 'message'];

/** The misplaced code of an answer; undefined if it has none or several, or has its code in the right member. */
export function misplacedCodeIn(object: JsonObject): MisplacedCode | undefined {
  if (isInItsPlace(object) || object.has('found')) return undefined;
  const inError = uniqueMember(object, 'error');
  const inside = inError instanceof JsonObject ? valuesOfCode(inError) : [];
  const codes = new Set([...valuesOfCode(object), ...inside].filter((code) => memberOf(code)));
  const [code, ...others] = codes;
  const member = code === undefined ? undefined : memberOf(code);
  if (code === undefined || member === undefined || others.length > 0) return undefined;
  return { code, member, isInside: inside.includes(code) };
}

/** `success` is of the gateway alone (§2.2): a code of the session interface beside it is misplaced. */
function isInItsPlace(object: JsonObject): boolean {
  const ofInterface = codeIn(object)?.interfaceName;
  return ofInterface === 'gateway' || (ofInterface === 'session' && !object.has('success'));
}

function valuesOfCode(object: JsonObject): string[] {
  const values: (Json | undefined)[] = membersOfPrograms.map((name) => uniqueMember(object, name));
  return values.filter((value) => typeof value === 'string');
}

function memberOf(code: string): string | undefined {
  const ofCode = interfaces.find((id) => listedFailure(id, code) !== undefined);
  return ofCode && failureShape[ofCode].member;
}
