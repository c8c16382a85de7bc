import { fixText, isCauseId } from '../diagnosis/catalogue/catalogue.js';
import { expectedJson, foundJson, singleView, type ShownAnswer } from '../diagnosis/answer.js';
import {
  findingOf,
  isMatch,
  isUnexplained,
  type DiagnosisOutcome,
  type LintFinding,
  type RequestDiagnosis,
} from '../diagnosis/outcome.js';
import { isOfOtherSender, untoldProblems, verdictProblem } from '../diagnosis/verdict.js';
import { hasPathPrefix } from '../contract/request-path.js';
import type { ExitStatus } from '../failure.js';
import type { SignerSource } from '../languages/language.js';
import { commandResult, type CommandResult, type View } from '../output/command-result.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted, joinSentences } from '../text/sentences.js';
import { mapTexts } from '../text/visible.js';
import type { Fact } from '../wording/description.js';
import {
  judgeDiagnosis,
  judgementWords,
  paidCaveat,
  readRefusal,
  type RequestJudgement,
  type RequestRefusal,
} from './judgement.js';
import {
  diagnosisInput,
  receiptsIn,
  shownPath,
  withoutReceipts,
  type ReceivedRequest,
} from './request.js';

/** One received request with its answer, its diagnosis and its judgement. */
export interface ListenEntry extends RequestJudgement {
  readonly request: ReceivedRequest;
  readonly refusal: RequestRefusal | undefined;
  /** The diagnosis, with receipts redacted; undefined if there is none. */
  readonly judged: Extract<ShownAnswer, { diagnosis: RequestDiagnosis }> | undefined;
  /** The path of the file in which the request was saved; null if it was not saved. */
  readonly saved: string | null;
  /** `moreStored` of the input: profiles of other environments are stored but were not tried. One may have the secret. */
  readonly hasOtherProfiles: boolean;
}

interface EntryInput {
  readonly request: ReceivedRequest;
  /** A diagnosis, or why there is none. */
  readonly found: RequestDiagnosis | RequestJudgement;
  readonly saved: string | null;
  readonly signatureOnly: boolean;
  /** Profiles of other environments are stored and were not tried. */
  readonly moreStored: boolean;
  /** The language of the code of a fix. */
  readonly source: SignerSource | undefined;
}

export function buildEntry({
  request,
  found,
  saved,
  signatureOnly,
  moreStored,
  source,
}: EntryInput): ListenEntry {
  const refusal = readRefusal(request, signatureOnly);
  const input = diagnosisInput(request);
  // Only a judgement has no outcome. A request without an input has a judgement too, because it could not be diagnosed.
  if (!('outcome' in found) || input === undefined) {
    const withoutDiagnosis = {
      request,
      refusal,
      judged: undefined,
      saved,
      hasOtherProfiles: moreStored,
    };
    return { ...(found as RequestJudgement), ...withoutDiagnosis };
  }
  const diagnosis = redactDiagnosis(withoutReceipts(request), found);
  const judgement = judgeDiagnosis(diagnosis, refusal?.isExcused === true ? undefined : refusal);
  return {
    ...judgement,
    says: joinSentences(judgement.says, paidCaveat(request)),
    fix: joinSentences(judgement.fix, isUnexplained(diagnosis) && moreStored && otherProfiles),
    request,
    refusal,
    judged: { label: '', request: input, diagnosis, source },
    saved,
    hasOtherProfiles: moreStored,
  };
}

const otherProfiles =
  'Start with `--all-profiles` to try the stored profiles of other environments, too.';
const expectedShown =
  '`-v`, the page and `pvg diagnose` of a saved request show the expected values.';

type Redact = (text: string) => string;

/** Redacts every text that may quote the request. Ids are not redacted, even if a receipt happens to be the same text. */
function redactDiagnosis(redact: Redact, diagnosis: RequestDiagnosis): RequestDiagnosis {
  const { outcome, lint, expected } = diagnosis;
  return {
    ...diagnosis,
    outcome: redactOutcome(redact, outcome),
    lint: lint.map((problem) => redactLintFinding(redact, problem)),
    expected:
      expected &&
      expected.map((step) => ({
        ...step,
        expected: redact(step.expected),
      })),
  };
}

function redactOutcome(redact: Redact, outcome: DiagnosisOutcome): DiagnosisOutcome {
  if ('finding' in outcome) {
    const { says, fix, difference } = outcome.finding;
    const finding = { ...outcome.finding, ...mapTexts({ says, fix, difference }, redact) };
    return { ...outcome, finding };
  }
  if ('problem' in outcome) {
    return { ...outcome, problem: redactLintFinding(redact, outcome.problem) };
  }
  if (outcome.kind === 'not-a-digest') return { ...outcome, says: redact(outcome.says) };
  return outcome;
}

function redactLintFinding(redact: Redact, problem: LintFinding): LintFinding {
  return { ...problem, says: redact(problem.says), fix: redact(problem.fix) };
}

const judgementWidth = Math.max(...Object.values(judgementWords).map(({ word }) => word.length));
const placeWidth = 'gateway/verify'.length;
const numberWidth = '#100'.length;

/**
 * The view of one request: `#21   14:13:20  mismatch       gateway/verify  401  secret-trailing-newline: The secret … Fix: …`.
 * With -v it also has the facts and the whole fix.
 */
export function viewEntry(entry: ListenEntry, timeZone: string, isVerbose: boolean): View {
  const row = entryRow(entry, timeZone);
  const { time, judgement, mood, calledPlace, status, reasonIds, says, fix } = row;
  const words = [reasonIds, says].filter(Boolean).join(': ');
  const shortFix = isVerbose || fix === '' ? '' : `Fix: ${firstSentence(fix)}`;
  const lastColumn = joinSentences(
    words,
    shortFix,
    ...(isVerbose ? [] : otherFixes(entry).map((each) => `Also: ${each}`)),
  );
  const columns = [
    `#${String(entry.request.number)}`.padEnd(numberWidth),
    time,
    judgement.padEnd(judgementWidth),
    calledPlace.padEnd(placeWidth),
    status,
    lastColumn,
  ];
  const view = { headline: columns.join('  '), mood };
  if (!isVerbose) return view;
  return { ...view, ...entryDetails(entry), notes: fix === '' ? [] : [fix] };
}

/** One sentence on what to do about each cause and problem after the first. The line shows only their ids. */
export function otherFixes({ judged, fix, hasOtherProfiles }: ListenEntry): readonly string[] {
  if (judged === undefined) return [];
  const { request, diagnosis } = judged;
  const finding = findingOf(diagnosis);
  const [, ...causes] = finding?.causes.filter(isCauseId) ?? [];
  const wholeFix = finding?.fix ?? '';
  // Only advice that is in the fix of the finding: what it left out on purpose would lead to the next refusal.
  const fixes = causes
    .map((id) => firstSentence(fixText([id], undefined, request.interface)))
    .filter((sentence) => wholeFix.includes(sentence) && sentence !== firstSentence(wholeFix));
  // The problem of the verdict is included, because the fix of a refusal may have replaced its fix.
  const toldProblem = verdictProblem(diagnosis);
  const problems = [...(toldProblem ? [toldProblem] : []), ...untoldProblems(diagnosis)];
  const problemFixes = problems.map((problem) => firstSentence(problem.fix));
  const furtherFixes = new Set([
    ...fixes,
    ...problemFixes,
    ...fixesForUnexplained(diagnosis, hasOtherProfiles),
  ]);
  return [...furtherFixes].filter((each) => each !== '' && each !== firstSentence(fix));
}

/** For an unexplained signature: where the expected values are shown, and how to try more profiles. */
function fixesForUnexplained(
  diagnosis: RequestDiagnosis,
  hasOtherProfiles: boolean,
): readonly string[] {
  if (!isUnexplained(diagnosis)) return [];
  if (isOfOtherSender(diagnosis)) return hasOtherProfiles ? [otherProfiles] : [];
  return hasOtherProfiles ? [otherProfiles, expectedShown] : [expectedShown];
}

/** The first sentence of a fix, which says what to do; the rest says why, or how to see it. */
function firstSentence(text: string): string {
  return /^.+?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** The texts of one line, on the terminal and on the page. */
export function entryRow(entry: ListenEntry, timeZone: string) {
  const { id, request, says, fix } = entry;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  // What the contract does not allow may still be answered with success. `refused` is then the wrong word.
  const isRefused = id === 'cannot-succeed' && request.answer.status >= 400;
  const { word, mood } = judgementWords[isRefused ? 'refused' : id];
  const reason = answerReason(entry);
  return {
    time: clock.format(request.receivedAtMs),
    judgement: word,
    mood,
    calledPlace: placeOf(request),
    status: `${request.answer.status}`,
    reasonIds: reasonIdsOf(entry),
    says: reason === null ? says : `${says} Answered: ${reason}`,
    fix,
  };
}

/** The called operation: `gateway/verify`, `session`; the path if a base address added to it; for an unknown path its method too. */
function placeOf(request: ReceivedRequest): string {
  const { interface: interfaceName = '', operation, method } = request;
  if (operation === undefined) return `${method} ${shownPath(request)}`;
  if (hasPathPrefix(request.target, operation)) return shownPath(request);
  return operation === interfaceName ? operation : `${interfaceName}/${operation}`;
}

/** The ids of the causes, or the service's code of a refusal. */
function reasonIdsOf({ id, causes, refusal }: ListenEntry): string {
  if (causes.length > 0) return causes.join(' + ');
  return id === 'refused' ? (refusal?.code ?? '') : '';
}

/** Why the answer is not the service's: pvg itself refused the request, or --signature-only excuses a refusal. */
function answerReason({ request, refusal }: ListenEntry): string | null {
  if (request.answeredBy === 'refused') return request.answer.because ?? null;
  return refusal?.isExcused === true ? refusal.says : null;
}

/** The facts about the request and its diagnosis, and with --lang the code of the fix. */
export function entryDetails({ request, judged, id, says, fix }: ListenEntry) {
  const { method, body } = request;
  const [receipt] = receiptsIn(request);
  const facts: Fact[] = [{ label: 'Request', value: `${method} ${shownPath(request)}` }];
  if (body !== undefined) {
    const value = `${counted(body.byteLength, 'byte')}, ${shownFingerprint(body)}`;
    facts.push({ label: 'Body', value });
  }
  if (receipt !== undefined) facts.push({ label: 'Receipt', value: shownFingerprint(receipt) });
  if (judged === undefined) return { facts, code: [] };
  // `listen` has no options like these of `pvg diagnose`.
  const viewOptions = { deep: false, moreStored: false, again: '', showSecret: undefined };
  const view = singleView(judged, { id, says, next: fix }, viewOptions);
  return { facts: [...facts, ...view.facts], code: view.code };
}

/** The result of one request, which `--json` prints as one object. */
export function entryResult(
  entry: ListenEntry,
  { name, environment }: ResolvedProfile,
  view: View,
): CommandResult {
  const { id, request, refusal, judged, says, fix, causes } = entry;
  const { body, answer, answeredBy, method } = request;
  return commandResult('listen', {
    profile: name,
    environment,
    interface: request.interface ?? null,
    exit: entryExit(id),
    verdict: { id, says, next: fix },
    advice: causes.length > 0 ? 'fix-request' : 'none',
    answer: null,
    extraMembers: {
      number: request.number,
      at: new Date(request.receivedAtMs).toISOString(),
      operation: request.operation ?? null,
      method,
      path: shownPath(request),
      match: judged === undefined ? null : isMatch(judged.diagnosis),
      ...(judged === undefined ? nothingFound : foundJson(judged)),
      tried: judged?.diagnosis.tried ?? 0,
      expected: judged === undefined ? null : expectedJson(judged.diagnosis),
      answered: {
        status: answer.status,
        by: answeredBy,
        code: refusal?.code ?? null,
        says: answerReason(entry),
      },
      saved: entry.saved,
      body_bytes: body?.byteLength ?? null,
      body_fingerprint: body === undefined ? null : shownFingerprint(body),
    },
    view,
  });
}

const nothingFound = { findings: [], lint: [] };

/** 5: the request was refused or the contract does not allow it. 6: the signature is wrong, or was not judged. */
function entryExit(id: ListenEntry['id']): ExitStatus {
  if (id === 'signature-right') return 0;
  return id === 'cannot-succeed' || id === 'refused' ? 5 : 6;
}
