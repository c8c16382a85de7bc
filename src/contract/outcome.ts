import type { Json, JsonObject } from '../json/json.js';
import { headerValue, WireFailure, type WireRequest, type WireResponse } from '../wire.js';
import { excerpt, once, readBody, type ReadBody } from './answer.js';
import { explainCommand, looksLikeCode, namedFailure, type CodeBook } from './codes.js';
import type { Operation } from './interfaces.js';
import type { Anomaly, JudgedError, Judgement } from './judgement.js';

/** What both wings make of an outcome that neither has to read: none at all, a server's failure, a foreign shape. */

/** One call, as far as judging its outcome needs to know it. */
export interface Call {
  readonly operation: Operation;
  /** undefined when only the answer is known, as in `explain-error`. */
  readonly request: WireRequest | undefined;
  /** How often it was sent; 0 when only the answer is known. */
  readonly attempts: number;
  /** An earlier attempt of the same run may have been processed. */
  readonly unclearBefore: boolean;
  readonly book: CodeBook;
  /** The look-up of the same purchase: shows whether a verify was recorded; undefined where there is none. */
  readonly lookup: readonly string[] | undefined;
  /** Takes out of an answer what must not be shown. */
  readonly withhold?: (answer: Json) => Json;
  /** Takes known secrets out of a body before its beginning is shown: of one that is cut nobody would know it. */
  readonly redact?: ((bytes: Uint8Array) => Uint8Array) | undefined;
  /** What to say with any 401, whatever its shape (rule 6 of the command line); '' for nothing. */
  readonly clockHint?: () => string;
}

/** An answer of the service that is a JSON object. */
export interface Reply {
  readonly status: number;
  readonly object: JsonObject;
  readonly anomalies: readonly Anomaly[];
}

class ReadReply implements Reply {
  constructor(
    readonly status: number,
    readonly object: JsonObject,
    private readonly body: ReadBody,
  ) {}

  get anomalies(): readonly Anomaly[] {
    return this.body.anomalies;
  }
}

/** Judges what needs no reading; hands every JSON object with a status of its own to `decide`. */
export function judgeOutcome(
  call: Call,
  outcome: WireResponse | WireFailure,
  decide: (reply: Reply) => Judgement,
): Judgement {
  if (outcome instanceof WireFailure) return judgeLoss(call, outcome);
  const { status } = outcome;
  const body = readBody(outcome.body);
  if (isServersFailure(status) || status === 429) return waitAndRetry(call, outcome, body);
  if (status >= 300 && status < 400) return redirected(call, outcome, body);
  if (body.object === undefined) return shapeless(call, outcome, body, body.trouble);
  if (status >= 600) return shapeless(call, outcome, body, `HTTP ${String(status)} is no status at all`);
  return decide(new ReadReply(status, body.object, body));
}

/** A status beyond 599 is of no kind. */
const isServersFailure = (status: number): boolean => status >= 500 && status < 600;

/** A call of which nothing is known but that it failed in the way of the given error. */
const failed = (
  judgement: Pick<Judgement, 'exit' | 'advice' | 'nextCommand'> & {
    readonly error: JudgedError;
  } & Partial<Judgement>,
): Judgement => ({
  ok: false,
  verdict: null,
  answer: null,
  anomalies: [],
  facts: [],
  ...judgement,
});

function judgeLoss(call: Call, failure: WireFailure): Judgement {
  const { status, headers } = failure.details;
  if (status !== undefined && (isServersFailure(status) || status === 429)) {
    const body = new Uint8Array();
    return waitAndRetry(call, { status, headers: headers ?? [], body }, readBody(body));
  }
  if (failure.kind === 'not-reached') return notReached(call, failure);
  if (failure.kind === 'lost') return lost(call, `No answer came: ${told(failure)}.`);
  return failed({
    exit: 12,
    advice: 'check',
    error: {
      code: 'no-contract-shape',
      says: `${address(call)}: ${told(failure)}${status === undefined ? '' : ` (HTTP ${String(status)})`}.`,
      hint: [
        doubt(call, 'The request was received'),
        ...clockHint(call, status),
        'Is this the gateway, and not a proxy in between?',
      ].join(' '),
      section: null,
    },
    nextCommand: call.lookup ?? ['pvg', 'doctor'],
  });
}

function notReached(call: Call, failure: WireFailure): Judgement {
  // The last attempt wrote nothing, but one before it may have been processed.
  if (call.operation === 'verify' && call.unclearBefore) {
    return lost(call, `An attempt got no clear answer, then the service was not reached: ${told(failure)}.`);
  }
  return failed({
    exit: 11,
    advice: 'retry-later',
    error: {
      code: 'not-reached',
      says: `The service was never reached: ${told(failure)}. It was ${address(call)}.`,
      hint: 'Nothing was sent, so it is safe to repeat. `pvg doctor` checks the address, the proxy and the settings of certificates.',
      section: null,
    },
    nextCommand: ['pvg', 'doctor'],
  });
}

const lost = (call: Call, says: string): Judgement =>
  failed({
    exit: 10,
    advice: call.operation === 'verify' ? 'check' : 'retry-later',
    error: {
      code: 'outcome-unknown',
      says: `${says} It was ${address(call)}.`,
      hint: doubt(call, 'The request may have arrived'),
      section: call.operation === 'verify' ? '§3.1' : null,
    },
    nextCommand:
      call.lookup ?? (call.operation === 'verify' ? ['pvg', 'help', 'not-shown'] : ['pvg', 'doctor']),
  });

/** What an unclear outcome leaves open, and how to go on. */
export const doubt = ({ operation, lookup }: Call, because: string): string => {
  if (operation === 'lookup') return 'A look-up changes nothing: repeating it is safe.';
  if (operation === 'session') return 'Repeating is safe: it mints another token.';
  return lookup
    ? `${because}: the purchase may have been recorded. Look it up before anything else; if it was recorded, a second verify is answered with 409 (already verified).`
    : `${because}: the purchase may have been recorded, and an iOS look-up is not shown (§4.2). Check the game’s own records; if it was recorded, a second verify is answered with 409 (already verified).`;
};

/** 5xx and 429, whatever their body. */
function waitAndRetry(call: Call, response: WireResponse, body: ReadBody): Judgement {
  const { status } = response;
  const limited = status === 429;
  const named = namesCode(call, body.object) ? body.object : undefined;
  const { code, entry, error, anomalies } = namedFailure(call.book, status, named);
  const says = entry
    ? error.says
    : limited
      ? 'Too many requests (HTTP 429).'
      : `The service or the store behind it failed (HTTP ${String(status)}).`;
  const hints = [
    limited || call.attempts === 0
      ? (entry?.fix ?? (limited ? 'Wait, then try again.' : 'Retry with exponential back-off.'))
      : tried(call),
    ...(limited ? [askedToWait(response)] : []),
    ...(call.operation === 'verify' && !limited
      ? [
          call.lookup
            ? 'Whether it was recorded is not said: look the purchase up before you verify again.'
            : 'Whether it was recorded is not said, and an iOS look-up is not shown (§4.2): check the game’s own records before you verify again.',
        ]
      : []),
    ...(limited && call.book.member === 'error' ? ['Rate limits of the gateway are not shown (§8).'] : []),
  ];
  return failed({
    exit: limited ? 9 : 8,
    advice: 'retry-later',
    answer: withheld(call, body.json),
    anomalies: [
      ...body.anomalies,
      ...(call.operation === 'session' ? [] : contradiction(body.object, status)),
      ...(named ? anomalies : []),
    ],
    error: { ...error, says, hint: hints.filter((hint) => hint !== '').join(' ') },
    facts: message(body.object),
    nextCommand: explainCommand(status, code),
  });
}

/** Back-off is what pvg has done by now (§7.1, 5): what is left to the person. */
const tried = ({ attempts, operation }: Call): string => {
  const so = attempts === 1 ? '' : `pvg has tried ${String(attempts)} times already. `;
  const again = {
    lookup: 'Wait some minutes, then look it up again: that changes nothing.',
    verify: 'Wait some minutes.',
    session: 'Wait some minutes, then ask again.',
  } as const;
  return `${so}${again[operation]} If it goes on, ask the operator whether the service has trouble.`;
};

/** A success that its status contradicts: only a 200 is one (§7.1). */
export const contradiction = (object: JsonObject | undefined, status: number): Anomaly[] =>
  object?.get('success') === true
    ? [{ field: 'success', says: `is true in HTTP ${String(status)}: not a success (§7.1)` }]
    : [];

/** Anything may stand in the body of a 5xx: a proxy's sentence, or a store rejection, whose `error` is no code (§2.4). */
const namesCode = ({ book }: Call, object: JsonObject | undefined): boolean => {
  const code = once(object, book.member);
  return typeof code === 'string' && looksLikeCode(code) && object?.has('found') === false;
};

const askedToWait = ({ headers }: WireResponse): string => {
  const seconds = headerValue(headers, 'retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(seconds) ? `The answer asks to wait ${seconds} s.` : '';
};

/** The service's own words, for people. */
export const message = (object: JsonObject | undefined): Judgement['facts'] => {
  const text = object?.get('message');
  return typeof text === 'string' && text !== '' ? [{ id: 'message', label: 'Message', value: text }] : [];
};

function redirected(call: Call, response: WireResponse, body: ReadBody): Judgement {
  return failed({
    exit: 12,
    advice: 'check',
    answer: withheld(call, body.json),
    anomalies: body.anomalies,
    error: {
      code: 'no-contract-shape',
      says: `${address(call)} answered HTTP ${String(response.status)}, a redirect to ${target(call, response)}; not followed.`,
      hint: [
        'The contract has no redirects: the base address is wrong, or something else answers in its place. Check it with `pvg doctor`.',
        ...(call.unclearBefore ? [doubt(call, 'An earlier attempt got no clear answer')] : []),
      ].join(' '),
      section: '§4',
    },
    nextCommand: ['pvg', 'doctor'],
  });
}

/** Only the origin: the rest of a Location may carry a token. */
const target = ({ request }: Call, { headers }: WireResponse): string => {
  const location = headerValue(headers, 'location');
  if (location === undefined) return 'an address it does not name';
  try {
    const { origin, protocol } = new URL(location, request?.url);
    return origin === 'null' ? `an address of another kind (${protocol})` : origin;
  } catch {
    return 'an address that cannot be read';
  }
};

/** An answer without the contract's shape; `trouble` is the clause that says why. */
export function shapeless(call: Call, response: WireResponse, body: ReadBody, trouble: string): Judgement {
  const { status, headers } = response;
  const type = headerValue(headers, 'content-type');
  const foreign = body.object === undefined;
  const doubtful = call.operation === 'verify' && (status < 300 || status >= 600 || call.unclearBefore);
  return failed({
    exit: 12,
    advice: 'check',
    answer: withheld(call, body.json),
    anomalies: body.anomalies,
    error: {
      code: 'no-contract-shape',
      says: [
        `${address(call)} answered HTTP ${String(status)}, but not in a shape of the contract: ${trouble}.`,
        ...(foreign ? [`Content-Type: ${type === undefined ? 'none' : quoted(type)}.`] : []),
        ...(foreign || call.operation === 'verify' ? [beginning(call, response)] : []),
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
      hint: [
        ...(doubtful ? [doubt(call, 'The request was received')] : []),
        ...clockHint(call, status),
        ...(foreign
          ? [
              'Is this not the gateway? A proxy or a captive portal answers like this. `pvg doctor` checks the address.',
            ]
          : // --raw would send a second verify.
            [
              call.operation === 'verify'
                ? '`pvg doctor` checks the address.'
                : 'See the whole answer with `--raw`.',
            ]),
      ].join(' '),
      section: sections[call.operation],
    },
    nextCommand: doubtful && call.lookup ? call.lookup : ['pvg', 'doctor'],
  });
}

const clockHint = (call: Call, status: number | undefined): string[] =>
  status === 401 && call.clockHint ? [call.clockHint()].filter((hint) => hint !== '') : [];

const sections = { verify: '§2.2', lookup: '§2.4', session: '§2.6' } as const;

const quoted = (text: string): string => excerpt(new TextEncoder().encode(text));

// A broken session answer may hold the token, so of that interface only what cannot be one is repeated.
const mayHoldToken = (start: string): boolean => !/^\s*</.test(start) && /[{["]/.test(start);

const beginning = ({ operation, redact }: Call, { body }: WireResponse): string => {
  if (body.length === 0) return '';
  const start = excerpt(redact ? redact(body) : body);
  return operation === 'session' && mayHoldToken(start) ? '' : `It begins: ${start}`;
};

const withheld = ({ withhold }: Call, answer: Json): Json => (withhold ? withhold(answer) : answer);

/** The system's and TLS's own codes can be looked up; those of the libraries underneath tell nobody anything. */
const isLibraryCode = (code: string): boolean => /^(?:UND_ERR|HPE_|HTTPParser|ERR_ASSERTION|Z_)/.test(code);

const told = ({ message: says, details: { code } }: WireFailure): string =>
  code === undefined || isLibraryCode(code) || says.includes(code) ? says : `${says} (${code})`;

/** Method and address of the call, without user, password or query. */
const address = ({ request }: Call): string => {
  if (request === undefined) return 'The service';
  try {
    const { origin, pathname } = new URL(request.url);
    return `${request.method} ${origin}${pathname}`;
  } catch {
    return request.method;
  }
};
