import type { Interface } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import type { SignerSource } from '../languages/language.js';
import { languageNames } from '../languages/languages.js';
import { age } from '../text/times.js';
import { counted, nonEmptyTexts } from '../text/sentences.js';
import type { Printable } from '../text/json/json.js';
import type { Fact, Verdict } from '../wording/description.js';
import { fixCode, isCauseId, printCode } from './catalogue/catalogue.js';
import { expectedValue } from './expected-values.js';
import { headerOf, type ObservedRequest } from './observed-request.js';
import {
  findingOf,
  isMatch,
  isSameProblem,
  isUnexplained,
  type LintFinding,
  type RequestDiagnosis,
} from './outcome.js';
import { isOtherLength } from './lint/body-length.js';
import type { CutShort } from './search/limits.js';
import {
  adviceForUnknown,
  isExplained,
  isOfOtherSender,
  isSignatureKnown,
  mismatchVerdict,
  verdictProblem,
} from './verdict.js';

/** One request of the input, with its diagnosis or the reason why there is none. */
export type ShownAnswer =
  | {
      readonly label: string;
      readonly request: ObservedRequest;
      readonly diagnosis: RequestDiagnosis;
      /** The language of the code for this request; undefined if nothing shows it. */
      readonly source: SignerSource | undefined;
      /** The file of several that has this request. */
      readonly file?: string | undefined;
      /** Its number in a file with several requests. */
      readonly number?: number | undefined;
    }
  | {
      readonly label: string;
      readonly unreadable: string;
      /** What to do; undefined if the error in `unreadable` says it. */
      readonly hint?: string;
    };
/** An answer with a diagnosis. */
export type Judged = Extract<ShownAnswer, { diagnosis: RequestDiagnosis }>;
export function isMatchingAnswer(answer: ShownAnswer): boolean {
  return 'diagnosis' in answer && isMatch(answer.diagnosis);
}

export type Mood = 'good' | 'bad' | 'careful';

export interface ViewOptions {
  readonly deep: boolean;
  /** Unix seconds of this computer, for a request without a time of arrival. */
  readonly nowS?: number;
  /** Whether profiles of other environments are stored that were not tried. */
  readonly moreStored: boolean;
  /** The command that diagnoses the same request again. */
  readonly again: string;
  /** The command that shows the fingerprint of the secret; undefined if it is not a profile’s. */
  readonly showSecret: string | undefined;
}

/** The view of one request for people: what explains the signature, what else is wrong, and what to do. */
export function singleView(judged: Judged, verdict: Verdict, options: ViewOptions) {
  const { request, diagnosis, source } = judged;
  const { outcome } = diagnosis;
  const interfaceName = request.interface;
  const code =
    isUnexplained(diagnosis) && source
      ? printCode(source, interfaceName)
      : codeOf(mismatchVerdict(diagnosis).causes, interfaceName, source);
  return {
    headline: verdict.says,
    mood: moodOf(diagnosis),
    facts: singleFacts(judged, options),
    notes: singleNotes(judged, verdict, options),
    code: code === undefined ? [] : ['', ...code.split('\n')],
    nextCommand: outcome.kind === 'right' ? undefined : nextCommand(judged, options),
  };
}

function moodOf({ outcome, lint }: RequestDiagnosis): Mood {
  const isRefused = lint.some(({ effect }) => effect !== 'unclear');
  if (outcome.kind === 'explained' && outcome.isOpen && !isRefused) return 'careful';
  if (outcome.kind !== 'right') return 'bad';
  return lint.length > 0 ? 'careful' : 'good';
}

function singleFacts({ request, diagnosis }: Judged, { deep, nowS }: ViewOptions): Fact[] {
  const { tried } = diagnosis;
  const { causes = [], difference = null } = findingOf(diagnosis) ?? {};
  const facts: Fact[] = [
    { label: 'Interface', value: request.interface },
    ...factUnlessEmpty(causes.length === 1 ? 'Cause' : 'Causes', causes.join(' + ')),
  ];
  if (difference !== null) {
    facts.push({ label: 'Difference', value: `from byte ${String(difference.offset + 1)} on` });
    facts.push({ label: 'Sent bytes', value: difference.sent });
    facts.push({ label: 'Signed bytes', value: difference.signed });
  }
  facts.push(...problemFacts(diagnosis));
  if (diagnosis.outcome.kind === 'right' && request.receivedAt === undefined) {
    facts.push(...factUnlessEmpty('X-Timestamp', timestampAge(request, nowS)));
  }
  if (isSignatureKnown(diagnosis) || isOfOtherSender(diagnosis)) return facts;
  facts.push(...expectedFacts(diagnosis));
  return tried > 0 ? [...facts, { label: 'Tried', value: triedWords(tried, deep) }] : facts;
}

/** The problems beside the verdict. Problems with the same id, such as several wrong members, are one fact. */
function problemFacts(diagnosis: RequestDiagnosis): Fact[] {
  const { lint, outcome } = diagnosis;
  const toldProblem = verdictProblem(diagnosis);
  return [...new Set(lint.map(({ id }) => id))].flatMap((id): Fact[] => {
    const sameKind = lint.filter(
      (problem) => problem.id === id && !isSameProblem(problem, toldProblem),
    );
    if (sameKind.length === 0) {
      // The sentence of the verdict tells this problem already, so at most its id is shown.
      return outcome.kind === 'unknown' ? [] : [{ label: 'Problem', value: id }];
    }
    return [
      {
        label: 'Problem',
        value: `${id}: ${withFixes(sameKind, toldProblem?.fix ?? findingOf(diagnosis)?.fix)}`,
      },
    ];
  });
}

/** The sentences of the problems with their fixes. A fix that several problems share is written once, after the last one. */
function withFixes(problems: readonly LintFinding[], saidFix: string | undefined): string {
  const texts = problems.flatMap(({ says, fix }, index) => {
    const isSaidLater = problems.slice(index + 1).some((problem) => problem.fix === fix);
    return isSaidLater || saidFix?.includes(fix) === true ? [says] : [says, fix];
  });
  return texts.join(' ');
}

function singleNotes(judged: Judged, verdict: Verdict, options: ViewOptions): string[] {
  const { request, diagnosis, source } = judged;
  const { deep, nowS } = options;
  const { outcome, expected, tried, fileEnd } = diagnosis;
  const isUnknown = isUnexplained(diagnosis) && !isOfOtherSender(diagnosis);
  const isRight = outcome.kind === 'right';
  const isTimeJudged = request.interface !== 'gateway' || request.receivedAt !== undefined;
  return nonEmptyTexts(
    ...(isUnknown ? unknownAdvice(diagnosis, source) : [verdict.next]),
    // An old timestamp stands among the facts, with what it may mean.
    isRight &&
      !isTimeJudged &&
      timestampAge(request, nowS) === '' &&
      (clockNote(request, nowS) ?? noClockNote),
    !isSignatureKnown(diagnosis) && expected !== null && fileEnd !== null && fileEndNote,
    (isUnknown || outcome.kind === 'not-a-digest') && tried > 0 && !deep && deepOffer,
    nextStep(judged, options) === codeStep && source === undefined && codeOffer(judged),
  );
}

/** How the developer finds a mistake that pvg does not know, step by step. */
function unknownAdvice(diagnosis: RequestDiagnosis, source: SignerSource | undefined): string[] {
  const { firstAdvice, keyFirst, print, compare, readings, giveToPvg } =
    adviceForUnknown(diagnosis);
  const how = source === undefined ? '`--lang <language>` prints the code.' : 'The code is below.';
  return [
    ...firstAdvice,
    `1. ${keyFirst}`,
    `2. ${print} ${how}`,
    `3. ${compare}`,
    ...readings.map((reading) => `   - ${reading}`),
    `4. ${giveToPvg}`,
  ];
}

const factUnlessEmpty = (label: string, value: string): Fact[] =>
  value === '' ? [] : [{ label, value }];
const noClockNote =
  'The input has no time of arrival (`received_at`), so X-Timestamp was not compared with a clock.';
/**
 * The moment of an old X-Timestamp: pvg cannot tell a recorded request from one that a wrong clock made. Empty for any
 * other time, and (as NaN is greater than nothing) if one of the two times is not known.
 */
function timestampAge({ headers }: ObservedRequest, nowS = NaN): string {
  const sentS = sentSeconds(headers);
  if (!(nowS - sentS > limits.timestampSkewSeconds)) return '';
  const moment = new Date(sentS * 1_000).toISOString().replace('T', ' ').slice(0, 16);
  return `${moment} UTC, ${age(sentS * 1_000, nowS * 1_000)}. If the request was sent just now, this is the reason for a 401.`;
}

const sentSeconds = (headers: ObservedRequest['headers']): number =>
  Number(/^\s*(\d{10})\s*$/.exec(headerOf(headers, 'x-timestamp') ?? '')?.[1]);

/** A recorded request may be old, so a time in the past shows nothing; but a time in the future shows a wrong clock. */
function clockNote({ headers }: ObservedRequest, nowS = NaN): string | undefined {
  // NaN, and so no note, if one of the two times is not known.
  const aheadS = sentSeconds(headers) - nowS;
  if (!(aheadS > limits.timestampSkewSeconds)) return undefined;
  return `X-Timestamp is ${counted(aheadS, 'second')} ahead of this computer’s clock. The service refuses a time more than ${String(limits.timestampSkewSeconds)} seconds away from its own: check the sender’s clock and its time zone.`;
}
const fileEndNote = 'The expected values are without the line break at the end of the file.';
const deepOffer =
  '`--deep` tries up to 10,000,000 ways, also rare combinations of two or three mistakes.';
const triedWords = (tried: number, deep: boolean): string =>
  `${counted(tried, 'way')} to sign this request${deep ? ', with the rare combinations of --deep' : ''}`;

/** Stands for `pvg sign … --snippet <language>`: without a language there is no such command, but a note (`codeOffer`). */
const codeStep = Symbol('code');

function nextCommand(judged: Judged, options: ViewOptions): string | undefined {
  const { request, source } = judged;
  const step = nextStep(judged, options);
  if (step !== codeStep) return step;
  return source && `pvg sign ${request.interface} --snippet ${source.name}`;
}

function nextStep(
  { diagnosis }: Judged,
  { moreStored, again, showSecret }: ViewOptions,
): string | typeof codeStep | undefined {
  const { outcome, lint, tried, expected } = diagnosis;
  const isNothingFound = outcome.kind === 'unknown';
  const isKeyWrong = outcome.kind === 'step-differs' && outcome.step === 'key';
  if (outcome.kind === 'masked' || lint.some(isOtherLength)) return undefined;
  // Another name of a header is no code: the sentence of the fix has it.
  if (outcome.kind === 'bad-header' && outcome.isSigned) return undefined;
  if ((isNothingFound || isKeyWrong) && moreStored && tried > 0) return `${again} --all-profiles`;
  if (isOfOtherSender(diagnosis)) return undefined;
  if (hasFix(diagnosis)) return codeStep;
  // Nothing is wrong with this request: if the service refused it, `pvg help service` tells how to go on.
  if (isMatch(diagnosis)) return 'pvg help service';
  if (isKeyWrong && showSecret !== undefined) return showSecret;
  if (!isNothingFound || expected === null || tried === 0) return codeStep;
  // The session interface signs the body, so its expected values have no message.
  const signsBody = expectedValue(expected, 'message') === undefined;
  return `${again} --signed-message "${signsBody ? '$SIGNED_BYTES_IN_HEX' : '$MESSAGE'}"`;
}

/** Whether there is code for a fix, once the language is known. */
function hasFix({ outcome, lint }: RequestDiagnosis): boolean {
  return outcome.kind === 'explained' || lint.some(({ id }) => isCauseId(id));
}

/** Offers the code in any language, because the request does not show one. */
function codeOffer({ request, diagnosis }: Judged): string {
  const command = hasFix(diagnosis)
    ? '`--lang <language>` prints the code of the fix'
    : `\`pvg sign ${request.interface} --snippet <language>\` prints the right code`;
  return `${command}: ${languageNames.join(', ')}.`;
}

/** The right values, with which the developer compares the values of the program. */
const expectedFacts = ({ expected, key }: RequestDiagnosis): Fact[] => [
  ...(expected ?? []).map(({ step, expected: value, same }) => ({
    label: `Expected ${step.replace('_', ' ')}`,
    value: same === null || step === 'signature' ? value : `${value} (${sameWords(same)})`,
  })),
  ...(expected === null || key === undefined ? [] : [{ label: 'Key', value: key }]),
];

const sameWords = (same: boolean): string => (same ? 'the same' : 'the sender’s differs');

/** The code that fixes the causes among these ids; undefined if none is a cause, or no language is known. */
function codeOf(
  ids: readonly string[],
  interfaceName: Interface,
  source: SignerSource | undefined,
): string | undefined {
  const causes = ids.filter(isCauseId);
  return source === undefined || causes.length === 0
    ? undefined
    : fixCode(causes, source, interfaceName);
}

/** The expected values; null if the signature is explained. */
export function expectedJson(diagnosis: RequestDiagnosis): Printable {
  return isSignatureKnown(diagnosis) ? null : diagnosis.expected;
}

/** The limit that ended one of these searches before everything was tried; null if none ended early. */
export function cutShortOf(diagnoses: readonly RequestDiagnosis[]): CutShort | null {
  const cuts = diagnoses.map(({ outcome }) =>
    outcome.kind === 'unknown' ? outcome.cutShort : null,
  );
  if (cuts.includes('time')) return 'time';
  return cuts.includes('attempts') ? 'attempts' : null;
}

/** How many requests have each result, the most frequent first. A result is that of `resultOf`, or `unreadable`. */
export function countsOf(answered: readonly ShownAnswer[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of answered) {
    const key = 'unreadable' in each ? 'unreadable' : resultOf(each.diagnosis);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

/** `right`, or the ids of causes and problems; `unknown` comes first if no cause of the signature is among them. */
export function resultOf(diagnosis: RequestDiagnosis): string {
  const { causes } = mismatchVerdict(diagnosis);
  if (isExplained(diagnosis)) return causes.join(' + ') || 'right';
  return [...(causes.some(isCauseId) ? [] : ['unknown']), ...causes].join(' + ');
}

/** The findings and problems for `--json`, with the code of each fix. @param label names the request if there are several */
export function foundJson({ diagnosis, request, source }: Judged, label?: string) {
  const finding = findingOf(diagnosis);
  const withCode = <Each extends object>(each: Each, ids: readonly string[]) => ({
    request: label,
    ...each,
    code: codeOf(ids, request.interface, source),
  });
  return {
    findings: finding === null ? [] : [withCode(finding, finding.causes)],
    lint: diagnosis.lint.map(({ id, says, fix, effect }) =>
      withCode({ id, says, fix, effect }, [id]),
    ),
  };
}

export function answeredJson(each: ShownAnswer): Printable {
  return 'unreadable' in each
    ? {
        request: each.label,
        match: false,
        findings: [],
        lint: [],
        tried: 0,
        cut_short: null,
        error: each.unreadable,
      }
    : {
        request: each.label,
        interface: each.request.interface,
        match: isMatch(each.diagnosis),
        ...foundJson(each),
        tried: each.diagnosis.tried,
        cut_short: cutShortOf([each.diagnosis]),
      };
}
