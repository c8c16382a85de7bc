import {
  type BodyMember,
  headerPrefix,
  type Interface,
  type InterfaceRecord,
  records,
  withoutQuery,
} from '../../contract/interfaces.js';
import { memberProblem, readBody } from '../../service/fields.js';
import { type Json, JsonNumber, JsonObject } from '../../text/json/json.js';
import { bodyProblemClause } from '../../wording/describe.js';
import { hintsFor, senderOf, type SenderHints } from '../catalogue/sender.js';
import { membersFor } from '../body-rules.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';
import { isBodyPlaceholder } from '../read/placeholder.js';
import { isPlaceholder } from './signature-text.js';

/** What is wrong with a part of the request. Its id is `request-` and the part. */
interface RequestProblem {
  readonly part:
    'method' | 'path' | 'content-type' | 'body' | 'members' | 'masked' | 'personal-data';
  readonly effect: LintFinding['effect'];
  readonly says: string;
  readonly fix: string;
}

/** The problems whose condition is true. */
function requestFindings(
  ...problems: readonly (RequestProblem | false | undefined)[]
): LintFinding[] {
  return problems
    .filter((problem) => problem !== false && problem !== undefined)
    .map(({ part, effect, says, fix }) => ({ id: `request-${part}`, says, fix, effect }));
}

export const interfaceWords: Readonly<Record<Interface, string>> = {
  gateway: 'the gateway',
  session: 'the session interface',
};

/** What is wrong with a request beside its signature and the other headers of §5: method, path, content type, body. */
export function requestLint(request: ObservedRequest, record: InterfaceRecord): LintFinding[] {
  const { object } = readBody(request.body);
  const findings = [
    ...methodLint(request),
    ...pathLint(request, record),
    ...contentTypeLint(request),
    ...bodyFormLint(request, object),
  ];
  if (!(object instanceof JsonObject)) return findings;
  return [...findings, ...bodyLint(request.body, object, record), ...membersLint(object, request)];
}

/** Fetch, curl and others follow a redirect with 301, 302 or 303 by a GET without the body, but with the headers. */
function isFollowedRedirect({ method, body, headers }: ObservedRequest): boolean {
  return (
    /^GET$/i.test(method) && body.length === 0 && headerOf(headers, 'x-signature') !== undefined
  );
}

function methodLint(request: ObservedRequest): LintFinding[] {
  if (request.method === '' || request.method === 'POST') return [];
  if (isFollowedRedirect(request)) {
    return requestFindings({
      part: 'method',
      effect: 'not-allowed',
      says: 'The request is a GET without a body. HTTP clients send that when they follow a redirect (301, 302 or 303) of a POST.',
      fix: 'Send a POST. If the program does, its address redirects: use the one that it redirects to, such as `https://` instead of `http://`, or one without a slash at its end.',
    });
  }
  return requestFindings({
    part: 'method',
    effect: 'not-allowed',
    says: 'The request does not use the method POST.',
    fix: 'Send it with POST: the contract has no other method.',
  });
}

function pathLint(request: ObservedRequest, record: InterfaceRecord): LintFinding[] {
  // A request that was given without an address has no path to judge.
  if (request.url === '') return [];
  const path = withoutQuery(request.url).replace(/^[a-z]+:\/\/[^/]*/i, '');
  const prefix = headerPrefix(record);
  const paths = Object.values(record.paths);
  const hasDoubleSlash = path.includes('//');
  const pathChoice = paths.map((known) => `\`${known}\``).join(' or ');
  return requestFindings(
    hasDoubleSlash && {
      part: 'path',
      effect: 'not-allowed',
      says: 'The path of the request has two slashes in a row.',
      fix: 'Remove the slash at the end of the base address.',
    },
    path.indexOf(prefix) !== path.lastIndexOf(prefix) && {
      part: 'path',
      effect: 'not-allowed',
      says: `The path of the request has \`${prefix}\` twice.`,
      fix: 'Leave it out of the base address.',
    },
    !hasDoubleSlash &&
      !paths.some((known) => path.endsWith(known)) && {
        part: 'path',
        effect: 'not-allowed',
        says: `The path of the request is not one of ${interfaceWords[request.interface]}.`,
        fix: `Send it to the base address followed by ${pathChoice}.`,
      },
  );
}

function contentTypeLint({ headers, hasAllHeaders }: ObservedRequest): LintFinding[] {
  const contentType = headerOf(headers, 'content-type');
  const fix = 'Set `Content-Type: application/json`.';
  if (contentType === undefined) {
    // Only a complete list of headers shows that one is missing.
    const usual = ['host', 'user-agent', 'content-length'];
    const isComplete = hasAllHeaders ?? usual.some((name) => headerOf(headers, name) !== undefined);
    return requestFindings(
      isComplete && {
        part: 'content-type',
        effect: 'not-allowed',
        says: 'The request has no Content-Type header.',
        fix,
      },
    );
  }
  return requestFindings(
    !/^\s*application\/json\s*(?:;|$)/i.test(contentType) && {
      part: 'content-type',
      effect: 'not-allowed',
      says: 'The Content-Type of the request is not `application/json`.',
      fix,
    },
  );
}

function bodyFormLint(
  request: ObservedRequest,
  object: ReturnType<typeof readBody>['object'],
): LintFinding[] {
  const { body } = request;
  const form = formDataOf(body);
  if (form !== undefined) {
    return requestFindings({
      part: 'body',
      effect: 'refused',
      says: `The body is ${form}, not JSON.`,
      fix: 'Send the fields as JSON, and sign exactly those JSON bytes.',
    });
  }
  if (object instanceof JsonObject) return [];
  if (body.length === 0) return emptyBodyLint(request);
  return requestFindings(
    isBodyPlaceholder(Buffer.from(body).toString()) && {
      part: 'masked',
      effect: 'unclear',
      says: 'The body looks like what a log or a recording writes in place of a body.',
      fix: 'Give the body as it was sent: `--body @file`.',
    },
    {
      part: 'body',
      effect: 'refused',
      says: `The service needs a JSON object, but ${bodyProblemClause(object)}.`,
      fix: `Send a JSON object.${isCopyOfLog(request) ? copiedAdvice : ''}`,
    },
  );
}

function emptyBodyLint(request: ObservedRequest): LintFinding[] {
  // Its method says it.
  if (isFollowedRedirect(request)) return [];
  const problem = { part: 'body', effect: 'refused' } as const;
  const [name] = queryFields(request);
  if (name !== undefined) {
    return requestFindings({
      ...problem,
      says: `The body is empty: its fields, such as \`${name}\`, are in the query string of the address.`,
      fix: `Send them as JSON in the body, and sign exactly those bytes.${languageHint(queryHints, request)}`,
    });
  }
  return requestFindings({
    ...problem,
    says: 'The service needs a JSON object, but the body is empty.',
    fix: `Send a JSON object. If the program read a stream to sign it, nothing is left of it to send: give the HTTP client the bytes.${languageHint(streamHints, request)}`,
  });
}

/** The names of the contract that stand in the query of the address. */
function queryFields({ url, interface: interfaceName }: ObservedRequest): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const { members }: InterfaceRecord = records[interfaceName];
  return [...new URLSearchParams(query).keys()].filter((name) => members.includes(name));
}

const queryHints: SenderHints = {
  python: 'In requests, `params=` makes a query string: give the bytes as `data=`.',
  node: 'In axios, `params` makes a query string: give the text as `data`.',
};
const streamHints: SenderHints = {
  go: 'In Go, `bytes.NewReader(body)` makes a new reader of them.',
  java: 'In Java, keep the array that `readAllBytes()` returned.',
};

/** What the program that the headers show can use; empty for another. */
function languageHint(hints: SenderHints, request: ObservedRequest): string {
  const sender = senderOf(request);
  return sender === undefined ? '' : [' ', ...hintsFor(hints, sender)].join('').trimEnd();
}

const copiedAdvice =
  ' If this body was copied from a log, give all of it as it was sent: `--body @file`.';

/** Whether the body ends too early or is escaped, as in a log, and is not known to be complete. */
function isCopyOfLog({ body, headers }: ObservedRequest): boolean {
  if (headerOf(headers, 'content-length')?.trim() === String(body.length)) return false;
  const text = Buffer.from(body).toString().trim();
  const isCut = /^[{[]/.test(text) && !/[}\]]$/.test(text);
  return isCut || /…|\.{3}$|\*{3}|\\x22/.test(text);
}

/** What a body of form data is called; undefined for any other body. */
function formDataOf(body: Uint8Array): string | undefined {
  const text = Buffer.from(body.subarray(0, 1_000)).toString('latin1');
  if (/^--[^\r\n]+\r?\nContent-Disposition:/i.test(text)) return 'multipart form data';
  return /^[\w.~%+[\]-]+=[^\s{"]*$/.test(text) ? 'form data (`a=1&b=2`)' : undefined;
}

/** A name that the sender chose, cut for a sentence; a bar is shown as a slash. */
const shortName = (name: string): string => name.slice(0, 64).replaceAll('|', '/');

/** What logs write in place of a value, or in its middle. */
const masks =
  /\*{3}|[•●█]{3}|^[[<({]?(?:redacted|masked|filtered|removed|hidden|censored|truncated)[\]>)}]?$/i;
const shortenedReceipt = /…|\.{3}|x{8}/i;
/** §1.2: the server never sends a player’s name, date of birth, phone number or OTP code. */
const personalName =
  /^(?:(?:full|first|last|family|given|real|player)?_?name|date_?of_?birth|dob|birth_?(?:day|date)|phone(?:_?(?:number|no))?|mobile|otp(?:_?code)?)$/i;

function firstRepeated(names: readonly string[]): string | undefined {
  const known = new Set<string>();
  for (const name of names) {
    if (known.has(name)) return name;
    known.add(name);
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
  const firstText = (fits: (text: string, name: string) => boolean): string | undefined =>
    members.find(([name, value]) => typeof value === 'string' && fits(value, name))?.[0];
  const masked = firstText(
    (text, name) => masks.test(text) || (name === 'receipt' && shortenedReceipt.test(text)),
  );
  const unfilled = firstText((text) => isPlaceholder(text) && !masks.test(text));
  const isPersonal = about === 'player' && names.some((name) => personalName.test(name));
  return requestFindings(
    Buffer.from(body).indexOf('\ufeff') === 0 && {
      part: 'body',
      effect: 'unclear',
      says: 'The body begins with a byte order mark, which JSON must not have.',
      fix: 'Make the body with one JSON serialiser.',
    },
    repeated !== undefined && {
      part: 'body',
      effect: 'unclear',
      says: `\`${shortName(repeated)}\` of the body appears more than once.`,
      fix: 'Make the body with one JSON serialiser.',
    },
    masked !== undefined && {
      part: 'masked',
      effect: 'unclear',
      says: `\`${shortName(masked)}\` looks masked or shortened, as in a log.`,
      fix: 'Give the body as it was sent: `--body @file`.',
    },
    unfilled !== undefined && {
      part: 'members',
      effect: 'unclear',
      says: `\`${shortName(unfilled)}\` has the name of a variable instead of its value.`,
      fix: 'Put the value there before the body is signed and sent.',
    },
    isPersonal && {
      part: 'personal-data',
      effect: 'not-allowed',
      says: 'The body has a member for the player’s name, date of birth, phone number or OTP code.',
      fix: 'Remove it: the game server never sends these.',
    },
  );
}

/** The problem of a copy of a signature that hides a part of it; undefined if this is none. */
export function maskedSignature(text = ''): LintFinding | undefined {
  if (!/\*{3}|[•●█…]|\.{3}|x{6}|redacted|masked|filtered|hidden/i.test(text)) return undefined;
  const [finding] = requestFindings({
    part: 'masked',
    effect: 'unclear',
    says: 'X-Signature looks masked or shortened, as in a log.',
    fix: 'Give the signature as it was sent.',
  });
  return finding;
}

/** Whether the problem is that a part was masked: such a copy says nothing about the signature. */
export function isMasked({ id }: Pick<LintFinding, 'id'>): boolean {
  return id === 'request-masked';
}

function membersLint(object: JsonObject, request: ObservedRequest): LintFinding[] {
  const known = membersFor(request.interface, request.url);
  const isLookup = known['os_id']?.among?.length === 1;
  if (isLookup && isOneOf([2], object.get('os_id'))) {
    return requestFindings({
      part: 'members',
      effect: 'unclear',
      says: 'The contract does not show the fields of a look-up on iOS (§4.2).',
      fix: 'Ask the operator how iOS purchases are looked up.',
    });
  }
  const unknownNames = object.members
    .map(([name]) => name)
    .filter((name) => known[name] === undefined);
  return [
    ...Object.entries(known).flatMap(([name, rule]) =>
      requestFindings(memberProblemOf({ object, name, rule, unknownNames })),
    ),
    ...requestFindings(
      isLookup &&
        object.has('game_id') && {
          part: 'members',
          effect: 'unclear',
          says: 'A look-up has no `game_id`: it finds only purchases of the calling client’s own game (§4.2).',
          fix: 'Remove `game_id` from the body before it is signed.',
        },
    ),
  ];
}

const foldedMember = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
const isInteger = (value: Json): boolean =>
  value instanceof JsonNumber && /^-?\d+$/.test(value.source);
const isOneOf = (numbers: readonly number[], value: Json | undefined): boolean =>
  value instanceof JsonNumber && numbers.includes(value.value);

/** A member of the contract, and the body that should have it. */
interface MemberInput {
  readonly object: JsonObject;
  readonly name: string;
  readonly rule: BodyMember;
  /** Members of the body that the contract does not have. */
  readonly unknownNames: readonly string[];
}

/** The first thing that is wrong with a member of the contract. */
function memberProblemOf(input: MemberInput): RequestProblem | undefined {
  const { object, name } = input;
  if (isRequired(input) && !object.has(name)) return missingMember(input);
  // A member that is there twice has no value here: that is reported by itself.
  const value = object.once(name);
  if (value === undefined) return undefined;
  if (value === null) return nullMember(input);
  return wrongType(input, value) ?? wrongValue(input, value);
}

function isRequired({ object, rule }: MemberInput): boolean {
  return rule.required === 'android' ? isOneOf([1], object.get('os_id')) : rule.required;
}

const typeWords = { text: 'a string', integer: 'an integer' } as const;

function wantedWords({ among, type }: BodyMember): string {
  return among?.join(' or ') ?? typeWords[type];
}

function missingMember({ name, unknownNames }: MemberInput): RequestProblem {
  // Such as `productId` or `Product_ID`.
  const misspelt = unknownNames.find((unknown) => foldedMember(unknown) === foldedMember(name));
  const problem = { part: 'members', effect: 'refused' } as const;
  if (misspelt === undefined) {
    return {
      ...problem,
      says: `The body has no \`${name}\`.`,
      fix: `Add \`${name}\`: it is required.`,
    };
  }
  return {
    ...problem,
    says: `The body has \`${shortName(misspelt)}\` instead of \`${name}\`.`,
    fix: `Rename it to \`${name}\`.`,
  };
}

function nullMember(input: MemberInput): RequestProblem {
  const { name } = input;
  if (isRequired(input)) {
    return {
      part: 'members',
      effect: 'refused',
      says: `\`${name}\` is null, so it is missing.`,
      fix: `Send \`${name}\` with its value: it is required.`,
    };
  }
  return {
    part: 'members',
    effect: 'unclear',
    says: `\`${name}\` is null. The contract does not show whether the service accepts that.`,
    fix: `Leave \`${name}\` out when it has no value.`,
  };
}

function wrongType(input: MemberInput, value: Json): RequestProblem | undefined {
  const { object, name, rule } = input;
  const isRight = rule.type === 'text' ? typeof value === 'string' : isInteger(value);
  if (isRight) return undefined;
  const expectedWords = wantedWords(rule);
  const isNeeded = isRequired(input);
  return {
    part: 'members',
    effect: isNeeded ? wrongTypeEffect(rule) : 'unclear',
    says: `${bodyProblemClause(memberProblem(object, name, expectedWords))}.`,
    fix: `Send \`${name}\` as ${expectedWords}${isNeeded ? '' : ', or leave it out'}.`,
  };
}

/** §2.1: any other value of os_id gives INVALID_OS_ID. */
function wrongTypeEffect({ among }: BodyMember): LintFinding['effect'] {
  return among === undefined ? 'not-allowed' : 'refused';
}

function wrongValue(input: MemberInput, value: Json): RequestProblem | undefined {
  const { name, rule } = input;
  if (isRequired(input) && value === '') {
    return {
      part: 'members',
      effect: 'not-allowed',
      says: `\`${name}\` is empty.`,
      fix: 'Send its value.',
    };
  }
  if (name === 'receipt' && typeof value === 'string') return receiptProblem(value);
  if (rule.among === undefined || isOneOf(rule.among, value)) return undefined;
  const expectedWords = wantedWords(rule);
  return {
    part: 'members',
    effect: 'refused',
    says: `\`${name}\` is not ${expectedWords}.`,
    fix: `Send \`${name}\` as ${expectedWords}.`,
  };
}

function receiptProblem(receipt: string): RequestProblem | undefined {
  const problem = {
    part: 'members',
    effect: 'unclear',
    fix: 'Send the receipt exactly as the store gave it.',
  } as const;
  if (receipt.trim().startsWith('{')) {
    return {
      ...problem,
      says: '`receipt` is a JSON object, not the purchase token alone.',
    };
  }
  if (/\s/.test(receipt)) {
    return {
      ...problem,
      says: '`receipt` has white space in it, such as the line break of a file, or a `+` that became a space.',
    };
  }
  return undefined;
}
