import { type Interface, interfaceRecords } from '../../contract/interfaces.js';
import { limits } from '../../contract/limits.js';
import { sectionFacts } from '../../contract/sections.js';
import {
  commandResult,
  type CommandResult,
  type PrintedTable,
  type View,
} from '../../output/command-result.js';
import { didYouMean } from '../../text/nearest.js';
import { joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import { toPlainData } from '../../text/json/parse.js';
import { optionWords, shellLine, type ShellWord } from '../../text/shell.js';
import { wordsOf } from '../../wording/code-words.js';
import { caveatOf } from '../../wording/verdict.js';
import { actionWords, actorWords, type ActionWords, type Fact } from '../../wording/description.js';
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
import { diagnoseCommand } from './diagnose-command.js';
import { allMeanings, webPage, type Explanation, type CodeMeaning } from './explain.js';

interface Explained {
  /** The call of the journal whose failure is explained. */
  readonly call?: JournalEntry | undefined;
  /** The profile that was typed: the next command keeps it. */
  readonly profile?: string | undefined;
  /** Whether a profile is in use. Without one, the failed request was probably sent by a game server, so it is diagnosed. */
  readonly isProfileChosen?: boolean;
  /** Whether the term came from standard input. */
  readonly isPasted?: boolean | undefined;
}

/** The result of the command that explained a term. */
export function explanationResult(
  found: Explanation,
  { call, profile, isProfileChosen, isPasted }: Explained = {},
): CommandResult {
  // A similar code is proposed only if it comes with the HTTP status that was read.
  const explanation = {
    ...found,
    near: found.near.filter((code) => hasStatus(code, found.status)),
  };
  const { meanings, isKnown, asked, status, near, note, verdict, anomalies } = explanation;
  const meaning = onlyMeaning(explanation);
  const answer = {
    asked,
    status,
    exit: explanation.exit ?? meaning?.exit ?? null,
    near,
    note,
    meanings: meanings.map((each) => ({ ...each })),
    // Only the hint of an error: `meanings` and `verdict` say what to do about a code or a verdict.
    action: toPlainData({ ...actorOf(explanation), next: explanation.error?.hint ?? '' }),
  };
  const error = {
    code: 'code-not-listed',
    says: 'The contract does not list this.',
    hint: joinSentences(explanation.error?.hint, unlistedHint(explanation)),
    section: '§7',
    ...actorOf(explanation),
  };
  const place = call ? entryPlace(call) : { interface: meaning?.interface ?? null };
  return commandResult('explain-error', {
    exit: isKnown ? 0 : 2,
    ...place,
    verdict,
    anomalies,
    advice: explanation.advice ?? meaning?.advice ?? 'none',
    answer: call ? { ...answer, entry: callJson(call) } : answer,
    error: isKnown ? null : error,
    view: explanationView(explanation, {
      call,
      profile,
      isProfileChosen: isProfileChosen === true,
      isPasted,
    }),
  });
}

/** Who acts next, as a member of the JSON; no member if it is not known. */
function actorOf({ error, who: otherActor }: Explanation): { who?: string } {
  const who = error?.who ?? otherActor;
  return who === null ? {} : { who };
}

/** The meaning of the code; undefined if it has none or several. */
function onlyMeaning({ meanings }: Explanation): CodeMeaning | undefined {
  return meanings.length === 1 ? meanings[0] : undefined;
}

function unlistedHint({ near, note }: Explanation): string {
  const usual = 'Use a code, an HTTP status, a state or a verdict, or - for the JSON of an answer.';
  return didYouMean(near) ?? note ?? usual;
}

function explanationView(explanation: Explanation, explained: Explained): View {
  const { call, profile, isProfileChosen = false, isPasted = false } = explained;
  const { meanings, isKnown, note, verdict, anomalies, nextCommand } = explanation;
  const meaning = onlyMeaning(explanation);
  const sections = [...explanation.sections, ...meanings.map(({ section }) => section)];
  const hint = isKnown ? null : unlistedHint(explanation);
  // A set, because the hint may be the note itself.
  const notes = new Set([note, hint]);
  const sectionLines = sectionFacts(sections);
  const hasTable = meanings.length > 1;
  const nextWords =
    call === undefined
      ? withProfile(nextAfterExplanation(explanation, { isProfileChosen, isPasted }), profile)
      : nextAfterFailure(call);
  const isDiagnosisNext = nextWords[1] === 'diagnose';
  return {
    headline: explanation.headline,
    mood: isKnown ? 'plain' : 'bad',
    warnings: call ? warningsOf(call) : [],
    // For a call of the journal its own words come first: they know more than the catalogue.
    action: meaning && !call ? actionOfMeaning(meaning) : actionOf(explanation),
    caveat: caveatOf(verdict?.id),
    facts: [
      ...(call ? callCircumstances(call) : []),
      ...(meaning ? meaningFacts(meaning, explanation.isStatusAlone === true) : []),
      ...(meaning?.code === 'UNAUTHORIZED' && !call ? [clockFact] : []),
      ...factIfValue('Verdict', verdict?.id),
      ...explanation.facts,
      ...(hasTable ? [] : sectionLines),
    ],
    ...(hasTable ? { table: meaningsTable(meanings) } : {}),
    notes: nonEmptyTexts(
      ...notes,
      ...anomalies.map(anomalyNote),
      ...(hasTable ? sectionLines.map(({ label, value }) => `${label}: ${value}`) : []),
      isDiagnosisNext && catchRequestNote,
    ),
    // null: the explanation wants no next command. undefined: it leaves the choice to this view.
    nextCommand: nextCommand === null ? undefined : (nextCommand ?? shellLine(nextWords)),
  };
}

function actionOf({ error, verdict, who }: Explanation): ActionWords | undefined {
  const words = actionWords(error, verdict);
  return words === undefined && who !== null
    ? { actor: actorWords({ who, not: '' }), next: '' }
    : words;
}

function meaningsTable(meanings: readonly CodeMeaning[]): PrintedTable {
  const facts = meanings.map(oneLineMeaning);
  return {
    head: ['Code', 'Meaning'],
    rows: facts.map(({ label, value }) => [label, value]),
    lines: facts.map((fact) => [fact]),
  };
}

function oneLineMeaning({ code, interface: id, means, who, retry }: CodeMeaning): Fact {
  return {
    label: `${code} (${id})`,
    value: `${means} Who acts: ${who}. Retry: ${retryWords[retry]}.`,
  };
}

const grantRules = {
  no: 'Do not grant.',
  'not-again': 'Do not grant it again.',
  'does-not-apply': '',
} as const;

function actionOfMeaning({ interface: id, code, who, grant, fix }: CodeMeaning): ActionWords {
  const not = grantRules[grant];
  const words = wordsOf(id, code);
  // `fix` begins with the rule of its code (`words.not`). If that is the rule above, it is not said twice.
  const next = words !== undefined && words.not === not ? words.fix : fix;
  return { actor: actorWords({ who, not }), next };
}

const retryWords = {
  never: 'no',
  'after-fixing': 'after fixing the cause',
  'with-back-off': 'yes, with back-off',
  later: 'later',
  'when-paid': 'not at once: a pending payment may be paid later',
} as const;

const grantWords = {
  no: 'no',
  'not-again': 'not again; check what was granted',
  'does-not-apply': 'does not apply',
} as const;

/** A wrong clock may also be why a request was refused (§5.1). Not shown for a call of the journal, whose clock was measured. */
const clockFact: Fact = {
  label: 'Perhaps the clock',
  value: `X-Timestamp more than ${limits.timestampSkewSeconds} seconds from the service’s clock is refused, too. The contract does not say with which error.`,
};

function meaningFacts(meaning: CodeMeaning, isStatusAlone: boolean): Fact[] {
  const { causes = [] } = meaning;
  return [
    {
      label: isStatusAlone ? 'Listed for' : 'Where',
      value: `${meaning.interface}, HTTP ${meaning.status}`,
    },
    { label: 'Means', value: meaning.means },
    ...causes.map((cause, index) => ({ label: `Cause ${index + 1}`, value: cause })),
    { label: 'Retry', value: retryWords[meaning.retry] },
    { label: 'Grant', value: grantWords[meaning.grant], isDetail: meaning.grant === 'no' },
  ];
}

function callCircumstances(call: JournalEntry): Fact[] {
  return [
    whenFact(call),
    profileFact(call),
    { label: 'Call', value: joinSentences(call.command, call.product ?? '') },
    ...factIfValue('Ticket', call.case),
    ...factIfValue('Clock', clockWords(call.clock_skew_s)),
    { label: 'Call id', value: call.id },
  ];
}

/** Exit statuses of a verify: not confirmed, verified before, outcome unknown, stopped by a guard. */
const exitsForLookup: readonly unknown[] = [6, 7, 10, 13];
/** Exit statuses of any call: request refused, not confirmed, verified before, rate limited. */
const exitsForReport: readonly unknown[] = [5, 6, 7, 9];

/** The next command: a look-up if it can show more about the purchase, a report for whoever has to act, else `pvg doctor`. */
function nextAfterFailure(call: JournalEntry): readonly ShellWord[] {
  const { command, exit, product, verdict, status, code, profile } = call;
  const canLookupShowMore = exit === null || exitsForLookup.includes(exit);
  if (command === 'verify' && product !== null && canLookupShowMore) return lookupArgv(call);
  if (verdict !== null || exitsForReport.includes(exit)) return reportArgv(call);
  const check = status === 401 || code === 'UNAUTHORIZED' ? '--probe' : '--online';
  return ['pvg', 'doctor', check, ...optionWords({ '--profile': profile })];
}

const doctorOnline = ['pvg', 'doctor', '--online'];

/** The next command for a listed failure of somebody else's call. 400: `pvg listen` diagnoses the request if it is sent there. */
const nextByStatus: Readonly<Record<number, readonly ShellWord[]>> = {
  400: ['pvg', 'listen'],
  401: ['pvg', 'doctor', '--probe'],
  403: ['pvg', 'profile', 'list'],
  412: ['pvg', 'profile', 'list'],
  // Another session call would count against the same limit.
  429: doctorOnline,
};

function trialCall(id: Interface): readonly ShellWord[] {
  return ['pvg', ...interfaceRecords[id].trial];
}

function hasStatus(code: string, status: number | null): boolean {
  if (status === null) return true;
  return allMeanings.some((meaning) => meaning.code === code && meaning.status === status);
}

/** The next commands that call the service: they get the profile that was typed. */
const commandsWithProfile: readonly unknown[] = ['lookup', 'session', 'doctor'];

function withProfile(
  words: readonly ShellWord[],
  profile: string | undefined,
): readonly ShellWord[] {
  if (!commandsWithProfile.includes(words[1])) return words;
  return [...words, ...optionWords({ '--profile': profile })];
}

const catchRequestNote =
  'Save the refused request in a file: `pvg listen --profile <name> --save requests` catches one of your game server.';

interface AskedExplanation {
  readonly isProfileChosen: boolean;
  readonly isPasted: boolean;
}

function nextAfterExplanation(
  explanation: Explanation,
  { isProfileChosen, isPasted }: AskedExplanation,
): readonly ShellWord[] {
  const { asked, meanings, status, near, isKnown } = explanation;
  const meaning = onlyMeaning(explanation);
  if (meaning !== undefined) {
    if (meaning.status >= 500) return doctorOnline;
    if (meaning.status === 401 && !isProfileChosen) return diagnoseCommand[meaning.interface];
    return nextByStatus[meaning.status] ?? trialCall(meaning.interface);
  }
  const knownCode = meanings[0]?.code ?? near[0];
  if (knownCode !== undefined) return ['pvg', 'explain-error', knownCode];
  // A state or a verdict is seen best in an answer, so the next command is a look-up to try.
  if (isKnown) return trialCall('gateway');
  // A status or a web page came from some other server, so the next command shows which servers can be reached.
  if (status !== null || asked === webPage) return doctorOnline;
  // Somebody who pasted a text has just used `explain-error -`.
  return isPasted ? ['pvg', 'help', 'service'] : ['pvg', 'explain-error', '-'];
}
