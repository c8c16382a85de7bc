import { memberTrouble, once, readBody } from '../../service/read.js';
import { troubleTold } from '../../view/errors.js';
import {
  withoutQuery,
  type BodyMember,
  type BodyMembers,
  type InterfaceRecord,
} from '../../contract/interfaces.js';
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import type { LintFinding } from '../outcome.js';
import { membersFor } from '../body-rules.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import { isPlaceholder } from './signature-text.js';

/** What is wrong with a request beside its signature and the other headers of §5: method, path, content type, body. */
export function requestLint(request: ObservedRequest, record: InterfaceRecord): LintFinding[] {
  const { object } = readBody(request.body);
  return [
    ...methodLint(request),
    ...pathLint(request, record),
    ...typeLint(request),
    ...formLint(request.body, object),
    ...(!(object instanceof JsonObject)
      ? problem(
          'request-body',
          `The service needs a JSON object, but ${troubleTold(object)}.`,
          'Send a JSON object. If this body was copied from a log, give all of it as it was sent: `--body @file`.',
          'refused',
        )
      : [
          ...maskedLint(object),
          ...exponentLint(object),
          ...memberLint(object, membersFor(request.interface, request.url)),
          ...placeholderLint(object),
          ...personalLint(object, record),
        ]),
  ];
}

const problem = (
  id: `request-${string}`,
  says: string,
  fix: string,
  effect: LintFinding['effect'] = 'not-allowed',
): LintFinding[] => [{ id, says, fix, effect }];

/** What some readers of JSON refuse, and others read otherwise. */
function formLint(body: Uint8Array, object: unknown): LintFinding[] {
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const members = object instanceof JsonObject ? object.members.map(([name]) => name) : [];
  const repeated = members.find((name, at) => members.indexOf(name) !== at);
  const fix = 'Make the body with one JSON serialiser.';
  return [
    ...(hasMark
      ? problem(
          'request-body',
          'The body begins with a byte order mark, which JSON must not have.',
          fix,
          'unclear',
        )
      : []),
    ...(repeated === undefined
      ? []
      : problem(
          'request-body',
          `\`${repeated.slice(0, 64)}\` of the body appears more than once.`,
          fix,
          'unclear',
        )),
  ];
}

const methodLint = ({ method }: ObservedRequest): LintFinding[] =>
  method === '' || method === 'POST'
    ? []
    : problem(
        'request-method',
        'The request does not use the method POST.',
        'Send it with POST: the contract has no other method.',
      );

const pathOf = (url: string): string => withoutQuery(url).replace(/^[a-z]+:\/\/[^/]*/i, '');

/** A request that was given without an address has no path to judge. */
function pathLint({ url }: ObservedRequest, { paths }: InterfaceRecord): LintFinding[] {
  const known = Object.values(paths);
  const sent = pathOf(url);
  if (sent.includes('//'))
    return problem(
      'request-path',
      'The path of the request has two slashes in a row.',
      'Remove the slash at the end of the base address.',
    );
  if (url === '' || known.some((each) => sent.endsWith(each))) return [];
  return problem(
    'request-path',
    'The path of the request is not one of this interface.',
    `Send it to the base address followed by ${known.map((each) => `\`${each}\``).join(' or ')}.`,
  );
}

function typeLint({ headers }: ObservedRequest): LintFinding[] {
  const sent = headerOf(headers, 'content-type');
  // Only a complete list of headers shows that one is missing.
  const isComplete = ['host', 'user-agent', 'content-length'].some(
    (name) => headerOf(headers, name) !== undefined,
  );
  if (sent === undefined ? !isComplete : /^\s*application\/json\s*(?:;|$)/i.test(sent)) return [];
  return problem(
    'request-content-type',
    sent === undefined
      ? 'The request has no Content-Type header.'
      : 'The Content-Type of the request is not `application/json`.',
    'Set `Content-Type: application/json`.',
  );
}

const memberLint = (object: JsonObject, known: BodyMembers): LintFinding[] => {
  const isIosLookup = known['os_id']?.among?.length === 1 && isOneOf([2], object.get('os_id'));
  if (isIosLookup)
    return problem(
      'request-members',
      'The contract does not show the fields of a look-up on iOS (§4.2).',
      'Ask the operator how iOS purchases are looked up.',
      'unclear',
    );
  return Object.entries(known).flatMap(([name, rule]) => {
    const isNeeded = rule.required === 'android' ? isOneOf([1], object.get('os_id')) : rule.required;
    if (!object.has(name)) return isNeeded ? missing(object, name, known) : [];
    if (once(object, name) === null) return isNull(name, isNeeded);
    const found = memberProblem(object, name, rule, isNeeded);
    return found === undefined ? [] : problem('request-members', ...found);
  });
};

const isNull = (name: string, isNeeded: boolean): LintFinding[] =>
  isNeeded
    ? problem(
        'request-members',
        `\`${name}\` is null, so it is missing.`,
        `Send \`${name}\` with its value: it is required.`,
        'refused',
      )
    : problem(
        'request-members',
        `\`${name}\` is null. The contract does not show whether the service accepts that.`,
        `Leave \`${name}\` out when it has no value.`,
        'unclear',
      );

function memberProblem(
  object: JsonObject,
  name: string,
  { type, among }: BodyMember,
  isNeeded: boolean,
): [says: string, fix: string, effect?: LintFinding['effect']] | undefined {
  const value = once(object, name);
  const wanted = among?.join(' or ') ?? { text: 'a string', integer: 'an integer' }[type];
  const send = `Send \`${name}\` as ${wanted}`;
  // A member that is there twice is told as such.
  if (value === undefined) return undefined;
  if (type === 'text' ? typeof value !== 'string' : !isInteger(value))
    return isNeeded
      ? [`${troubleTold(memberTrouble(object, name, wanted))}.`, `${send}.`]
      : [`${troubleTold(memberTrouble(object, name, wanted))}.`, `${send}, or leave it out.`, 'unclear'];
  if (value === '' && isNeeded) return [`\`${name}\` is empty.`, 'Send its value.'];
  if (name === 'receipt' && typeof value === 'string' && /^\s*\{|\s/.test(value))
    return [
      value.trim().startsWith('{')
        ? '`receipt` is a JSON object, not the purchase token alone.'
        : '`receipt` has white space in it, as if a `+` had become a space.',
      'Send the receipt exactly as the store gave it.',
      'unclear',
    ];
  return among === undefined || isOneOf(among, value)
    ? undefined
    : [`\`${name}\` is not ${wanted}.`, `${send}.`, 'refused'];
}

const isInteger = (value: Json): boolean => value instanceof JsonNumber && /^-?\d+$/.test(value.source);

const isOneOf = (numbers: readonly number[], value: Json | undefined): boolean =>
  value instanceof JsonNumber && numbers.includes(value.value);

const letters = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

function missing(object: JsonObject, name: string, known: BodyMembers): LintFinding[] {
  // `productId`, `Product_ID`
  const other = object.members
    .map(([each]) => each)
    .find((each) => known[each] === undefined && letters(each) === letters(name));
  return other === undefined
    ? problem(
        'request-members',
        `The body has no \`${name}\`.`,
        `Add \`${name}\`: it is required.`,
        'refused',
      )
    : problem(
        'request-members',
        `The body has \`${other}\` instead of \`${name}\`.`,
        `Rename it to \`${name}\`.`,
        'refused',
      );
}

/** What logs write in place of a value, or in its middle. */
const masks =
  /\*{3}|[•●█]{3}|^[[<({]?(?:redacted|masked|filtered|removed|hidden|censored|truncated)[\]>)}]?$/i;
const cutReceipt = /…|\.{3}|x{8}/i;

/** A copy of a signature that hides a part of it. */
export const maskedSignature = (text = ''): LintFinding | undefined =>
  /\*{3}|[•●█…]|\.{3}|x{6}|redacted|masked|filtered|hidden/i.test(text)
    ? problem(
        'request-masked',
        'X-Signature looks masked or shortened, as in a log.',
        'Give the signature as it was sent.',
        'unclear',
      )[0]
    : undefined;

/** A body whose values were replaced says nothing about the signature. */
export const isMasked = ({ id }: Pick<LintFinding, 'id'>): boolean => id === 'request-masked';

const ofFirst = (
  { members }: JsonObject,
  isSo: (value: Json, name: string) => boolean,
  told: (name: string) => LintFinding[],
): LintFinding[] => {
  const [name] = members.find(([each, value]) => isSo(value, each)) ?? [];
  return name === undefined ? [] : told(name);
};

const isCut = (value: Json, name: string): boolean =>
  typeof value === 'string' && (masks.test(value) || (name === 'receipt' && cutReceipt.test(value)));

const maskedLint = (object: JsonObject): LintFinding[] =>
  ofFirst(object, isCut, (name) =>
    problem(
      'request-masked',
      `\`${name}\` looks masked or shortened, as in a log.`,
      'Give the body as it was sent: `--body @file`.',
      'unclear',
    ),
  );

/** `7.6561198012346e+16`, as Lua’s cjson writes an id. */
const isExponent = (value: Json): boolean =>
  value instanceof JsonNumber && /^\d\.\d{10,}e\+?(?:1[5-9]|2\d)$/i.test(value.source);

const exponentLint = (object: JsonObject): LintFinding[] =>
  ofFirst(object, isExponent, (name) =>
    problem(
      'request-exponent',
      `\`${name}\` is a number with an exponent, as Lua’s cjson writes a large number again: its last digits may be lost.`,
      `Send \`${name}\` as text. After signing, pass the bytes of the body on unchanged.`,
      'unclear',
    ),
  );

const isUnfilled = (value: Json): boolean =>
  typeof value === 'string' && isPlaceholder(value) && !masks.test(value);

const placeholderLint = (object: JsonObject): LintFinding[] =>
  ofFirst(object, isUnfilled, (name) =>
    problem(
      'request-members',
      `\`${name}\` has the name of a variable instead of its value.`,
      'Put the value there before the body is signed and sent.',
      'unclear',
    ),
  );

/** §1.2: the server never sends a player’s name, date of birth, phone number or OTP code. */
const personal =
  /^(?:(?:full|first|last|family|given|real|player)?_?name|date_?of_?birth|dob|birth_?(?:day|date)|phone(?:_?(?:number|no))?|mobile|otp(?:_?code)?)$/i;

const personalLint = ({ members }: JsonObject, { about }: InterfaceRecord): LintFinding[] =>
  about === 'player' && members.some(([name]) => personal.test(name))
    ? problem(
        'request-personal-data',
        'The body has a member for the player’s name, date of birth, phone number or OTP code.',
        'Remove it: the game server never sends these.',
      )
    : [];
