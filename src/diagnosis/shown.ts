import type { Interface } from '../contract/interfaces.js';
import type { Fact, Verdict } from '../contract/judgement.js';
import type { Printable } from '../text/json/print.js';
import type { LanguageName } from '../languages/languages.js';
import type { ObservedRequest } from './observed-request.js';
import { isCauseId } from './catalogue.js';
import type { Diagnosis, Finding } from './diagnose.js';
import { fixCode } from './fix-code.js';
import { verdictOf } from './verdict.js';

/** Diagnoses as people and `--json` see them. */

/** One request of the input with what came of it. */
export type Answered =
  | { readonly label: string; readonly request: ObservedRequest; readonly diagnosis: Diagnosis }
  | { readonly label: string; readonly unreadable: string };

/** The parts of a view that a diagnosis has. */
interface DiagnosisView {
  readonly headline: string;
  readonly mood: 'good' | 'bad' | 'careful';
  readonly facts?: readonly Fact[];
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly notes?: readonly string[];
  readonly nextCommand?: string;
}

/** How it is told: the fix as code, and what to type next. */
export interface Telling {
  readonly language: LanguageName | undefined;
  readonly deep: boolean;
  /** The words that ask for the same request again. */
  readonly again: string;
}

/** One diagnosis for people. */
export function singleView(
  { request, diagnosis }: Extract<Answered, { diagnosis: Diagnosis }>,
  verdict: Verdict,
  telling: Telling,
): DiagnosisView {
  const [first, ...rest] = diagnosis.findings;
  return {
    headline: verdict.says,
    mood: diagnosis.match ? (diagnosis.lint.length > 0 ? 'careful' : 'good') : 'bad',
    facts: [
      { label: 'Interface', value: request.interface },
      ...(first ? findingFacts(first) : []),
      ...diagnosis.lint.map(({ id, says }): Fact => ({ label: `Header: ${id}`, value: says })),
      ...(rest.length > 0
        ? [{ label: 'Gives equal bytes', value: rest.map(({ causes }) => causes.join(' + ')).join('; ') }]
        : []),
      {
        label: 'Tried',
        value: `${String(diagnosis.tried)} ${diagnosis.tried === 1 ? 'way' : 'ways'} to sign it`,
      },
    ],
    notes: [verdict.next, ...fixLines(first, diagnosis, request.interface, telling.language)].filter(
      (text) => text !== '',
    ),
    ...(diagnosis.match ? {} : { nextCommand: nextCommand(diagnosis, telling) }),
  };
}

const nextCommand = (diagnosis: Diagnosis, { language, deep, again }: Telling): string => {
  if (diagnosis.findings.length > 0 || diagnosis.lint.length > 0) {
    return language === undefined ? `${again} --lang node` : 'pvg sign --help';
  }
  return deep ? 'pvg help signing' : `${again} --deep`;
};

const findingFacts = ({ causes, as, difference }: Finding): Fact[] => [
  { label: causes.length === 1 ? 'Cause' : 'Causes', value: causes.join(' + ') },
  ...(as.length > 0 ? [{ label: 'More exactly', value: as.join('; ') }] : []),
  ...(difference === null
    ? []
    : [
        { label: 'Difference', value: difference.says },
        {
          label: 'Sent',
          value: `${difference.sent.text}   (${difference.sent.hex}), ${String(difference.sentLength)} bytes`,
        },
        {
          label: 'Signed',
          value: `${difference.signed.text}   (${difference.signed.hex}), ${String(difference.signedLength)} bytes`,
        },
      ]),
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

/** The diagnoses of a file with several requests. */
export function severalView(answered: readonly Answered[]): DiagnosisView {
  const matching = answered.filter((each) => 'diagnosis' in each && each.diagnosis.match).length;
  return {
    headline: `${String(matching)} of ${String(answered.length)} signatures are right.`,
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

/** How often each result came: a set of causes, `right`, `unknown`, `unreadable`. */
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
