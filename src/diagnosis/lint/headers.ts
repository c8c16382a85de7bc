import { formOfClientId } from '../forms/client-ids.js';
import { headerNames, type InterfaceRecord, interfaceRecords } from '../../contract/interfaces.js';
import { limits } from '../../contract/limits.js';
import { readBody } from '../../service/fields.js';
import { counted } from '../../text/sentences.js';
import { causeOf } from '../catalogue/catalogue.js';
import type { CauseId } from '../catalogue/causes.js';
import type { RequestProblemId } from '../catalogue/request-problems.js';
import { isUnsetWord } from '../forms/bytes.js';
import { secondsOf } from '../forms/times.js';
import { mostValues } from '../json-forms/tree.js';
import type { LintFinding } from '../outcome.js';
import { largeBodyBytes } from '../search/limits.js';
import type { SearchedRequest, SenderSecrets, SigningSteps } from '../signing-steps.js';
import { hasHeadersInBody } from './body-form.js';
import { otherClient } from './other-client.js';
import { headerParts, longestHeader, type HeaderPart, type ReadHeaders } from './read-headers.js';

const missingHeaderIds = {
  signature: 'hdr-signature-missing',
  timestamp: 'hdr-timestamp-missing',
  clientId: 'hdr-client-id-missing',
} as const;

/** A problem under its id in the catalogue, with what this request shows of it. */
function headerProblem(id: CauseId, detail = ''): LintFinding {
  const { mistake, fix } = causeOf(id);
  return { id, says: `${mistake} ${detail}`.trim(), fix, effect: 'refused' };
}

interface HeaderLintInput {
  readonly request: SearchedRequest;
  readonly headers: ReadHeaders;
  readonly secrets: SenderSecrets | undefined;
  /** How the signature was made, if that was found. */
  readonly steps: SigningSteps | undefined;
}

/** The problems that the headers show without computing a signature: first those of the names, then those of the values. */
export function lintHeaders(input: HeaderLintInput): LintFinding[] {
  const { request, headers, steps } = input;
  if (headers.signature.value === undefined && hasHeadersInBody(readBody(request.body).object)) {
    return [optionsAsBody];
  }
  const scheme: InterfaceRecord = interfaceRecords[request.interface];
  const findings = headerParts
    .filter((part) => scheme.headers[part] !== undefined)
    .flatMap((part) => {
      const isLeftOut = request.isFromOptions === true && headers[part].value === undefined;
      return isLeftOut ? lintLeftOut(part, input) : lintHeader(part, headers, steps !== undefined);
    });
  if (scheme.headers.timestamp === undefined) return findings;
  const timestamp = headers.timestamp.value;
  // If another timestamp was signed than this header has, the finding about the signature says so already.
  if (timestamp !== undefined && !isContradicted('timestamp', timestamp, steps)) {
    findings.push(...lintTime(timestamp, request));
  }
  return [...findings, ...lintClientId(input)];
}

const optionsAsBody: LintFinding = {
  id: 'hdr-signature-missing',
  says: 'The request has no X-Signature header: the options of the call, with `headers` in them, were sent as its body.',
  fix: 'Give the body and the options apart: `axios.post(url, body, { headers })`, `fetch(url, { headers, body })`.',
  effect: 'refused',
};

/** The problem of an option of `diagnose` that was not given: a client id may then still come from the credentials. */
function lintLeftOut(part: HeaderPart, { headers, secrets }: HeaderLintInput): LintFinding[] {
  if (part !== 'clientId') return lintHeader(part, headers, false);
  if (secrets?.own.clientId !== undefined) return [];
  return [
    {
      id: 'request-client-id' satisfies RequestProblemId,
      says: '`--client-id` was not given, and the credentials have none.',
      fix: 'Add `--client-id`: the client id is a part of the message.',
      effect: 'unclear',
    },
  ];
}

/** Whether the message that was signed has this part, with another value than the header. */
function isContradicted(
  part: 'timestamp' | 'clientId',
  value: string,
  steps: SigningSteps | undefined,
): boolean {
  return steps?.layout.parts.includes(part) === true && steps[part] !== value;
}

function lintClientId({ headers, secrets, steps }: HeaderLintInput): LintFinding[] {
  const sent = headers.clientId.value;
  const ownId = secrets?.own.clientId;
  if (secrets === undefined || sent === undefined || ownId === undefined || sent === ownId) {
    return [];
  }
  if (isContradicted('clientId', sent, steps)) return [];
  // Signed with the secret of another credential: the finding about the key says so, and that explains the other client id.
  const hasOtherKey =
    steps !== undefined &&
    secrets?.others.some(({ secret }) => Buffer.from(secret).equals(steps.key)) === true;
  if (hasOtherKey) return [];
  if (isUnsetWord(sent)) return [headerProblem('client-id-undefined')];
  if (/^0\d+$/.test(ownId) && sent === ownId.replace(/^0+/, '')) return [clientIdWithoutZeros];
  const mistakeId = formOfClientId(sent, ownId);
  if (mistakeId === 'client-id-case') return [clientIdInOtherCase];
  if (mistakeId === 'client-id-quoted') return [clientIdInQuotes];
  return [
    steps === undefined ? otherClient(secrets.own) : headerProblem('client-id-header-mismatch'),
  ];
}

const clientIdInOtherCase: LintFinding = {
  id: 'client-id-case',
  says: 'X-Client-ID is the client id in another case.',
  fix: causeOf('client-id-case').fix,
  effect: 'refused',
};
const clientIdInQuotes: LintFinding = {
  id: 'client-id-quoted',
  says: 'X-Client-ID is the client id with quotes or other marks around it.',
  fix: causeOf('client-id-quoted').fix,
  effect: 'refused',
};

const clientIdWithoutZeros: LintFinding = {
  id: 'client-id-number',
  says: 'X-Client-ID is the client id without its leading zeros: a program read it as a number.',
  fix: causeOf('client-id-number').fix,
  effect: 'refused',
};

/** @param isSignatureExplained whether it was found how the signature was made */
function lintHeader(
  part: HeaderPart,
  headers: ReadHeaders,
  isSignatureExplained: boolean,
): LintFinding[] {
  const { value, wrongName, count = 1, isGuess = false, fault } = headers[part];
  const name = headerNames[part];
  if (fault !== undefined) {
    return [headerProblem(fault, fault === 'hdr-secret-sent' ? `It is the value of ${name}.` : '')];
  }
  // If the signature was explained with this value, the value is no guess any more.
  if (wrongName !== undefined && (isSignatureExplained || !isGuess)) {
    return [misnamedHeader(name, wrongName)];
  }
  if (wrongName !== undefined) {
    return [
      headerProblem(
        missingHeaderIds[part],
        `pvg took ${wrongName} in its place, which is a guess.`,
      ),
    ];
  }
  if (value === undefined || value === '') return [headerProblem(missingHeaderIds[part])];
  return count === 1 ? [] : [headerProblem('hdr-repeated', `${name} has ${String(count)} values.`)];
}

function misnamedHeader(name: string, wrongName: string): LintFinding {
  const fix = `Send ${name} under exactly this name, not as ${wrongName}.`;
  return { ...headerProblem('hdr-name-wrong', `${name} was sent as ${wrongName}.`), fix };
}

/** Such as `2026-09-22`, `20260922T101500`, `20260922`, `Tue, 22 Sep 2026` or a text with GMT. */
const dateText = /^\d{4}-\d\d|^\d{8}T|^20\d\d[01]\d[0-3]\d$|^[A-Z][a-z]{2},? |GMT/;

const halfHourS = 1_800;
/** How far the clock may be off, in addition to a wrong time zone. */
const zoneToleranceS = 120;
const mostZoneS = 14 * 3_600;

/** The form of X-Timestamp, and the distance of its moment from the time of arrival. */
const lintTime = (header: string, request: ReceivedTime): LintFinding[] => [
  ...lintTimeForm(header),
  ...lintClock(header, request),
];

/** The contract does not allow this form of X-Timestamp, but it does not show how the service answers it. */
function formNotAllowed(id: CauseId, detail = ''): LintFinding {
  return { ...headerProblem(id, detail), effect: 'not-allowed' };
}

/** The ids with `-both` mean that the header and the message have the same wrong form. */
function lintTimeForm(header: string): LintFinding[] {
  if (/^\d{13}$/.test(header)) return [headerProblem('ts-ms-both')];
  if (/^(?:\d{16}|\d{19})$/.test(header)) return [headerProblem('ts-micro-nano-both')];
  // `1790000000.5` or `1.79e+09`.
  if (/^\d{10}[.,]\d*$|^\d\.\d+e\+?0?9$/i.test(header)) {
    const detail = header.includes(',') ? 'It has a decimal comma.' : '';
    return [formNotAllowed('ts-float-both', detail)];
  }
  if (dateText.test(header)) return [formNotAllowed('ts-iso-both')];
  if (header === '') return [];
  if (isUnsetWord(header)) return [formNotAllowed('ts-undefined')];
  return /^\d{10}$/.test(header) ? [] : [oddTimestamp(header)];
}

/** Texts that name one moment: Unix time in seconds or a fraction of them, and dates with a time zone. */
const certainMoment =
  /^\d{10}(?:\d{3}|\d{6}|\d{9}|[.,]\d+)?$|^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$|GMT$/;

type ReceivedTime = Pick<SearchedRequest, 'receivedAt' | 'isReceivedHere'>;

function lintClock(header: string, request: ReceivedTime): LintFinding[] {
  const { receivedAt, isReceivedHere = false } = request;
  const sentS = certainMoment.test(header) ? secondsOf(header) : undefined;
  if (sentS === undefined) return [];
  if (receivedAt === undefined) {
    // A time near 0 was never set, so it is not the clock that is wrong.
    const isUnset = Math.abs(sentS) <= limits.timestampSkewSeconds;
    if (isUnset || isPlausibleTime(sentS)) return [];
    const year = String(new Date(sentS * 1000).getUTCFullYear());
    return [headerProblem('ts-clock-skew', `It is a time in the year ${year}.`)];
  }
  const skewS = sentS - receivedAt;
  if (Math.abs(skewS) <= limits.timestampSkewSeconds) return [];
  const moment = /^\d{10}$/.test(header) ? header : 'The moment that it names';
  const clock = isReceivedHere
    ? 'this computer’s clock'
    : 'the time that the input gives for the request';
  const detail = `${moment} is ${counted(Math.abs(skewS), 'second')} ${skewS < 0 ? 'behind' : 'ahead of'} ${clock}.`;
  const zoneS = Math.round(skewS / halfHourS) * halfHourS;
  const isNearZone = Math.abs(skewS - zoneS) <= zoneToleranceS;
  const isZone = zoneS !== 0 && isNearZone && Math.abs(zoneS) <= mostZoneS;
  if (!isZone) return [headerProblem('ts-clock-skew', detail)];
  const hours = counted(Math.abs(zoneS) / 3_600, 'hour');
  const says = `X-Timestamp is ${hours} too ${zoneS < 0 ? 'early' : 'late'}, as if a date was read in the wrong time zone.`;
  return [{ ...headerProblem('ts-timezone-shift'), says: `${says} ${detail}` }];
}

const [start2015, start2060] = [1_420_070_400, 2_840_140_800];
/** Without the time of arrival nothing shows that a time from 2015 to 2059 is wrong. */
const isPlausibleTime = (seconds: number): boolean => seconds >= start2015 && seconds <= start2060;

const wholeSeconds = 'Send whole Unix seconds: 10 digits and nothing else.';

function oddTimestamp(header: string): LintFinding {
  const id: RequestProblemId = 'request-timestamp';
  if (/^\d{10}\d?N$/.test(header)) {
    return {
      id,
      says: 'X-Timestamp ends in `N`: the `date` of macOS and BSD does not know `%N`.',
      fix: `Use \`date +%s\`. ${wholeSeconds}`,
      effect: 'not-allowed',
    };
  }
  // Ticks are steps of 100 nanoseconds since the year 1: from 1998 to 2060 they begin with 63 or 64.
  if (/^6[34]\d{16}$/.test(header)) {
    return {
      id,
      says: 'X-Timestamp has 18 digits, as the ticks of .NET have; Unix seconds have 10.',
      fix: `Use \`DateTimeOffset.UtcNow.ToUnixTimeSeconds()\`. ${wholeSeconds}`,
      effect: 'refused',
    };
  }
  const isNumber = /^\d+$/.test(header);
  const says = isNumber
    ? `X-Timestamp has ${counted(header.length, 'digit')}; Unix seconds have 10.`
    : 'X-Timestamp has characters that are not digits.';
  return { id, says, fix: wholeSeconds, effect: isNumber ? 'refused' : 'not-allowed' };
}

/** Says that the search was limited: with a large body it tries only simple changes, with a very long header nothing. */
export function lintTooLarge(body: Uint8Array, headers: ReadHeaders): LintFinding[] {
  const long = headerParts.find((part) => (headers[part].value ?? '').length > longestHeader);
  if (long === undefined && body.length <= largeBodyBytes) return [];
  const says =
    long === undefined
      ? `The body has ${counted(body.length, 'byte')}. Of a body over 64 KB pvg tries only simple changes of the whole body, each without another mistake. JSON of more than ${counted(mostValues, 'value')} is not printed in other ways.`
      : `${headerNames[long]} has more than ${counted(longestHeader, 'character')}, so pvg does not search for a mistake.`;
  const fix = 'Diagnose a smaller request of the same program.';
  return [{ id: 'request-too-large' satisfies RequestProblemId, says, fix, effect: 'unclear' }];
}
