import {
  withoutQuery,
  type BodyMember,
  type BodyMembers,
  type InterfaceRecord,
} from '../../contract/interfaces.js';
import { memberTrouble, once, readBody } from '../../service/read.js';
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { troubleTold } from '../../view/errors.js';
import { membersFor } from '../body-rules.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';
import { isPlaceholder } from './signature-text.js';

/** What is wrong with a request beside its signature and the other headers of §5: method, path, content type, body. */
export function requestLint(request: ObservedRequest, record: InterfaceRecord): LintFinding[] {
  const { object } = readBody(request.body);
  const found = [
    methodLint(request),
    pathLint(request, record),
    typeLint(request),
    object instanceof JsonObject
      ? undefined
      : problem('body', `The service needs a JSON object, but ${troubleTold(object)}.`, sendAll, 'refused'),
  ];
  const all = found.filter((each) => each !== undefined);
  if (!(object instanceof JsonObject)) return all;
  const members = membersFor(request.interface, request.url);
  return [
    ...all,
    ...formLint(request.body, object),
    ...valueLint(object, record),
    ...memberLint(object, members),
  ];
}

const problem = (
  part: string,
  says: string,
  fix: string,
  effect: LintFinding['effect'] = 'not-allowed',
): LintFinding => ({ id: `request-${part}`, says, fix, effect });

const sendAll =
  'Send a JSON object. If this body was copied from a log, give all of it as it was sent: `--body @file`.';

const methodLint = ({ method }: ObservedRequest): LintFinding | undefined =>
  method === '' || method === 'POST'
    ? undefined
    : problem(
        'method',
        'The request does not use the method POST.',
        'Send it with POST: the contract has no other method.',
      );

/** A request that was given without an address has no path to judge. */
function pathLint({ url }: ObservedRequest, { paths }: InterfaceRecord): LintFinding | undefined {
  const known = Object.values(paths);
  const sent = withoutQuery(url).replace(/^[a-z]+:\/\/[^/]*/i, '');
  const told = (says: string, fix: string): LintFinding =>
    problem('path', `The path of the request ${says}.`, fix);
  if (sent.includes('//'))
    return told('has two slashes in a row', 'Remove the slash at the end of the base address.');
  if (url === '' || known.some((each) => sent.endsWith(each))) return undefined;
  const all = known.map((each) => `\`${each}\``).join(' or ');
  return told('is not one of this interface', `Send it to the base address followed by ${all}.`);
}

function typeLint({ headers, isWhole }: ObservedRequest): LintFinding | undefined {
  const sent = headerOf(headers, 'content-type');
  // Only a complete list of headers shows that one is missing.
  const isComplete =
    isWhole ?? ['host', 'user-agent', 'content-length'].some((name) => headerOf(headers, name) !== undefined);
  if (sent === undefined ? !isComplete : /^\s*application\/json\s*(?:;|$)/i.test(sent)) return undefined;
  const says =
    sent === undefined
      ? 'The request has no Content-Type header.'
      : 'The Content-Type of the request is not `application/json`.';
  return problem('content-type', says, 'Set `Content-Type: application/json`.');
}

/** What some readers of JSON refuse, and others read otherwise. */
function formLint(body: Uint8Array, { members }: JsonObject): LintFinding[] {
  const names = members.map(([name]) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const fix = 'Make the body with one JSON serialiser.';
  const told = (says: string): LintFinding => problem('body', says, fix, 'unclear');
  return [
    ...(hasMark ? [told('The body begins with a byte order mark, which JSON must not have.')] : []),
    ...(repeated === undefined
      ? []
      : [told(`\`${repeated.slice(0, 64)}\` of the body appears more than once.`)]),
  ];
}

/** What logs write in place of a value, or in its middle. */
const masks =
  /\*{3}|[•●█]{3}|^[[<({]?(?:redacted|masked|filtered|removed|hidden|censored|truncated)[\]>)}]?$/i;
const cutReceipt = /…|\.{3}|x{8}/i;
/** §1.2: the server never sends a player’s name, date of birth, phone number or OTP code. */
const personal =
  /^(?:(?:full|first|last|family|given|real|player)?_?name|date_?of_?birth|dob|birth_?(?:day|date)|phone(?:_?(?:number|no))?|mobile|otp(?:_?code)?)$/i;

/** Values that are not those of a request, and a member that must never be sent. */
function valueLint({ members }: JsonObject, { about }: InterfaceRecord): LintFinding[] {
  const first = (isSo: (value: string, name: string) => boolean): string | undefined =>
    members.find(([name, value]) => typeof value === 'string' && isSo(value, name))?.[0];
  const masked = first((value, name) => masks.test(value) || (name === 'receipt' && cutReceipt.test(value)));
  const unfilled = first((value) => isPlaceholder(value) && !masks.test(value));
  return [
    ...(masked === undefined
      ? []
      : [maskedLint(`\`${masked}\``, 'Give the body as it was sent: `--body @file`.')]),
    ...(unfilled === undefined
      ? []
      : [
          problem(
            'members',
            `\`${unfilled}\` has the name of a variable instead of its value.`,
            'Put the value there before the body is signed and sent.',
            'unclear',
          ),
        ]),
    ...(about === 'player' && members.some(([name]) => personal.test(name))
      ? [
          problem(
            'personal-data',
            'The body has a member for the player’s name, date of birth, phone number or OTP code.',
            'Remove it: the game server never sends these.',
          ),
        ]
      : []),
  ];
}

const maskedLint = (what: string, fix: string): LintFinding =>
  problem('masked', `${what} looks masked or shortened, as in a log.`, fix, 'unclear');

/** A copy of a signature that hides a part of it. */
export const maskedSignature = (text = ''): LintFinding | undefined =>
  /\*{3}|[•●█…]|\.{3}|x{6}|redacted|masked|filtered|hidden/i.test(text)
    ? maskedLint('X-Signature', 'Give the signature as it was sent.')
    : undefined;

/** A body whose values were replaced says nothing about the signature. */
export const isMasked = ({ id }: Pick<LintFinding, 'id'>): boolean => id === 'request-masked';

function memberLint(object: JsonObject, known: BodyMembers): LintFinding[] {
  const isLookup = known['os_id']?.among?.length === 1;
  if (isLookup && isOneOf([2], object.get('os_id')))
    return [
      problem(
        'members',
        'The contract does not show the fields of a look-up on iOS (§4.2).',
        'Ask the operator how iOS purchases are looked up.',
        'unclear',
      ),
    ];
  const found = Object.entries(known).flatMap(([name, rule]) => {
    const isNeeded = rule.required === 'android' ? isOneOf([1], object.get('os_id')) : rule.required;
    const told = object.has(name)
      ? wrongMember(object, name, rule, isNeeded)
      : isNeeded
        ? missingMember(object, name, known)
        : undefined;
    return told ? [problem('members', ...told)] : [];
  });
  if (!isLookup || !object.has('game_id')) return found;
  const says = 'A look-up has no `game_id`: it finds only purchases of the calling client’s own game (§4.2).';
  return [
    ...found,
    problem('members', says, 'Remove `game_id` from the body before it is signed.', 'unclear'),
  ];
}

type Told = [says: string, fix: string, effect?: LintFinding['effect']];
const letters = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

function missingMember({ members }: JsonObject, name: string, known: BodyMembers): Told {
  // `productId`, `Product_ID`
  const other = members
    .map(([each]) => each)
    .find((each) => known[each] === undefined && letters(each) === letters(name));
  return other === undefined
    ? [`The body has no \`${name}\`.`, `Add \`${name}\`: it is required.`, 'refused']
    : [`The body has \`${other}\` instead of \`${name}\`.`, `Rename it to \`${name}\`.`, 'refused'];
}

function wrongMember(
  object: JsonObject,
  name: string,
  { type, among }: BodyMember,
  isNeeded: boolean,
): Told | undefined {
  const value = once(object, name);
  const wanted = among?.join(' or ') ?? { text: 'a string', integer: 'an integer' }[type];
  const send = `Send \`${name}\` as ${wanted}`;
  // A member that is there twice is told as such.
  if (value === undefined) return undefined;
  if (value === null)
    return isNeeded
      ? [
          `\`${name}\` is null, so it is missing.`,
          `Send \`${name}\` with its value: it is required.`,
          'refused',
        ]
      : [
          `\`${name}\` is null. The contract does not show whether the service accepts that.`,
          `Leave \`${name}\` out when it has no value.`,
          'unclear',
        ];
  if (type === 'text' ? typeof value !== 'string' : !isInteger(value)) {
    const says = `${troubleTold(memberTrouble(object, name, wanted))}.`;
    return isNeeded ? [says, `${send}.`] : [says, `${send}, or leave it out.`, 'unclear'];
  }
  if (value === '' && isNeeded) return [`\`${name}\` is empty.`, 'Send its value.'];
  if (name === 'receipt' && typeof value === 'string' && /^\s*\{|\s/.test(value)) {
    const says = value.trim().startsWith('{')
      ? '`receipt` is a JSON object, not the purchase token alone.'
      : '`receipt` has white space in it, as if a `+` had become a space.';
    return [says, 'Send the receipt exactly as the store gave it.', 'unclear'];
  }
  return among === undefined || isOneOf(among, value)
    ? undefined
    : [`\`${name}\` is not ${wanted}.`, `${send}.`, 'refused'];
}

const isInteger = (value: Json): boolean => value instanceof JsonNumber && /^-?\d+$/.test(value.source);
const isOneOf = (numbers: readonly number[], value: Json | undefined): boolean =>
  value instanceof JsonNumber && numbers.includes(value.value);
