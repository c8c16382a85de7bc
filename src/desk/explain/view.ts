import { mainOperation } from '../../contract/interfaces.js';
import { nextWords, type Fact } from '../../view/words.js';
import type { FinishedError, View } from '../../output/finished.js';
import type { Printable } from '../../text/json/print.js';
import { didYouMean } from '../../text/nearest.js';
import { shellLine } from '../../text/shell.js';
import { sessionKinds } from '../../service/outcome.js';
import { anomalyTold } from '../../view/anomaly-words.js';
import type { JournalEntry } from '../journal/entry.js';
import { anomalyNote } from '../journal/calls.js';
import { sectionFacts } from '../../contract/sections.js';
import type { Explanation, Meaning } from './explain.js';

export const onlyOne = ([only, ...others]: readonly Meaning[]): Meaning | undefined =>
  others.length === 0 ? only : undefined;

export const notListed = (says: string, hint: string | null): FinishedError => ({
  code: 'code-not-listed',
  says,
  hint,
  section: '§7',
});

export const codeNotListed = 'The contract does not list this code.';

export const meaningJson = ({ interface: name, code, entry }: Meaning): Printable => ({
  interface: name,
  code,
  ...entry,
});

/** What may have been meant, what is known about it, or what can be given. */
export const notListedHint = (explanation: Explanation): string =>
  nearHint(explanation) ??
  explanation.note ??
  'Use a code, an HTTP status, a state or a verdict, or - for the JSON of an answer on standard input.';

export const nearHint = ({ near }: Explanation): string | undefined => didYouMean(near);

export function askedWords({ asked, status }: Explanation): string {
  if ('code' in asked) return asked.code;
  if (asked.kind === 'status') return `HTTP ${String(asked.number)}`;
  if (asked.kind === 'number') return `the number ${String(asked.number)}`;
  return asked.kind === 'answer' && status !== null
    ? `${askedKinds.answer}, HTTP ${String(status)}`
    : askedKinds[asked.kind];
}

const askedKinds = {
  'unlisted-code': 'a code that the contract does not list',
  'unlisted-code-in-answer': 'the code in this answer',
  answer: 'an answer of the service',
  part: 'a part of a look-up’s answer',
} as const;

export function viewOf(explanation: Explanation): View {
  const { meanings, note: said, judgement, asked, listed, near } = explanation;
  const notes = [
    ...(said === null ? [] : [said]),
    ...(judgement?.anomalies ?? []).map((each) => anomalyNote(anomalyTold(each))),
  ];
  const words = askedWords(explanation);
  if (!listed) {
    return {
      headline: notListedHeadline(asked, words),
      mood: 'bad',
      notes: [...new Set([...notes, notListedHint(explanation)])],
      nextCommand: shellLine(
        near[0] === undefined ? elsewhere(explanation) : ['pvg', 'explain-error', near[0]],
      ),
    };
  }
  const [first] = meanings;
  if (first === undefined) {
    const verdict = judgement?.verdict;
    return {
      headline: verdict?.says ?? plainHeadline(asked, words),
      mood: 'plain',
      facts: [
        ...(verdict ? [verdictFact(verdict.id)] : []),
        ...(judgement?.facts ?? []),
        ...sectionFacts(explanation.sections),
      ],
      notes: [...notes, ...(verdict ? [nextWords(verdict)] : [])],
      nextCommand: shellLine(elsewhere(explanation)),
    };
  }
  const isOne = meanings.length === 1;
  return {
    headline: isOne ? titleOf(first) : `${words} has ${counts[meanings.length] ?? 'several'} meanings here:`,
    mood: 'plain',
    facts: isOne
      ? factsOf(first)
      : [...meanings.map(meaningFact), ...sectionFacts(meanings.map(({ entry }) => entry.section))],
    notes,
    nextCommand: shellLine(isOne ? nextOf(first) : ['pvg', 'explain-error', first.code]),
  };
}

const counts = ['no', 'one', 'two', 'three', 'four'];

const notListedHeadline = (asked: Explanation['asked'], words: string): string => {
  if (asked.kind === 'unlisted-code') return codeNotListed;
  if (asked.kind === 'answer') return 'This is not an answer of this service.';
  return asked.kind === 'number'
    ? `${String(asked.number)} is not an HTTP status.`
    : `The contract does not list ${words}.`;
};

const plainHeadline = (asked: Explanation['asked'], words: string): string => {
  // A state is written as it stands in the answer.
  if (asked.kind === 'state') return `${words} is a value in an answer of the gateway.`;
  const sentence = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return asked.kind === 'number' ? `${sentence} is a value in an answer of the gateway.` : `${sentence}.`;
};

const verdictFact = (id: string): Fact => ({ label: 'Verdict', value: id });

export const titleOf = ({ code, entry }: Meaning): string => `${code}: ${entry.title}`;

const meaningFact = ({ code, interface: name, entry }: Meaning): Fact => ({
  label: `${code} (${name})`,
  value: `${entry.means} Who acts: ${entry.who}. Retry: ${retryWords[entry.retry]}.`,
});

const retryWords = {
  never: 'no',
  'after-fixing': 'after fixing the cause',
  'with-back-off': 'yes, with back-off',
  later: 'later',
} as const;

const grantWords = {
  no: 'no',
  'not-again': 'not again; check what was granted',
  'does-not-apply': 'does not apply',
} as const;

/**
 * What was said about a call knows more than the catalogue: that pvg itself has retried, or the clock after a 401.
 */
export function factsOf({ interface: name, entry }: Meaning, call?: JournalEntry): Fact[] {
  const said = call?.exit === 8 || call?.exit === 4 ? call.error : null;
  const retried = said !== null && call?.exit === 8;
  return [
    { label: 'Where', value: `${name}, HTTP ${String(entry.status)} (${entry.section})` },
    { label: 'Means', value: entry.means },
    ...(entry.causes ?? []).map((cause, at) => ({ label: `Cause ${String(at + 1)}`, value: cause })),
    { label: 'Who acts', value: said?.who || entry.who },
    { label: 'What to do', value: said?.hint ?? entry.fix },
    ...(retried ? [] : [{ label: 'Retry', value: retryWords[entry.retry] }]),
    { label: 'Grant', value: grantWords[entry.grant] },
  ];
}

/** The command that helps most with a listed failure; it always runs as printed. */
export function nextOf({ interface: name, entry }: Meaning): string[] {
  if (entry.status === 401) return ['pvg', 'diagnose', '--help'];
  if (entry.advice === 'do-not-grant' || entry.advice === 'already-verified')
    return ['pvg', 'lookup', '--help'];
  if (entry.status === 400) return ['pvg', mainOperation(name), '--help'];
  if (entry.status === 429) return ['pvg', 'help', 'not-shown'];
  return entry.status >= 500 ? ['pvg', 'doctor', '--online'] : ['pvg', 'help', 'environment'];
}

/** The command that helps if no listed failure is meant. */
function elsewhere({ status, judgement, asked, listed, note }: Explanation): string[] {
  if (asked.kind === 'number' && listed) return ['pvg', 'lookup', '--help'];
  if (asked.kind === 'verdict' && sessionKinds.some((kind) => kind === asked.code))
    return ['pvg', 'session', '--help'];
  const isOfLookup = asked.kind === 'state' || asked.kind === 'verdict' || asked.kind === 'part';
  if (isOfLookup || judgement?.exit === 6) return ['pvg', 'lookup', '--help'];
  if (asked.kind === 'unlisted-code' && note === null) return ['pvg', 'explain-error', '--help'];
  if (status === null) return ['pvg', 'help', 'exit-status'];
  return status >= 300 ? ['pvg', 'doctor', '--online'] : ['pvg', 'help', 'output'];
}
