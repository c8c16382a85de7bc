import type { Interface } from '../contract/interfaces.js';
import type { Fact, Verdict } from '../contract/judgement.js';
import { counted } from '../text/counted.js';
import type { Printable } from '../text/json/print.js';
import type { LanguageName } from '../languages/languages.js';
import type { ObservedRequest } from './observed-request.js';
import { isCauseId } from './catalogue.js';
import type { Diagnosis, Finding } from './diagnose.js';
import { sideText, type Difference } from './difference.js';
import { fixCode } from './fix-code.js';
import { alternatives, cannotSucceed, verdictOf } from './verdict.js';

/** Diagnoses for people and for `--json`. */

/** One request of the input, with its diagnosis or the reason why there is none. */
export type Answered =
  | { readonly label: string; readonly request: ObservedRequest; readonly diagnosis: Diagnosis }
  | { readonly label: string; readonly unreadable: string };

/** The parts of a view that a diagnosis needs. */
interface DiagnosisView {
  readonly headline: string;
  readonly mood: 'good' | 'bad' | 'careful';
  readonly facts?: readonly Fact[];
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly notes?: readonly string[];
  readonly code?: readonly string[];
  readonly nextCommand?: string;
}

/** Options of the output. */
export interface Telling {
  readonly language: LanguageName | undefined;
  readonly deep: boolean;
  /** The command that diagnoses the same request again. */
  readonly again: string;
}

/** One diagnosis for people. */
export function singleView(
  { request, diagnosis }: Extract<Answered, { diagnosis: Diagnosis }>,
  verdict: Verdict,
  telling: Telling,
): DiagnosisView {
  const [first, ...rest] = diagnosis.findings;
  const isInHeadline = !first && diagnosis.lint.length === 1 && diagnosis.text === null;
  return {
    headline: verdict.says,
    mood: moodOf(diagnosis),
    facts: [
      { label: 'Interface', value: request.interface },
      ...(first ? findingFacts(first) : []),
      ...diagnosis.lint.map(({ id, says }): Fact => ({
        label: 'Problem',
        value: isInHeadline ? id : `${id}: ${says}`,
      })),
      ...(diagnosis.match || first ? [] : ladderFacts(diagnosis)),
      ...(diagnosis.match || diagnosis.tried === 0
        ? []
        : [{ label: 'Tried', value: `${counted(diagnosis.tried, 'way')} to sign this request` }]),
    ],
    notes: [verdict.next, ...alternatives(rest)].filter((text) => text !== ''),
    code: fixLines(first, diagnosis, request.interface, telling.language),
    ...(diagnosis.match ? {} : { nextCommand: nextCommand(diagnosis, request.interface, telling) }),
  };
}

const moodOf = (diagnosis: Diagnosis): DiagnosisView['mood'] => {
  if (!diagnosis.match || cannotSucceed(diagnosis)) return 'bad';
  return diagnosis.lint.length > 0 ? 'careful' : 'good';
};

const nextCommand = (
  diagnosis: Diagnosis,
  interfaceId: Interface,
  { language, deep, again }: Telling,
): string => {
  if (diagnosis.findings.length > 0 || diagnosis.lint.length > 0) {
    return language === undefined ? `${again} --lang node` : `pvg sign ${interfaceId} --snippet ${language}`;
  }
  if (diagnosis.sender !== null || diagnosis.ladder === null)
    return `pvg sign ${interfaceId} --snippet ${language ?? 'node'}`;
  // A deeper search needs a digest to compare with.
  if (diagnosis.tried === 0) return 'pvg help signing';
  if (diagnosis.ladder.parts !== null) return `${again} --signed-message "$MESSAGE"`;
  return deep ? `pvg sign ${interfaceId} --snippet ${language ?? 'node'}` : `${again} --deep`;
};

const stepWords = { body_hash: 'body hash', message: 'message', signature: 'signature' } as const;

/** The right values for a developer to compare with; the sender's own where they are known. */
function ladderFacts({ ladder, sender }: Diagnosis): Fact[] {
  if (ladder === null) return [];
  return [
    ...ladder.steps.map(({ step, expected, same }): Fact => ({
      label: `Expected ${stepWords[step]}`,
      value:
        same === null || step === 'signature'
          ? expected
          : `${expected} (${same ? 'the same' : 'the sender’s differs'})`,
    })),
    ...(sender === null || sender.difference === null
      ? []
      : sender.compares === 'bodies'
        ? differenceFacts(sender.difference)
        : sidesOf(sender.difference, 'Expected message', 'Sender’s message')),
  ];
}

const findingFacts = ({ causes, as, difference }: Finding): Fact[] => [
  { label: causes.length === 1 ? 'Cause' : 'Causes', value: causes.join(' + ') },
  ...(as.length > 0 ? [{ label: 'Variant', value: as.join('; ') }] : []),
  ...(difference === null ? [] : differenceFacts(difference)),
];

const differenceFacts = (difference: Difference): Fact[] => [
  { label: 'Difference', value: difference.says },
  ...sidesOf(difference, 'Sent bytes', 'Signed bytes'),
];

const sidesOf = (difference: Difference, one: string, other: string): Fact[] => [
  { label: one, value: sideText(difference.sent, difference.sentLength) },
  { label: other, value: sideText(difference.signed, difference.signedLength) },
];

function fixLines(
  first: Finding | undefined,
  { lint }: Diagnosis,
  interfaceId: Interface,
  language: LanguageName | undefined,
): string[] {
  if (language === undefined) return [];
  const causes = [...(first?.causes ?? []), ...lint.map(({ id }) => id)].filter(isCauseId);
  const codes = [...new Set(causes.map((id) => fixCode(id, language, interfaceId)))];
  return codes.flatMap((code) => ['', ...code.split('\n')]);
}

/** Only where no finding explains the signature. */
export const ladderJson = ({ match, findings, ladder }: Diagnosis): Printable =>
  match || findings.length > 0 || ladder === null
    ? null
    : ladder.steps.map(({ step, expected, same }) => ({ step, expected, same }));

/** The diagnoses of a file with several requests. */
export function severalView(answered: readonly Answered[]): DiagnosisView {
  const matching = answered.filter((each) => 'diagnosis' in each && each.diagnosis.match).length;
  return {
    headline: `${String(matching)} of ${String(answered.length)} signatures ${matching === 1 ? 'is' : 'are'} right.`,
    mood: matching === answered.length ? 'good' : 'bad',
    table: {
      head: ['request', 'result', 'what it means'],
      rows: answered.map((each) => {
        if ('unreadable' in each) return [each.label, 'unreadable', each.unreadable];
        const { match, findings, lint } = each.diagnosis;
        const verdict = verdictOf(each.diagnosis);
        const causes = [...(findings[0]?.causes ?? []), ...lint.map(({ id }) => id)];
        return [
          each.label,
          match && causes.length === 0 ? 'right' : causes.join(' + ') || 'unknown',
          verdict.says,
        ];
      }),
    },
    notes: ['By cause:', ...[...countsOf(answered)].map(([cause, count]) => `  ${String(count)} × ${cause}`)],
  };
}

/** The number of each result: a set of causes, `right`, `unknown` or `unreadable`. */
export function countsOf(answered: readonly Answered[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of answered) {
    const key = 'unreadable' in each ? 'unreadable' : resultOf(each.diagnosis);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

const resultOf = ({ match, findings, lint }: Diagnosis): string => {
  const causes = [...(findings[0]?.causes ?? []), ...lint.map(({ id }) => id)];
  return causes.length > 0 ? causes.join(' + ') : match ? 'right' : 'unknown';
};

export const answeredJson = (each: Answered, language: LanguageName | undefined): Printable =>
  'unreadable' in each
    ? { request: each.label, match: false, findings: [], lint: [], tried: 0, error: each.unreadable }
    : {
        request: each.label,
        interface: each.request.interface,
        match: each.diagnosis.match,
        findings: each.diagnosis.findings.map((entry) =>
          entryJson(entry, undefined, each.request.interface, language),
        ),
        lint: each.diagnosis.lint.map((entry) =>
          entryJson(entry, undefined, each.request.interface, language),
        ),
        tried: each.diagnosis.tried,
      };

export function entryJson(
  entry: Finding | Diagnosis['lint'][number],
  label: string | undefined,
  interfaceId: Interface,
  language: LanguageName | undefined,
): Printable {
  const [id] = 'causes' in entry ? entry.causes : [entry.id];
  const code =
    language !== undefined && id !== undefined && isCauseId(id)
      ? { code: fixCode(id, language, interfaceId) }
      : {};
  const request = label === undefined ? {} : { request: label };
  if (!('causes' in entry)) return { ...request, ...entry, ...code };
  const { difference, ...finding } = entry;
  return {
    ...request,
    ...finding,
    ...code,
    difference: difference && {
      ...difference,
      sent: { ...difference.sent },
      signed: { ...difference.signed },
    },
  };
}
