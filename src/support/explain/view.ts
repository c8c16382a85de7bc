import { records, type Interface } from '../../contract/interfaces.js';
import { sectionFacts } from '../../contract/sections.js';
import { commandResult, type CommandResult } from '../../output/command-result.js';
import { didYouMean } from '../../text/nearest.js';
import { nonEmptyTexts, joinSentences } from '../../text/sentences.js';
import { optionWords, shellLine, type ShellWord } from '../../text/shell.js';
import { caveatOf } from '../../wording/verdict.js';
import { adviceWords, type Fact } from '../../wording/description.js';
import {
  anomalyNote,
  callJson,
  clockWords,
  factIfValue,
  lookupArgv,
  entryPlace,
  profileFact,
  reportArgv,
  warningsOf,
  whenFact,
} from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import type { Explanation, CodeMeaning } from './explain.js';

/** What was explained, as the end of the command. `call`: of the journal, whose failure it is. */
export function explanationResult(explanation: Explanation, call?: JournalEntry): CommandResult {
  const { meanings, listed, asked, status, near, note, verdict, error, anomalies } = explanation;
  const [only, ...others] = meanings;
  const one = others.length === 0 ? only : undefined;
  const hint =
    didYouMean(near) ??
    note ??
    'Use a code, an HTTP status, a state or a verdict, or - for the JSON of an answer.';
  return commandResult('explain-error', {
    exit: listed ? 0 : 2,
    ...(call ? entryPlace(call) : { interface: one?.interface ?? null }),
    ...{ verdict, anomalies, advice: explanation.advice ?? one?.advice ?? 'none' },
    answer: {
      ...{ asked, status, exit: explanation.exit ?? one?.exit ?? null, near, note },
      meanings: meanings.map((meaning) => ({ ...meaning })),
      ...(call && { entry: callJson(call) }),
    },
    error: listed
      ? null
      : { code: 'code-not-listed', says: 'The contract does not list this.', hint, section: '§7' },
    view: {
      headline: explanation.headline,
      mood: listed ? 'plain' : 'bad',
      warnings: call ? warningsOf(call) : [],
      caveat: caveatOf(verdict?.id),
      facts: [
        ...(call ? circumstances(call) : []),
        ...(one ? factsOf(one) : meanings.map(meaningFact)),
        ...factIfValue('Verdict', verdict?.id),
        ...explanation.facts,
        ...sectionFacts([...explanation.sections, ...meanings.map(({ section }) => section)]),
      ],
      notes: nonEmptyTexts(
        ...new Set([note, listed ? null : hint]),
        ...anomalies.map(anomalyNote),
        !one && adviceWords(error && { ...error, first: '' }, verdict),
      ),
      nextCommand: shellLine(call ? afterFailure(call) : nextOf(explanation)),
    },
  });
}

const meaningFact = ({ code, interface: id, means, who, retry }: CodeMeaning): Fact => ({
  label: `${code} (${id})`,
  value: `${means} Who acts: ${who}. Retry: ${retryWords[retry]}.`,
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

const factsOf = ({ interface: id, causes = [], ...of }: CodeMeaning): Fact[] => [
  { label: 'Where', value: `${id}, HTTP ${of.status}` },
  { label: 'Means', value: of.means },
  ...causes.map((cause, index) => ({ label: `Cause ${index + 1}`, value: cause })),
  { label: 'Who acts', value: of.who },
  { label: 'What to do', value: of.fix },
  { label: 'Retry', value: retryWords[of.retry] },
  { label: 'Grant', value: grantWords[of.grant] },
];

const circumstances = (call: JournalEntry): Fact[] => [
  whenFact(call),
  profileFact(call),
  { label: 'Call', value: joinSentences(call.command, call.product ?? '') },
  ...factIfValue('Ticket', call.case),
  ...factIfValue('Clock', clockWords(call.clock_skew_s)),
  { label: 'Call id', value: call.id },
];

/** The look-up of the same purchase if it shows more; a page for whoever has to act. */
function afterFailure(call: JournalEntry): readonly ShellWord[] {
  const { command, exit, product, verdict, status, code, profile } = call;
  const isOpen = exit === null || [6, 7, 10, 13].includes(exit);
  if (command === 'verify' && product !== null && isOpen) return lookupArgv(call);
  if (verdict !== null || [5, 6, 7, 9].includes(exit ?? 0)) return reportArgv(call);
  const check = status === 401 || code === 'UNAUTHORIZED' ? '--probe' : '--online';
  return ['pvg', 'doctor', check, ...optionWords({ '--profile': profile })];
}

/** What helps most with a listed failure of somebody else's call; 400: sent to it, the same request is diagnosed. */
const nextByStatus: Readonly<Record<number, readonly ShellWord[]>> = {
  400: ['pvg', 'listen'],
  401: ['pvg', 'doctor', '--probe'],
  403: ['pvg', 'profile', 'list'],
  412: ['pvg', 'profile', 'list'],
};

const doctor = ['pvg', 'doctor', '--online'];
const trial = (id: Interface): ShellWord[] => ['pvg', ...records[id].trial];

function nextOf({ meanings, status, near, listed }: Explanation): readonly ShellWord[] {
  const [first, ...others] = meanings;
  if (first !== undefined && others.length === 0) {
    return first.status >= 500 ? doctor : (nextByStatus[first.status] ?? trial(first.interface));
  }
  const known = first?.code ?? near[0];
  if (known !== undefined) return ['pvg', 'explain-error', known];
  if (listed) return trial('gateway');
  return status === null ? ['pvg', 'explain-error', '--last'] : doctor;
}
