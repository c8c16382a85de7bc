import { WireFailure } from '../contract/wire.js';
import { type Json, JsonObject, readMember, printJson } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { fieldAnomalies, isEmptyText, memberProblem, shapes, uniqueMember } from './fields.js';
import { anomaly, bodyProblem } from './outcome.js';
import type { Anomaly, BodyProblem, JsonAnswer, Judgement, Outcome, Subject } from './outcome.js';
import { judgeRefusal, refusalWithStatus200 } from './refusal.js';

/** What a session answer means (§4.3, §2.6, §7.2). */
export function judgeSession(
  reply: JsonAnswer,
  { completedSince }: Subject,
  exchange: Exchange,
): Judgement {
  const { status, object } = reply;
  const isAnswer = object.has('sessionToken') || object.has('xmdtCompleted');
  const listedRefusal =
    status === 200 && !isAnswer ? refusalWithStatus200('session', reply, exchange) : undefined;
  if (listedRefusal !== undefined) return listedRefusal;
  const problem = shapeProblem(reply);
  if (problem !== undefined) return { kind: 'foreign', bodyProblem: problem };
  // Here the status is at least 400, because `shapeProblem` refuses any other.
  if (status !== 200) return judgeRefusal('session', reply, exchange);
  const isCompleted = object.get('xmdtCompleted') === true;
  const anomalies: Anomaly[] = [];
  // A yes never becomes a no again (§3.2), so this no contradicts the kept yes.
  if (!isCompleted && completedSince !== undefined) {
    const earlier = `true, as answered at ${completedSince}`;
    anomalies.push(anomaly('contradictory', 'xmdtCompleted', earlier));
  }
  if (isEmptyText(object.get('sessionToken'))) anomalies.push(anomaly('empty', 'sessionToken'));
  anomalies.push(...fieldAnomalies(object, shapes.session));
  return { kind: isCompleted ? 'completed' : 'not-completed', anomalies };
}

/** Why an object is neither the answer of §2.6 nor a failure of §7.2. Without a problem the status is 200 or at least 400. */
function shapeProblem({ status, object }: JsonAnswer): BodyProblem | undefined {
  const needed = (name: string, type: 'string' | 'boolean'): BodyProblem | undefined =>
    typeof uniqueMember(object, name) === type ? undefined : memberProblem(object, name, type);
  if (status >= 400) return needed('code', 'string');
  if (status !== 200) return bodyProblem('status-not-shown', String(status));
  return needed('sessionToken', 'string') ?? needed('xmdtCompleted', 'boolean');
}

const tokenMember = 'sessionToken';

/**
 * Every text that an answer has below a member of the token's name: a service may put the token into a list, into an
 * object, or deeper than §2.6 shows it.
 */
export function sessionTokensIn(answer: Json): string[] {
  const tokens: string[] = [];
  const pending: { readonly value: Json; readonly isBelowToken: boolean }[] = [
    { value: answer, isBelowToken: false },
  ];
  while (pending.length > 0) {
    const { value = null, isBelowToken = false } = pending.pop() ?? {};
    if (typeof value === 'string' && isBelowToken) tokens.push(value);
    const members = value instanceof JsonObject ? value.members : [];
    for (const [name, member] of members) {
      pending.push({ value: member, isBelowToken: isBelowToken || name === tokenMember });
    }
    const items: readonly Json[] = Array.isArray(value) ? value : [];
    for (const item of items) pending.push({ value: item, isBelowToken });
  }
  return tokens;
}

/** Whether an answer has its token where §2.6 shows it. Only such a token is ever shown. */
export function isPlainSession(status: number, answer: Json): boolean {
  return status === 200 && typeof uniqueMember(answer, tokenMember) === 'string';
}

/** The token in an answer, whatever its status. */
export function sessionTokenOf({ answer }: Outcome): string | undefined {
  const token = readMember(answer, tokenMember);
  return typeof token === 'string' ? token : undefined;
}

/**
 * Removes the token from the answer to a check, which must not show it. The token must be a text that stands once, where §2.6
 * shows it; otherwise the whole answer and its bytes are withheld. The bytes of the answer still have a removed token: no output
 * shows it, because `tokenGuard` has added it to the secrets.
 */
export function removeToken(outcome: Outcome): Outcome {
  const { answer, exchange } = outcome;
  if (exchange.last.outcome instanceof WireFailure) return { ...outcome, answer: null };
  const withoutToken = answer instanceof JsonObject ? answer.without(tokenMember) : undefined;
  const isPlain =
    typeof uniqueMember(answer, tokenMember) === 'string' ||
    readMember(answer, tokenMember) === undefined;
  // Quotes in a text are printed as escapes, so a match is a real member.
  const isRemoved =
    withoutToken !== undefined && !printJson(withoutToken).includes(`"${tokenMember}":`);
  if (isPlain && isRemoved) return { ...outcome, answer: withoutToken };
  return { ...outcome, answer: null, isRawWithheld: true };
}
