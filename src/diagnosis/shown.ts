import type { Interface } from '../contract/interfaces.js';
import type { Fact, Verdict } from '../view/words.js';
import { counted } from '../text/counted.js';
import type { Printable } from '../text/json/print.js';
import { languageOfClient, type LanguageName } from '../languages/languages.js';
import { headerOf, type ObservedRequest } from './observed-request.js';
import { isCauseId } from './catalogue.js';
import type { Diagnosis, Finding } from './diagnose.js';
import { sideText, type Difference } from './difference.js';
import { isSigned, partWords, type Ladder } from './ladder.js';
import { fixCode, printCode } from './fix-code.js';
import { isMasked } from './request-lint.js';
import { alternatives, cannotSucceed, toldProblem, verdictOf } from './verdict.js';

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

export interface Telling {
  readonly language: LanguageName | undefined;
  readonly deep: boolean;
  /** Profiles of other environments are stored and were not tried. */
  readonly moreStored: boolean;
  /** The command that diagnoses the same request again. */
  readonly again: string;
  /** The command that shows the fingerprint of the secret; undefined if it is not a profile’s. */
  readonly showSecret: string | undefined;
}

export function singleView(
  { request, diagnosis }: Extract<Answered, { diagnosis: Diagnosis }>,
  verdict: Verdict,
  telling: Telling,
): DiagnosisView {
  const [first, ...rest] = diagnosis.findings;
  const language = telling.language ?? clientLanguage(request);
  const told = toldProblem(diagnosis);
  return {
    headline: verdict.says,
    mood: moodOf(diagnosis),
    facts: [
      { label: 'Interface', value: request.interface },
      ...(first ? findingFacts(first) : []),
      ...diagnosis.lint.map((problem): Fact => {
        const { id, says, fix } = problem;
        return { label: 'Problem', value: problem === told ? id : `${id}: ${says} ${fix}` };
      }),
      ...(diagnosis.match || first ? [] : ladderFacts(diagnosis)),
      ...(diagnosis.match || diagnosis.tried === 0
        ? []
        : [{ label: 'Tried', value: triedText(diagnosis, telling) }]),
    ],
    notes: [
      verdict.next,
      ...alternatives(rest),
      ...(isUnknown(diagnosis) && language === undefined ? ['`--lang <language>` shows how.'] : []),
      ...(isSearched(diagnosis) && !telling.deep ? [deepOffer] : []),
      ...(leavesKey(diagnosis) && telling.moreStored ? [othersOffer] : []),
    ].filter((text) => text !== ''),
    code: codeLines(
      isUnknown(diagnosis) && language !== undefined
        ? [printCode(language, request.interface)]
        : fixCodes(
            [...(first?.causes ?? []), ...diagnosis.lint.map(({ id }) => id)],
            request.interface,
            telling.language,
          ),
    ),
    ...(diagnosis.match && !cannotSucceed(diagnosis)
      ? {}
      : { nextCommand: nextCommand(diagnosis, request.interface, telling, language ?? 'node') }),
  };
}

/** The sender has to print its values: pvg knows no more. */
const isUnknown = ({ match, findings, sender, text, ladder }: Diagnosis): boolean =>
  !match && findings.length === 0 && sender === null && text === null && ladder !== null && !isSigned(ladder);

/** A deeper search needs a digest to compare with. */
const isSearched = (diagnosis: Diagnosis): boolean => isUnknown(diagnosis) && diagnosis.tried > 0;
const deepOffer = '`--deep` also tries rare combinations of two or three mistakes, for up to a minute.';

const leavesKey = ({ sender }: Diagnosis): boolean =>
  sender?.leavesKey === true && sender.causes.length === 0;
const othersOffer = '`--all-profiles` also tries the keys of the profiles of other environments.';

const clientLanguage = ({ headers }: ObservedRequest): LanguageName | undefined =>
  languageOfClient(headerOf(headers, 'user-agent') ?? '');

const triedText = ({ tried }: Diagnosis, { deep }: Telling): string =>
  `${counted(tried, 'way')} to sign this request${deep ? ', with the rare combinations of --deep' : ''}`;

const moodOf = (diagnosis: Diagnosis): DiagnosisView['mood'] => {
  if (!diagnosis.match || cannotSucceed(diagnosis)) return 'bad';
  return diagnosis.lint.length > 0 ? 'careful' : 'good';
};

const nextCommand = (
  diagnosis: Diagnosis,
  interfaceId: Interface,
  { language, moreStored, again, showSecret }: Telling,
  likely: LanguageName,
): string => {
  const isOpen = !diagnosis.match && diagnosis.findings.length === 0 && diagnosis.sender === null;
  if (isOpen && diagnosis.lint.some(isMasked)) return 'pvg diagnose --help';
  const isKeyLeft = leavesKey(diagnosis);
  if ((isOpen || isKeyLeft) && moreStored && diagnosis.tried > 0) return `${again} --all-profiles`;
  if (diagnosis.findings.length > 0 || diagnosis.lint.some(({ id }) => isCauseId(id))) {
    return language === undefined
      ? `${again} --lang ${likely}`
      : `pvg sign ${interfaceId} --snippet ${language}`;
  }
  if (diagnosis.match) return 'pvg help service';
  if (isKeyLeft && showSecret !== undefined) return showSecret;
  if (diagnosis.sender !== null || diagnosis.ladder === null)
    return `pvg sign ${interfaceId} --snippet ${likely}`;
  if (diagnosis.tried === 0) return 'pvg help signing';
  return `${again} --signed-message "${diagnosis.ladder.parts === null ? '$SIGNED_BYTES_IN_HEX' : '$MESSAGE'}"`;
};

const stepWords = { body_hash: 'body hash', message: 'message', signature: 'signature' } as const;

/** The right values for a developer to compare with; the sender's own where they are known. */
export function ladderFacts({ ladder, sender }: Pick<Diagnosis, 'ladder' | 'sender'>): Fact[] {
  if (ladder === null) return [];
  return [
    ...ladder.steps.flatMap(({ step, expected, same }): Fact[] => [
      {
        label: `Expected ${stepWords[step]}`,
        value:
          same === null || step === 'signature'
            ? expected
            : `${expected} (${same ? 'the same' : 'the sender’s differs'})`,
      },
      ...(step === 'message' ? partsFact(ladder) : []),
    ]),
    ...(sender === null || sender.difference === null
      ? []
      : sender.compares === 'bodies'
        ? differenceFacts(sender.difference)
        : sidesOf(sender.difference, 'Expected message', 'Sender’s message')),
  ];
}

const partsFact = ({ parts }: Ladder): Fact[] =>
  parts === null
    ? []
    : [
        {
          label: 'Message parts',
          value: parts
            .map(([part, value]) => (part === 'bodyHash' ? 'body hash' : `${partWords[part]} ${value}`))
            .join(', '),
        },
      ];

const findingFacts = (finding: Finding): Fact[] => [
  { label: finding.causes.length === 1 ? 'Cause' : 'Causes', value: finding.causes.join(' + ') },
  ...variantFacts(finding, ({ says }) => says),
];

/** What a finding shows beside its causes. */
export const variantFacts = ({ as, difference }: Finding, words: (one: Difference) => string): Fact[] => [
  ...(as.length > 0 ? [{ label: 'Variant', value: as.join('; ') }] : []),
  ...(difference === null ? [] : differenceFacts(difference, words(difference))),
];

const differenceFacts = (difference: Difference, says = difference.says): Fact[] => [
  { label: 'Difference', value: says },
  ...sidesOf(difference, 'Sent bytes', 'Signed bytes'),
];

const sidesOf = (difference: Difference, one: string, other: string): Fact[] => [
  { label: one, value: sideText(difference.sent, difference.sentLength) },
  { label: other, value: sideText(difference.signed, difference.signedLength) },
];

/** The code of the fixes, each once. */
export const fixCodes = (
  ids: readonly string[],
  interfaceId: Interface,
  language: LanguageName | undefined,
): string[] =>
  language === undefined
    ? []
    : [...new Set(ids.filter(isCauseId).map((id) => fixCode(id, language, interfaceId)))];

const codeLines = (codes: readonly string[]): string[] => codes.flatMap((code) => ['', ...code.split('\n')]);

export const isExplained = ({ match, findings }: Diagnosis): boolean => match || findings.length > 0;

/** Only where no finding explains the signature. */
export const ladderJson = (diagnosis: Diagnosis): Printable =>
  isExplained(diagnosis) || diagnosis.ladder === null ? null : stepsJson(diagnosis.ladder);

const stepsJson = ({ steps }: Ladder): Printable =>
  steps.map(({ step, expected, same }) => ({ step, expected, same }));

export function severalView(answered: readonly Answered[], again: string): DiagnosisView {
  const matching = answered.filter((each) => 'diagnosis' in each && each.diagnosis.match).length;
  return {
    headline: `${String(matching)} of ${String(answered.length)} signatures ${matching === 1 ? 'is' : 'are'} right.`,
    mood: matching === answered.length ? 'good' : 'bad',
    table: {
      head: ['request', 'result', 'what it means'],
      rows: answered.map((each) => {
        if ('unreadable' in each) return [each.label, 'unreadable', each.unreadable];
        return [each.label, resultOf(each.diagnosis), verdictOf(each.diagnosis).says];
      }),
    },
    notes: ['By cause:', ...[...countsOf(answered)].map(([cause, count]) => `  ${String(count)} × ${cause}`)],
    ...(matching < answered.length && { nextCommand: `${again} --json` }),
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

/** What is wrong beside the signature does not explain it. */
const resultOf = ({ match, findings, lint }: Diagnosis): string => {
  const [first] = findings;
  const ids = lint.map(({ id }) => id);
  if (first !== undefined) return [...first.causes, ...ids].join(' + ');
  if (match) return ids.join(' + ') || 'right';
  return [...(ids.some(isCauseId) ? [] : ['unknown']), ...ids].join(' + ');
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
  const { difference, ...finding } = findingJson(entry);
  return { ...request, ...finding, ...code, difference };
}

export const findingJson = ({ difference, ...finding }: Finding) => ({
  ...finding,
  difference: difference && {
    ...difference,
    sent: { ...difference.sent },
    signed: { ...difference.signed },
  },
});
