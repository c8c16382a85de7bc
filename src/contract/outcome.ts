import type { Json, JsonObject } from '../text/json/json.js';
import { headerValue, WireFailure, type WireRequest, type WireResponse } from './wire.js';
import { excerpt, once, readBody, type ReadBody } from './answer.js';
import type { Call, Reply } from './call.js';
import { explainCommand, looksLikeCode, namedFailure } from './codes.js';
import { sentences, type JudgedError, type Judgement } from './judgement.js';

/** What both wings make of an outcome that neither has to read: no answer, a server's failure, an unknown shape. */

/** Shows whether the service can be reached at all. */
export const doctorOnline = ['pvg', 'doctor', '--online'] as const;

/** A page for the ticket, made from the journal. */
export const evidenceCommand = ['pvg', 'report', '--last', '--out', 'ticket.html'] as const;

/** Judges what needs no reading; leaves every other JSON object to `decide`. */
export function judgeOutcome(call: Call, decide: (reply: Reply) => Judgement): Judgement {
  const { outcome: response } = call.made.last;
  if (response instanceof WireFailure) return judgeLoss(call, response);
  const { status } = response;
  const body = readBody(response.body);
  if (isServersFailure(status) || status === 429) return waitAndRetry(call, response, body);
  if (status >= 300 && status < 400) return redirected(call, response, body);
  const { object, anomalies } = body;
  if (object === undefined) return shapeless(call, { response, body }, body.trouble);
  if (status >= 600)
    return shapeless(call, { response, body }, `HTTP ${String(status)} is not a valid status`);
  return decide({ response, body, status, object, anomalies });
}

/** A status beyond 599 belongs to no class of HTTP. */
const isServersFailure = (status: number): boolean => status >= 500 && status < 600;

/** A failed call: everything that is not given is empty. */
export const failed = (
  judgement: Pick<Judgement, 'exit' | 'advice' | 'nextCommand'> & {
    readonly error: JudgedError;
  } & Partial<Judgement>,
): Judgement => ({ verdict: null, answer: null, anomalies: [], facts: [], ...judgement });

function judgeLoss(call: Call, failure: WireFailure): Judgement {
  const { status, headers } = failure.details;
  if (status !== undefined && (isServersFailure(status) || status === 429)) {
    const body = new Uint8Array();
    return waitAndRetry(call, { status, headers: headers ?? [], body }, readBody(body));
  }
  if (failure.kind === 'not-reached') return notReached(call, failure);
  if (failure.kind === 'lost') return lost(call, `The answer was lost: ${told(failure)}.`);
  return failed({
    exit: 12,
    advice: 'check',
    error: {
      code: 'no-contract-shape',
      says: `${address(call)}: ${told(failure)}${status === undefined ? '' : ` (HTTP ${String(status)})`}.`,
      hint: sentences(
        call.doubt('The request was received'),
        status === 401 && call.clockHint?.(),
        'A proxy in between may have answered instead of the service.',
      ),
      section: null,
    },
    nextCommand: (call.records ? call.lookup : undefined) ?? doctorOnline,
  });
}

/** The codes for a certificate whose issuer is not known here. */
export const isUntrusted = ({ details: { code = '' } }: WireFailure): boolean =>
  /^(?:UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|CERT_UNTRUSTED)$/.test(
    code,
  );

function notReached(call: Call, failure: WireFailure): Judgement {
  // The last attempt wrote nothing, but one before it may have been processed.
  if (call.records && call.made.unclearBefore) {
    return lost(
      call,
      `One attempt got no clear answer, and then the service was not reached: ${told(failure)}.`,
    );
  }
  return failed({
    exit: 11,
    advice: 'retry-later',
    error: {
      code: 'not-reached',
      says: `The service was never reached: ${told(failure)}. The request was ${address(call)}.`,
      hint: sentences(
        'Nothing was sent, so you can safely repeat the command.',
        isUntrusted(failure) &&
          'If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.',
        '`pvg doctor --online` shows where the connection fails: name, port, certificate or answer.',
      ),
      section: null,
    },
    nextCommand: doctorOnline,
  });
}

const lost = (call: Call, says: string): Judgement =>
  failed({
    exit: 10,
    advice: call.records ? 'check' : 'retry-later',
    error: {
      code: 'outcome-unknown',
      says: `${says} The request was ${address(call)}.`,
      hint: sentences(
        call.doubt('The request may have arrived'),
        '`pvg doctor --online` shows where the connection fails.',
      ),
      section: call.records ? '§3.1' : null,
    },
    // A look-up that was lost is the command just typed.
    nextCommand: call.records ? (call.lookup ?? ['pvg', 'help', 'not-shown']) : doctorOnline,
  });

/** 5xx and 429, whatever their body. */
function waitAndRetry(call: Call, response: WireResponse, body: ReadBody): Judgement {
  const { status } = response;
  const limited = status === 429;
  const named = namesCode(call, body.object) ? body.object : undefined;
  const { code, entry, error, anomalies } = namedFailure(call.book, status, named);
  const kind = limited
    ? { says: 'Too many requests (HTTP 429).', fix: 'Wait, then try again.' }
    : {
        says: `The service or the store behind it failed (HTTP ${String(status)}).`,
        fix: 'Retry with exponential back-off.',
      };
  return failed({
    exit: limited ? 9 : 8,
    advice: 'retry-later',
    answer: withheld(call, body.json),
    anomalies: [
      ...body.anomalies,
      ...(call.contradiction?.(body.object, status) ?? []),
      ...(named ? anomalies : []),
    ],
    error: {
      ...error,
      says: entry ? error.says : kind.says,
      hint: sentences(
        limited || call.made.attempts.length === 0 ? (entry?.fix ?? kind.fix) : tried(call),
        ...(limited ? [askedToWait(response), call.limits] : [call.unsaid]),
      ),
    },
    facts: message(body.object),
    nextCommand: explainCommand(status, code),
  });
}

/** pvg has done the back-off itself (§7.1, 5): what is left to the person. */
const tried = ({ made: { attempts }, again }: Call): string =>
  sentences(
    attempts.length > 1 && `pvg has already tried ${String(attempts.length)} times.`,
    again,
    'If it keeps failing, ask the operator whether the service has a problem. `pvg doctor --online` shows what you can reach.',
  );

/** The body of a 5xx may be anything: a proxy's sentence, or a store rejection, whose `error` is not a code (§2.4). */
const namesCode = ({ book }: Call, object: JsonObject | undefined): boolean => {
  const code = once(object, book.member);
  return typeof code === 'string' && looksLikeCode(code) && object?.has('found') === false;
};

const askedToWait = ({ headers }: WireResponse): string => {
  const seconds = headerValue(headers, 'retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(seconds) ? `The answer asks you to wait ${seconds} s.` : '';
};

/** The service's own message, for people. */
export const message = (object: JsonObject | undefined): Judgement['facts'] => {
  const text = object?.get('message');
  return typeof text === 'string' && text !== '' ? [{ id: 'message', label: 'Message', value: text }] : [];
};

const redirected = (call: Call, response: WireResponse, body: ReadBody): Judgement =>
  failed({
    exit: 12,
    advice: 'check',
    answer: withheld(call, body.json),
    anomalies: body.anomalies,
    error: {
      code: 'no-contract-shape',
      says: `${address(call)} answered HTTP ${String(response.status)}, a redirect to ${redirectTarget(response, requestOf(call)?.url)}. pvg did not follow it.`,
      hint: sentences(
        'The contract has no redirects: the base address is wrong, or something else answered. Check it with `pvg doctor --online`.',
        call.made.unclearBefore && call.doubt('An earlier attempt got no clear answer'),
      ),
      section: '§4',
    },
    nextCommand: doctorOnline,
  });

/** Only the origin: the rest of a Location may carry a token. */
export const redirectTarget = ({ headers }: WireResponse, from: string | undefined): string => {
  const location = headerValue(headers, 'location');
  if (location === undefined) return 'an address that it does not name';
  try {
    const { origin, protocol } = new URL(location, from);
    return origin === 'null' ? `an address that is not HTTP (${protocol})` : origin;
  } catch {
    return 'an address that cannot be read';
  }
};

/** An answer that does not have the contract's shape; `trouble` is the clause that says why. */
export function shapeless(
  call: Call,
  { response, body }: Pick<Reply, 'response' | 'body'>,
  trouble: string,
): Judgement {
  const { status, headers } = response;
  const type = headerValue(headers, 'content-type');
  const foreign = body.object === undefined;
  const doubtful = call.records && (status < 300 || status >= 600 || call.made.unclearBefore);
  // --raw would send a second verify.
  const look = call.records
    ? '`pvg doctor --online` checks the address.'
    : 'See the whole answer with `--raw`.';
  return failed({
    exit: 12,
    advice: 'check',
    answer: withheld(call, body.json),
    anomalies: body.anomalies,
    error: {
      code: 'no-contract-shape',
      says: sentences(
        `${address(call)} answered HTTP ${String(status)}, but the answer does not match the contract: ${trouble}.`,
        foreign && `Content-Type: ${type === undefined ? 'none' : excerpt(Buffer.from(type))}.`,
        (foreign || call.records) && beginning(call, response),
      ),
      hint: sentences(
        doubtful && call.doubt('The request was received'),
        status === 401 && call.clockHint?.(),
        foreign
          ? 'A proxy or a captive portal may have answered instead of the service. `pvg doctor --online` checks the address.'
          : look,
      ),
      section: call.section,
    },
    nextCommand: doubtful && call.lookup ? call.lookup : doctorOnline,
  });
}

const beginning = ({ redact, mayNeedWithholding }: Call, { body }: WireResponse): string => {
  if (body.length === 0) return '';
  const start = excerpt(redact ? redact(body) : body);
  return mayNeedWithholding?.(start) ? '' : `It begins: ${start}`;
};

const withheld = ({ withhold }: Call, answer: Json): Json => (withhold ? withhold(answer) : answer);

/** People can look up the codes of the system and of TLS; the codes of libraries mean nothing to them. */
const isLibraryCode = (code: string): boolean => /^(?:UND_ERR|HPE_|HTTPParser|ERR_ASSERTION|Z_)/.test(code);

const told = ({ message: says, details: { code } }: WireFailure): string =>
  code === undefined || isLibraryCode(code) ? says : `${says} (${code})`;

const requestOf = ({ made: { attempts, last } }: Call): WireRequest | undefined =>
  attempts.length === 0 ? undefined : last.request;

/** Method and address of the call, without user, password or query. */
const address = (call: Call): string => {
  const request = requestOf(call);
  if (request === undefined) return 'The service';
  try {
    const { origin, pathname } = new URL(request.url);
    return `${request.method} ${origin}${pathname}`;
  } catch {
    return request.method;
  }
};
