import { isMatch, type RequestDiagnosis } from '../diagnosis/outcome.js';
import { expectedJson, foundJson, singleView, type ShownAnswer } from '../diagnosis/answer.js';
import type { SignerSource } from '../languages/language.js';
import { commandResult, type CommandResult, type View } from '../output/command-result.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted } from '../text/count.js';
import { mapTexts } from '../text/map-texts.js';
import { joinSentences } from '../text/sentences.js';
import type { Fact } from '../wording/description.js';
import { observed, requestPath, receiptsIn, withoutReceipts, type Seen } from './request.js';
import {
  caveatIn,
  refusalIn,
  judgedAs,
  judgementOf,
  type RequestRefusal,
  type RequestJudgement,
} from './judgement.js';

/** One request as it came, what was answered, and what pvg says of it; below, the same for people and for `--json`. */
export interface Entry extends RequestJudgement {
  readonly request: Seen;
  readonly refusal: RequestRefusal | undefined;
  /** Without complete receipts; undefined if there is no diagnosis. */
  readonly judged: Extract<ShownAnswer, { diagnosis: RequestDiagnosis }> | undefined;
  /** The path of its file. */
  readonly saved: string | null;
}

export function entryOf(
  request: Seen,
  found: RequestDiagnosis | RequestJudgement,
  saved: string | null,
  {
    signatureOnly,
    source,
  }: { readonly signatureOnly: boolean; readonly source: SignerSource | undefined },
): Entry {
  const refusal = refusalIn(request, signatureOnly);
  const input = observed(request);
  if (!('outcome' in found) || input === undefined) {
    return { ...(found as RequestJudgement), request, refusal, judged: undefined, saved };
  }
  const diagnosis = shownDiagnosis(found, withoutReceipts(request));
  const judgement = judgementOf(diagnosis, refusal?.isExcused === true ? undefined : refusal);
  const told = { ...judgement, says: joinSentences(judgement.says, caveatIn(request)) };
  return {
    ...told,
    request,
    refusal,
    judged: { label: '', request: input, diagnosis, source },
    saved,
  };
}

function shownDiagnosis(
  diagnosis: RequestDiagnosis,
  shown: (text: string) => string,
): RequestDiagnosis {
  const { outcome } = diagnosis;
  if (outcome.kind !== 'explained') return diagnosis;
  const { says, difference } = outcome.finding;
  const finding = { ...outcome.finding, ...mapTexts({ says, difference }, shown) };
  return { ...diagnosis, outcome: { ...outcome, finding } };
}

const wordWidth = Math.max(...Object.values(judgedAs).map(({ word }) => word.length));
const placeWidth = 'gateway/verify'.length;

/** `14:13:20  mismatch       gateway/verify  401  secret-trailing-newline: The secret …`; with -v facts and fix. */
export function viewEntry(entry: Entry, timeZone: string, verbose: boolean): View {
  const { time, word, mood, where, status, gist, says, fix } = entryRow(entry, timeZone);
  const words = [gist, says].filter(Boolean).join(': ');
  return {
    headline: [time, word.padEnd(wordWidth), where.padEnd(placeWidth), status, words].join('  '),
    mood,
    ...(verbose && { ...detailsOf(entry), notes: fix === '' ? [] : [fix] }),
  };
}

/** The texts of one line, on the terminal and on the page. */
export function entryRow(entry: Entry, timeZone: string) {
  const { id, request, refusal, causes, fix } = entry;
  const { interface: of = '', operation, method, receivedAtMs, answer } = request;
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  const answered = answerSays(entry);
  const called = operation === of ? operation : `${of}/${operation ?? ''}`;
  return {
    time: time.format(receivedAtMs),
    ...judgedAs[id],
    where: operation === undefined ? `${method} ${requestPath(request)}` : called,
    status: `${answer.status}`,
    // Ids: the causes, or the service's own code for a refusal.
    gist: causes.join(' + ') || (id === 'refused' ? (refusal?.code ?? '') : ''),
    says: answered === null ? entry.says : `${entry.says} Answered: ${answered}`,
    fix,
  };
}

/** Why the answer is not the service's. */
function answerSays({ request: { answer, by }, refusal }: Entry): string | null {
  if (by === 'refused') return answer.because ?? null;
  return refusal?.isExcused === true ? refusal.says : null;
}

/** What `pvg diagnose` shows of it, after what it is about; the fix as code, with --lang. */
export function detailsOf({ request, judged, id, says, fix: next }: Entry) {
  const { method, body } = request;
  const [receipt] = receiptsIn(request);
  const fact = (label: string, value: string): Fact => ({ label, value });
  const telling = { deep: false, moreStored: false, again: '', showSecret: undefined };
  const { facts = [], code = [] } = judged ? singleView(judged, { id, says, next }, telling) : {};
  return {
    facts: [
      fact('Request', `${method} ${requestPath(request)}`),
      ...(body
        ? [fact('Body', `${counted(body.byteLength, 'byte')}, ${shownFingerprint(body)}`)]
        : []),
      ...(receipt === undefined ? [] : [fact('Receipt', shownFingerprint(receipt))]),
      ...facts,
    ],
    code,
  };
}

/** One request as the result of a command: `--json` prints one object for each. */
export function finishedEntry(
  entry: Entry,
  { name, environment }: ResolvedProfile,
  view: View,
): CommandResult {
  const { id, request, refusal, judged, saved, says, fix, causes } = entry;
  const { body, answer, by, method } = request;
  return commandResult('listen', {
    profile: name,
    environment,
    interface: request.interface ?? null,
    exit: id === 'signature-right' ? 0 : id === 'cannot-succeed' || id === 'refused' ? 5 : 6,
    verdict: { id, says, next: fix },
    advice: causes.length > 0 ? 'fix-request' : 'none',
    answer: null,
    extraMembers: {
      at: new Date(request.receivedAtMs).toISOString(),
      operation: request.operation ?? null,
      method,
      path: requestPath(request),
      match: judged === undefined ? null : isMatch(judged.diagnosis),
      ...(judged ? foundJson(judged) : { findings: [], lint: [] }),
      tried: judged?.diagnosis.tried ?? 0,
      expected: judged === undefined ? null : expectedJson(judged.diagnosis),
      answered: { status: answer.status, by, code: refusal?.code ?? null, says: answerSays(entry) },
      saved,
      body_bytes: body?.byteLength ?? null,
      body_fingerprint: body === undefined ? null : shownFingerprint(body),
    },
    view,
  });
}
