import { headerPrefix, withoutQuery } from '../../contract/interfaces.js';
import type { BodyMember, Interface, InterfaceRecord } from '../../contract/interfaces.js';
import { memberProblem, readBody } from '../../service/read.js';
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { bodyProblemClause } from '../../wording/error-words.js';
import { membersFor } from '../body-rules.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';
import { isPlaceholder } from './signature-text.js';

type Part = 'method' | 'path' | 'content-type' | 'body' | 'members' | 'masked' | 'personal-data';
/** What is wrong, which effect it has, what is said and what to do. */
type Row = `${Part} ${LintFinding['effect']} | ${string} | ${string}`;

/** The rows whose condition holds. */
const failed = (...rows: readonly (Row | false | undefined)[]): LintFinding[] =>
  rows
    .filter((row) => typeof row === 'string')
    .map((row) => {
      const [head = '', says = '', fix = ''] = row.split(' | ');
      const [part = '', effect] = head.split(' ');
      return { id: `request-${part}`, says, fix, effect: effect as LintFinding['effect'] };
    });

export const interfaceWords: Readonly<Record<Interface, string>> = {
  gateway: 'the gateway',
  session: 'the session interface',
};

/** What is wrong with a request beside its signature and the other headers of §5: method, path, content type, body. */
export function requestLint(request: ObservedRequest, record: InterfaceRecord): LintFinding[] {
  const { method, url, headers, isWhole, body } = request;
  const { object } = readBody(body);
  const path = withoutQuery(url).replace(/^[a-z]+:\/\/[^/]*/i, '');
  const paths = Object.values(record.paths);
  const places = paths.map((each) => `\`${each}\``).join(' or ');
  const type = headerOf(headers, 'content-type');
  // Only a complete list of headers shows that one is missing.
  const isComplete =
    isWhole ??
    ['host', 'user-agent', 'content-length'].some((name) => headerOf(headers, name) !== undefined);
  const form = formOf(body);
  const setType = 'Set `Content-Type: application/json`.';
  const found = failed(
    method !== '' &&
      method !== 'POST' &&
      'method not-allowed | The request does not use the method POST. | Send it with POST: the contract has no other method.',
    path.includes('//') &&
      'path not-allowed | The path of the request has two slashes in a row. | Remove the slash at the end of the base address.',
    path.indexOf(headerPrefix(record)) !== path.lastIndexOf(headerPrefix(record)) &&
      `path not-allowed | The path of the request has \`${headerPrefix(record)}\` twice. | Leave it out of the base address.`,
    // A request that was given without an address has no path to judge.
    url !== '' &&
      !path.includes('//') &&
      !paths.some((each) => path.endsWith(each)) &&
      `path not-allowed | The path of the request is not one of ${interfaceWords[request.interface]}. | Send it to the base address followed by ${places}.`,
    type === undefined &&
      isComplete &&
      `content-type not-allowed | The request has no Content-Type header. | ${setType}`,
    type !== undefined &&
      !/^\s*application\/json\s*(?:;|$)/i.test(type) &&
      `content-type not-allowed | The Content-Type of the request is not \`application/json\`. | ${setType}`,
    form !== undefined &&
      `body refused | The body is ${form}, not JSON. | Send the fields as JSON, and sign exactly those JSON bytes.`,
    !(object instanceof JsonObject) &&
      form === undefined &&
      `body refused | The service needs a JSON object, but ${bodyProblemClause(object)}. | Send a JSON object. If this body was copied from a log, give all of it as it was sent: \`--body @file\`.`,
  );
  return object instanceof JsonObject
    ? [...found, ...bodyLint(body, object, record), ...membersLint(object, request)]
    : found;
}

function formOf(body: Uint8Array): string | undefined {
  const text = Buffer.from(body.subarray(0, 1_000)).toString('latin1');
  if (/^--[^\r\n]+\r?\nContent-Disposition:/i.test(text)) return 'multipart form data';
  return /^[\w.~%+[\]-]+=[^\s{"]*$/.test(text) ? 'form data (`a=1&b=2`)' : undefined;
}

/** A name of the sender's in a row. */
const shown = (name = ''): string => name.slice(0, 64).replaceAll('|', '/');

/** What logs write in place of a value, or in its middle. */
const masks =
  /\*{3}|[•●█]{3}|^[[<({]?(?:redacted|masked|filtered|removed|hidden|censored|truncated)[\]>)}]?$/i;
const cutReceipt = /…|\.{3}|x{8}/i;
/** §1.2: the server never sends a player’s name, date of birth, phone number or OTP code. */
const personal =
  /^(?:(?:full|first|last|family|given|real|player)?_?name|date_?of_?birth|dob|birth_?(?:day|date)|phone(?:_?(?:number|no))?|mobile|otp(?:_?code)?)$/i;

function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** What some readers of JSON refuse, values that are not those of a request, and a member that must never be sent. */
function bodyLint(
  body: Uint8Array,
  { members }: JsonObject,
  { about }: InterfaceRecord,
): LintFinding[] {
  const names = members.map(([name]) => name);
  const repeated = firstRepeated(names);
  const first = (isSo: (value: string, name: string) => boolean): string | undefined =>
    members.find(([name, value]) => typeof value === 'string' && isSo(value, name))?.[0];
  const masked = first(
    (value, name) => masks.test(value) || (name === 'receipt' && cutReceipt.test(value)),
  );
  const unfilled = first((value) => isPlaceholder(value) && !masks.test(value));
  const isPersonal = about === 'player' && names.some((name) => personal.test(name));
  return failed(
    Buffer.from(body).indexOf('\ufeff') === 0 &&
      'body unclear | The body begins with a byte order mark, which JSON must not have. | Make the body with one JSON serialiser.',
    repeated !== undefined &&
      `body unclear | \`${shown(repeated)}\` of the body appears more than once. | Make the body with one JSON serialiser.`,
    masked !== undefined &&
      `masked unclear | \`${shown(masked)}\` looks masked or shortened, as in a log. | Give the body as it was sent: \`--body @file\`.`,
    unfilled !== undefined &&
      `members unclear | \`${shown(unfilled)}\` has the name of a variable instead of its value. | Put the value there before the body is signed and sent.`,
    isPersonal &&
      'personal-data not-allowed | The body has a member for the player’s name, date of birth, phone number or OTP code. | Remove it: the game server never sends these.',
  );
}

/** A copy of a signature that hides a part of it. */
export function maskedSignature(text = ''): LintFinding | undefined {
  return failed(
    /\*{3}|[•●█…]|\.{3}|x{6}|redacted|masked|filtered|hidden/i.test(text) &&
      'masked unclear | X-Signature looks masked or shortened, as in a log. | Give the signature as it was sent.',
  )[0];
}

/** A body whose values were replaced says nothing about the signature. */
export function isMasked({ id }: Pick<LintFinding, 'id'>): boolean {
  return id === 'request-masked';
}

function membersLint(object: JsonObject, { interface: of, url }: ObservedRequest): LintFinding[] {
  const known = membersFor(of, url);
  const isLookup = known['os_id']?.among?.length === 1;
  if (isLookup && isOneOf([2], object.get('os_id'))) {
    return failed(
      'members unclear | The contract does not show the fields of a look-up on iOS (§4.2). | Ask the operator how iOS purchases are looked up.',
    );
  }
  const isUnknown = ([name]: readonly [string, Json]): boolean => known[name] === undefined;
  return [
    ...Object.entries(known).flatMap(([name, rule]) =>
      memberLint(object, name, rule, object.members.filter(isUnknown)),
    ),
    ...failed(
      isLookup &&
        object.has('game_id') &&
        'members unclear | A look-up has no `game_id`: it finds only purchases of the calling client’s own game (§4.2). | Remove `game_id` from the body before it is signed.',
    ),
  ];
}

const letters = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
const isInteger = (value: Json): boolean =>
  value instanceof JsonNumber && /^-?\d+$/.test(value.source);
const isOneOf = (numbers: readonly number[], value: Json | undefined): boolean =>
  value instanceof JsonNumber && numbers.includes(value.value);

/** The first thing that is wrong with a member of the contract. */
function memberLint(
  object: JsonObject,
  name: string,
  { type, among, required }: BodyMember,
  others: JsonObject['members'],
): LintFinding[] {
  const isNeeded = required === 'android' ? isOneOf([1], object.get('os_id')) : required;
  const wanted = among?.join(' or ') ?? { text: 'a string', integer: 'an integer' }[type];
  if (isNeeded && !object.has(name)) {
    // `productId`, `Product_ID`
    const other = others.find(([each]) => letters(each) === letters(name))?.[0];
    return failed(
      other === undefined
        ? `members refused | The body has no \`${name}\`. | Add \`${name}\`: it is required.`
        : `members refused | The body has \`${shown(other)}\` instead of \`${name}\`. | Rename it to \`${name}\`.`,
    );
  }
  // One that is there twice is told as such.
  const value = object.once(name);
  if (value === undefined) return [];
  if (value === null) {
    return failed(
      isNeeded
        ? `members refused | \`${name}\` is null, so it is missing. | Send \`${name}\` with its value: it is required.`
        : `members unclear | \`${name}\` is null. The contract does not show whether the service accepts that. | Leave \`${name}\` out when it has no value.`,
    );
  }
  if (type === 'text' ? typeof value !== 'string' : !isInteger(value)) {
    const trouble = bodyProblemClause(memberProblem(object, name, wanted));
    // §2.1: any other value of os_id gives INVALID_OS_ID.
    const effect = !isNeeded ? 'unclear' : among === undefined ? 'not-allowed' : 'refused';
    const end = isNeeded ? '' : ', or leave it out';
    return failed(`members ${effect} | ${trouble}. | Send \`${name}\` as ${wanted}${end}.`);
  }
  const receipt = name === 'receipt' && typeof value === 'string' ? value : '';
  return failed(
    isNeeded && value === '' && `members not-allowed | \`${name}\` is empty. | Send its value.`,
    receipt.trim().startsWith('{') &&
      'members unclear | `receipt` is a JSON object, not the purchase token alone. | Send the receipt exactly as the store gave it.',
    /\s/.test(receipt) &&
      'members unclear | `receipt` has white space in it, such as the line break of a file, or a `+` that became a space. | Send the receipt exactly as the store gave it.',
    among !== undefined &&
      !isOneOf(among, value) &&
      `members refused | \`${name}\` is not ${wanted}. | Send \`${name}\` as ${wanted}.`,
  ).slice(0, 1);
}
