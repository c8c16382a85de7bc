import { isoTime, once, readBody, whatIsWrong } from '../contract/answer.js';
import type { Call, Reply, Traits } from '../contract/call.js';
import { explainCommand, namedFailure } from '../contract/codes.js';
import { verdictNamed, type Anomaly, type Judgement, type VerdictMeaning } from '../contract/judgement.js';
import { evidenceCommand, failed, judgeOutcome, message, shapeless } from '../contract/outcome.js';
import { JsonObject, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import type { Word } from '../text/shell.js';
import { shownFingerprint } from '../signing/digest.js';
import type { Exchange } from '../transport/exchange.js';
import { WireFailure } from '../contract/wire.js';
import { sessionFacts, sessionOddities } from './answer.js';
import { sessionCodes } from './errors.js';

interface SessionQuestion {
  /** Only "completed?": the token is dropped from everything. */
  readonly check: boolean;
  /** When a true answer about this player was seen, in ISO 8601. */
  readonly completedSince?: string | undefined;
  /** The options that name the same player in another command. */
  readonly words?: readonly Word[];
  /** Removes known secrets from bytes. */
  readonly redact?: (bytes: Uint8Array) => Uint8Array;
}

const traits: Traits = {
  section: '§2.6',
  records: false,
  doubt: () => 'Repeating is safe: it mints another token.',
  again: 'Wait a few minutes, then ask again.',
  // A broken answer may contain the token, so only what cannot contain it is shown.
  mayNeedWithholding: (start) => !/^\s*</.test(start) && /[{["]/.test(start),
};

/** What a session exchange means (§4.3, §2.6, §7.2). */
export function judgeSession(made: Exchange, question: SessionQuestion): Judgement {
  const { check, redact } = question;
  const withhold = check ? withoutToken : (answer: Json): Json => answer;
  const call = { ...traits, made, book: sessionCodes, redact, withhold };
  const judgement = judgeOutcome(call, (reply) => {
    const trouble = shapeTrouble(reply);
    if (trouble !== undefined) return shapeless(call, reply, trouble);
    return reply.status === 200 ? answered(reply, question, serverTimeMs(made)) : refused(call, reply);
  });
  return check && mayHideToken(made) ? { ...judgement, withholdRaw: true } : judgement;
}

/** The token in an answer, whatever its status. */
export const tokenIn = ({ last: { outcome } }: Exchange): string | undefined => {
  const token =
    outcome instanceof WireFailure ? undefined : readBody(outcome.body).object?.get('sessionToken');
  return typeof token === 'string' ? token : undefined;
};

/** An answer that is not an object, or has a token somewhere deeper, is removed completely. */
const withoutToken = (answer: Json): Json => {
  if (!(answer instanceof JsonObject)) return null;
  const rest = answer.without('sessionToken');
  return namesToken(rest) ? null : rest;
};

const namesToken = (answer: JsonObject): boolean => printJson(answer).includes('"sessionToken"');

/** Bytes that cannot be read as one token in its place: it is not known what to remove from them. */
const mayHideToken = ({ last: { outcome } }: Exchange): boolean => {
  if (outcome instanceof WireFailure) return false;
  const { object } = readBody(outcome.body);
  if (object === undefined || namesToken(object.without('sessionToken'))) return true;
  return object.has('sessionToken') && typeof once(object, 'sessionToken') !== 'string';
};

/** Why an object is neither the answer of §2.6 nor a failure of §7.2; undefined when it is one. */
function shapeTrouble({ status, object }: Reply): string | undefined {
  if (status >= 400)
    return typeof once(object, 'code') === 'string' ? undefined : whatIsWrong(object, 'code', 'a string');
  if (status !== 200) return `the contract shows no answer with HTTP ${String(status)}`;
  if (typeof once(object, 'sessionToken') !== 'string')
    return whatIsWrong(object, 'sessionToken', 'a string');
  return typeof once(object, 'xmdtCompleted') === 'boolean'
    ? undefined
    : whatIsWrong(object, 'xmdtCompleted', 'a boolean');
}

/** When the answer came; undefined for an answer from a file. */
const serverTimeMs = ({ attempts, last, clockSkewS = 0 }: Exchange): number | undefined =>
  attempts.length === 0 ? undefined : last.endedAtMs + clockSkewS * 1000;

function answered(
  { object, anomalies }: Reply,
  { check, words, completedSince }: SessionQuestion,
  nowMs: number | undefined,
): Judgement {
  const token = object.get('sessionToken');
  const completed = object.get('xmdtCompleted') === true;
  const id = completed ? 'completed' : 'not-completed';
  const contradiction = completed || completedSince === undefined ? [] : [wasCompleted(completedSince)];
  return {
    exit: 0,
    verdict: verdictNamed(id, sessionVerdicts[id]),
    advice: contradiction.length === 0 ? sessionVerdicts[id].advice : 'check',
    answer: check ? withoutToken(object) : object,
    anomalies: [...contradiction, ...anomalies, ...sessionOddities(object, nowMs)],
    error: null,
    facts: sessionFacts(
      object,
      check || typeof token !== 'string' ? undefined : `${shownFingerprint(token)}… (withheld)`,
    ),
    nextCommand: nextOf(words, completed || check),
  };
}

const wasCompleted = (since: string): Anomaly => ({
  field: 'xmdtCompleted',
  says: `is false, but an answer at ${isoTime(Date.parse(since))} said true, and true never becomes false again; show both answers to the operator`,
  section: '§3.2',
});

export const sessionVerdicts = {
  completed: {
    says: 'Yes: the player has completed verification.',
    next: 'Nobody has to act: the game’s app may skip the SDK’s verification screen. This answer is final: a yes never becomes a no.',
    sections: ['§2.6', '§3.2'],
    advice: 'none',
  },
  'not-completed': {
    says: 'No record of completed verification for this player name.',
    who: 'you, then the player',
    next: 'Check the name first: the contract shows the same answer for a misspelt or unknown one. If it is right, the game opens the SDK’s verification screen with a fresh token. Check again afterwards: pvg does not store a “no”.',
    sections: ['§2.6', '§3.3'],
    advice: 'none',
  },
} as const satisfies Record<string, VerdictMeaning>;

/** The check again, unless it was just made or has nothing left to find. */
function nextOf(words: readonly Word[] | undefined, done: boolean): readonly Word[] {
  if (words === undefined) return ['pvg', 'help', 'identifiers'];
  return done ? evidenceCommand : ['pvg', 'session', ...words, '--check'];
}

/** 4xx in the error shape of §7.2. No clock is mentioned: this interface has no timestamp (§5.2). */
function refused(call: Call, { status, object, anomalies }: Reply): Judgement {
  const { code, entry, error, anomalies: odd } = namedFailure(call.book, status, object);
  const listed = entry?.status === status ? entry : undefined;
  return failed({
    exit: listed?.exit ?? (status === 401 ? 4 : 5),
    advice: listed?.advice ?? 'fix-request',
    answer: call.withhold?.(object) ?? null,
    anomalies: [...anomalies, ...odd],
    error,
    facts: message(object),
    nextCommand: explainCommand(status, code),
  });
}
