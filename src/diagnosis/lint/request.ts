import {
  type BodyMember,
  type Interface,
  type InterfaceRecord,
  operationAt,
} from '../../contract/interfaces.js';
import { pathOf, pathProblems } from '../../contract/request-path.js';
import { memberProblem, readBody } from '../../service/fields.js';
import { type Json, JsonNumber, JsonObject } from '../../text/json/json.js';
import { joinWithAnd } from '../../text/sentences.js';
import { bodyProblemClause } from '../../wording/describe.js';
import { membersFor } from '../body-rules.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';
import {
  bodyFormLint,
  contentEncodingLint,
  hasHeadersInBody,
  isFollowedRedirect,
} from './body-form.js';
import { requestFindings, type RequestProblem } from './problem.js';
import { pathFix } from './path-fix.js';
import { isPlaceholder } from './signature-text.js';

export const interfaceWords: Readonly<Record<Interface, string>> = {
  gateway: 'the gateway',
  session: 'the session interface',
};

/** The problems of the method, the path, the content type and the body. `lintHeaders` judges the headers of §5. */
export function requestLint(request: ObservedRequest, record: InterfaceRecord): LintFinding[] {
  const { object } = readBody(request.body);
  const findings = [
    ...methodLint(request),
    ...pathLint(request, record),
    ...contentTypeLint(request),
    ...contentEncodingLint(request, object),
    ...bodyFormLint(request, object),
  ];
  if (!(object instanceof JsonObject) || hasHeadersInBody(object)) return findings;
  return [...findings, ...bodyLint(request.body, object, record), ...membersLint(object, request)];
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
    fix: 'Send the request with POST: the contract has no other method.',
  });
}

function pathLint(request: ObservedRequest, record: InterfaceRecord): LintFinding[] {
  // A request that was given without an address has no path to judge.
  if (request.url === '') return [];
  const path = pathOf(request.url);
  const paths = Object.values(record.paths);
  const problems = pathProblems(path);
  return requestFindings(
    ...problems.map((problem) => ({ part: 'path', effect: 'not-allowed', ...problem }) as const),
    !path.includes('//') &&
      !paths.some((known) => path.endsWith(known)) && {
        part: 'path',
        effect: 'not-allowed',
        says: `The path of the request is not one of ${interfaceWords[request.interface]}.`,
        fix: pathFix(path, paths),
      },
  );
}

function contentTypeLint({ headers, hasAllHeaders }: ObservedRequest): LintFinding[] {
  const contentType = headerOf(headers, 'content-type');
  const fix = 'Set `Content-Type: application/json`.';
  if (contentType === undefined) {
    // Only a complete list of headers shows that one is missing. Every HTTP client sends one of the usual headers, so a list
    // that has none of them is not complete.
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

/** A name that the sender chose, cut for a sentence. */
const shortName = (name: string): string => name.slice(0, 64);

/** What logs write in place of a value: `***`, `[REDACTED]`. `...` and `xxx` are left out: a real value may have them. */
const masks =
  /\*{3}|[•●█]{3}|^[[<({]?(?:redacted|masked|filtered|removed|hidden|censored|truncated)[\]>)}]?$/i;
const shortenedReceipt = /…|\.{3}|x{8}/i;
/** §1.2: the server never sends a player’s name, date of birth, phone number or OTP code. */
const personalNames: readonly RegExp[] = [
  /^(?:full|first|last|family|given|real|player)?_?name$/i,
  /^(?:date_?of_?birth|dob|birth_?(?:day|date))$/i,
  /^(?:phone(?:_?(?:number|no))?|mobile)$/i,
  /^otp(?:_?code)?$/i,
];
function isPersonalName(name: string): boolean {
  return personalNames.some((pattern) => pattern.test(name));
}

function firstRepeated(names: readonly string[]): string | undefined {
  const known = new Set<string>();
  for (const name of names) {
    if (known.has(name)) return name;
    known.add(name);
  }
  return undefined;
}

/** The problems of any body, whatever members it should have: a byte order mark, masked values, personal data. */
function bodyLint(
  body: Uint8Array,
  { members }: JsonObject,
  { about }: InterfaceRecord,
): LintFinding[] {
  const names = members.map(([name]) => name);
  const repeated = firstRepeated(names);
  const nameOfFirstText = (fits: (text: string, name: string) => boolean): string | undefined =>
    members.find(([name, value]) => typeof value === 'string' && fits(value, name))?.[0];
  const masked = nameOfFirstText(
    (text, name) => masks.test(text) || (name === 'receipt' && shortenedReceipt.test(text)),
  );
  const unfilled = nameOfFirstText((text) => isPlaceholder(text) && !masks.test(text));
  // Only requests of the session interface are about a player.
  const isPersonal = about === 'player' && names.some(isPersonalName);
  return requestFindings(
    Buffer.from(body).indexOf('\ufeff') === 0 && {
      part: 'body',
      effect: 'unclear',
      says: 'The body begins with a byte order mark, which JSON must not have.',
      fix: 'Send the body as UTF-8 without a byte order mark.',
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
      fix: 'Put the value of the variable into the body before it is signed and sent.',
    },
    isPersonal && {
      part: 'personal-data',
      effect: 'not-allowed',
      says: 'The body has a member for the player’s name, date of birth, phone number or OTP code.',
      fix: 'Remove the player’s data from the body: the game server never sends it.',
    },
  );
}

/** Whether the problem is that a log masked a part of the request: then the signature cannot be judged. */
export function isMasked({ id }: Pick<LintFinding, 'id'>): boolean {
  return id === 'request-masked';
}

function membersLint(object: JsonObject, request: ObservedRequest): LintFinding[] {
  const rules = membersFor(request.interface, request.url);
  const isLookup = request.interface === 'gateway' && operationAt(request.url) === 'lookup';
  // os_id 1 is Android, 2 is iOS (§2.1).
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
    .filter((name) => rules[name] === undefined);
  const inputs = Object.entries(rules).map(([name, rule]) => ({
    object,
    name,
    rule,
    unknownNames,
  }));
  const missing = inputs.filter((input) => isMissing(input));
  return [
    ...requestFindings(missingMembers(missing)),
    ...inputs
      .filter((input) => !missing.includes(input))
      .flatMap((input) => requestFindings(memberFinding(input))),
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
function memberFinding(input: MemberInput): RequestProblem | undefined {
  const { object, name } = input;
  const misspelt = misspeltName(input);
  if (misspelt !== undefined && isRequired(input) && !object.has(name)) {
    return {
      part: 'members',
      effect: 'refused',
      says: `The body has \`${shortName(misspelt)}\` instead of \`${name}\`.`,
      fix: `Rename it to \`${name}\`.`,
    };
  }
  // A member that appears twice has no single value to judge; `bodyLint` reports the repetition.
  const value = object.getUnique(name);
  if (value === undefined) return undefined;
  if (value === null) return nullMember(input);
  return wrongType(input, value) ?? wrongValue(input, value);
}

function isRequired({ object, rule }: MemberInput): boolean {
  if (rule.required !== 'android') return rule.required;
  const osId = object.get('os_id');
  // A text `"1"` has the wrong type, which is a problem of its own, but Android is meant.
  return osId === '1' || isOneOf([1], osId);
}

const typeWords = { text: 'a string', integer: 'an integer' } as const;

function wantedWords({ among, type }: BodyMember): string {
  return among?.join(' or ') ?? typeWords[type];
}

/** What the store’s own libraries call the member, folded. */
const namesOfStore: Readonly<Partial<Record<string, string>>> = {
  package: 'packagename',
  receipt: 'purchasetoken',
};

/** A member of the body whose name differs only in case, `_` or `-`, such as `productId` for `product_id`, or is the store’s. */
const misspeltName = ({ name, unknownNames }: MemberInput): string | undefined =>
  [foldedMember(name), namesOfStore[name]]
    .flatMap((wanted) => unknownNames.find((unknown) => foldedMember(unknown) === wanted) ?? [])
    .at(0);

const isMissing = (input: MemberInput): boolean =>
  isRequired(input) && !input.object.has(input.name) && misspeltName(input) === undefined;

/** One problem for all missing members, because they are added in one step. */
function missingMembers(missing: readonly MemberInput[]): RequestProblem | undefined {
  if (missing.length === 0) return undefined;
  const names = joinWithAnd(missing.map(({ name }) => `\`${name}\``));
  return {
    part: 'members',
    effect: 'refused',
    says: `The body has no ${names}.`,
    fix: `Add ${names}: ${missing.length === 1 ? 'it is' : 'they are'} required.`,
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
  const isQuoted = rule.type === 'integer' && typeof value === 'string';
  const wantedForm = isQuoted ? `${expectedWords}, a number without quotes` : expectedWords;
  // Reads the value again, as the service does, so that pvg names the wrong type in the same words everywhere.
  const problem = memberProblem(object, name, expectedWords);
  return {
    part: 'members',
    effect: isNeeded ? wrongTypeEffect(rule) : 'unclear',
    says: `${bodyProblemClause(problem)}.`,
    fix: `Send \`${name}\` as ${wantedForm}${isNeeded ? '' : ', or leave it out'}.`,
  };
}

/** Only os_id has listed values. §2.1: any other value of it gives INVALID_OS_ID, so the service refuses the request. */
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
      fix: 'Send a value in each required member.',
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
    return { ...problem, says: '`receipt` is a JSON object, not the purchase token alone.' };
  }
  if (/\s/.test(receipt)) {
    return {
      ...problem,
      says: '`receipt` has white space in it, such as the line break of a file, or a `+` that became a space.',
    };
  }
  return undefined;
}
