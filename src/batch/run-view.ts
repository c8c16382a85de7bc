import type { ExitStatus } from '../failure.js';
import type { View } from '../output/command-result.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted, joinSentences } from '../text/sentences.js';
import { optionWithValue, placeholder, shellLine } from '../text/shell.js';
import { isRateRefused, metOnlyPages, mustBeFixed, sortByFrequency } from './refused-rows.js';
import {
  type EndingFacts,
  exitOfFailedRows,
  exitOfRefusedCredentials,
  exitOfUnreadableRows,
  exitsThatResume,
  exitsToFixFirst,
  askedProfileWords,
  refundNote,
  type BatchEnding,
  type FinishedRun,
} from './finished-run.js';
import type { SummaryLine } from './summary.js';

/** Shows people how a batch ended: the headline, the table of its rows, and the command to run next. */

export function buildRunView(ending: BatchEnding, finished: FinishedRun): View {
  const { summary, facts } = finished;
  const lines = summary.lines();
  const table = lines.length > 0 ? { table: verdictTable(lines) } : {};
  return {
    headline: ending.says,
    mood: chooseMood(ending, finished),
    facts: [
      {
        label: 'Profile',
        value: `${askedProfileWords(facts)} (${facts.environment ?? 'no rows'})`,
      },
      ...(facts.out === undefined ? [] : [{ label: 'Output', value: facts.out }]),
      ...(facts.failedFile === undefined
        ? []
        : [{ label: 'Rows that failed', value: facts.failedFile }]),
    ],
    notes: [
      ...(ending.hint === undefined ? [] : [ending.hint]),
      ...secretFileNotes(ending, finished),
      ...summary.failureWords(),
      ...facts.inputNotes,
      ...resumeWords(finished),
      ...unreachedWords(finished),
      ...unclaimedWords(finished),
      ...summary.unusualNotes(),
      ...verdictNotes(finished),
      ...wordsAfterFix(ending, finished),
    ],
    ...table,
    nextCommand: nextCommandAfter(ending, finished),
  };
}

const secretOption = '--client-secret-file';

function chooseMood({ exit }: BatchEnding, { run }: FinishedRun): NonNullable<View['mood']> {
  if (exit === 0 && run.goneLines + run.foreignLines === 0) return 'good';
  return exitsOfPartialSuccess.includes(exit) ? 'careful' : 'bad';
}

/** Exit statuses of a run that was no failure. A run that ended in 0 is among them: its file may have unclaimed lines. */
const exitsOfPartialSuccess: readonly ExitStatus[] = [0, exitOfFailedRows, exitOfUnreadableRows];

function verdictTable(lines: readonly SummaryLine[]): NonNullable<View['table']> {
  return {
    head: ['Rows', 'Verdict or error', 'Meaning'],
    countColumn: 0,
    rows: lines.map(({ rows, name, says, who }) => [
      String(rows),
      name,
      joinSentences(says, who && `Who acts next: ${who}.`),
    ]),
  };
}

/** The option to add to this command line for the rows that have no answer. */
const nextRunOption = ({ facts }: FinishedRun) =>
  facts.keepsEarlierResults ? '--overwrite' : '--resume';

function nextCommandAfter(ending: BatchEnding, finished: FinishedRun): string | undefined {
  const { exit } = ending;
  const { facts } = finished;
  if (exit === exitOfRefusedCredentials) return commandAboutCredentials(ending, finished);
  if (isRateRefused(finished)) return commandWithRate(finished);
  if (metOnlyPages(finished)) return profileCommand(['profile', 'show'], facts);
  if (endedInSilence(finished)) return doctorCommand('--online', facts);
  const refusedCode = findMostRefusedCode(finished);
  const explainCommand = refusedCode && explainErrorLine(refusedCode);
  const mayContinue = exitsThatResume.includes(exit) && !mustBeFixed(finished);
  const continueCommand =
    facts.out !== undefined && mayContinue ? facts.commandWith(nextRunOption(finished)) : undefined;
  return continueCommand ?? explainCommand;
}

/** Whether the service did not answer at the end: then `pvg doctor` shows what can be reached, before the run goes on. */
const endedInSilence = ({ halt }: FinishedRun): boolean =>
  halt?.kind === 'outage' || halt?.kind === 'only-pages' || halt?.kind === 'never-answered';

/**
 * As after a single look-up: a check by `pvg doctor`, or `pvg explain-error` for the code, or for the status if the contract
 * does not list the code.
 */
function commandAboutCredentials({ code }: BatchEnding, finished: FinishedRun): string | undefined {
  const { halt, facts } = finished;
  if (isClockOff(finished)) return doctorCommand('--online', facts);
  const lastFailure = halt?.kind === 'stopped' ? undefined : halt?.lastFailure;
  if (lastFailure?.exit === exitOfRefusedCredentials && !hasSecretFile(facts)) {
    return doctorCommand('--probe', facts);
  }
  const refusedCode = findRefusalCode(code, finished);
  return refusedCode && explainErrorLine(refusedCode);
}

/** The secret came from an option, which `pvg doctor` does not have: it would test another one. */
const hasSecretFile = ({ commandWith }: EndingFacts): boolean =>
  commandWith('--resume').includes(secretOption);

const rateOption = '--rate';
const hasRate = ({ commandWith }: EndingFacts): boolean =>
  commandWith('--resume').includes(`${rateOption} `);

function secretFileNotes({ exit }: BatchEnding, { facts }: FinishedRun): string[] {
  if (exit !== exitOfRefusedCredentials || !hasSecretFile(facts)) return [];
  return [`The client secret is the one of the file of \`${secretOption}\`: check that file.`];
}

function explainErrorLine(code: string): string {
  return shellLine(['pvg', 'explain-error', code.replace(/^http-/, '')]);
}

function isClockOff({ halt, facts }: FinishedRun): boolean {
  const outcome = halt?.kind === 'stopped' ? undefined : halt?.lastFailure?.outcome;
  return outcome !== undefined && facts.words.isClockOff(outcome);
}

const doctorCommand = (check: '--online' | '--probe', facts: EndingFacts): string =>
  profileCommand(['doctor', check], facts);

function profileCommand(words: readonly string[], { profile }: EndingFacts): string {
  const profileOption = profile === null ? [] : optionWithValue('--profile', profile);
  return shellLine(['pvg', ...words, ...profileOption]);
}

/** Without a file of --out there is nothing to go on with, and a rate that was typed did not help: then it explains the refusal. */
function commandWithRate(finished: FinishedRun): string {
  const { facts } = finished;
  if (facts.out === undefined || hasRate(facts)) return explainErrorLine('429');
  return facts.commandWith(nextRunOption(finished), { [rateOption]: placeholder('RATE') });
}

/** The most frequent refusal that `pvg explain-error` knows. */
function findMostRefusedCode({ summary, facts }: FinishedRun): string | undefined {
  return sortByFrequency(summary.refused).find((code) => isExplained(code, facts));
}

const isExplained = (code: string, { words }: EndingFacts): boolean =>
  code.startsWith('http-') || words.contractMeaning(code, 'refused') !== undefined;

/** Why the run ended: the code, or the status if the contract does not list that code. */
function findRefusalCode(
  code: string | undefined,
  { halt, facts }: FinishedRun,
): string | undefined {
  if (code !== undefined && isExplained(code, facts)) return code;
  const status = halt?.kind === 'stopped' ? undefined : halt?.lastFailure?.outcome?.status;
  return status === undefined ? undefined : `http-${status}`;
}

/** Names the command that goes on after a fix. It is a note and not the next command, because it does not help yet. */
function wordsAfterFix({ exit }: BatchEnding, finished: FinishedRun): string[] {
  const { facts } = finished;
  if (facts.out === undefined) return [];
  const command = `\`${facts.commandWith(nextRunOption(finished))}\``;
  const waitsForFix = exitsToFixFirst.includes(exit) || mustBeFixed(finished);
  if (waitsForFix) return [`When that is fixed: ${command}`];
  const isNextElsewhere = endedInSilence(finished) && (!isRateRefused(finished) || hasRate(facts));
  return isNextElsewhere ? [`When the service answers: ${command}`] : [];
}

function resumeWords(finished: FinishedRun): string[] {
  const { halt, facts } = finished;
  const hasFile = facts.out !== undefined;
  const words: string[] = [];
  if (!hasFile && halt !== undefined) {
    words.push('Without --out there is nothing to resume: the next run starts again.');
  }
  if (facts.keepsEarlierResults) {
    words.push('This run wrote no row. The file of --out still has its earlier results.');
  }
  return words;
}

function unreachedWords(finished: FinishedRun): string[] {
  const { failedFile, out } = finished.facts;
  if (finished.halt === undefined || failedFile === undefined) return [];
  const resuming = out === undefined ? '' : ` \`${nextRunOption(finished)}\` looks them up.`;
  return [`${failedFile} does not have the rows that this run did not reach.${resuming}`];
}

/**
 * Says how many lines in the file of --out no row of the run has. With shards only their number is known: which of them
 * belong to another shard is not. People read “part” for a shard.
 */
function unclaimedWords({ run, facts }: FinishedRun): string[] {
  const { goneLines, firstGoneLines, foreignLines } = run;
  if (foreignLines > 0) {
    return [
      `The file of --out has ${counted(foreignLines, 'line')} of purchases that this part does not have; the table counts them. Give each part a file of its own.`,
    ];
  }
  if (goneLines === 0) return [];
  const names = firstGoneLines.map(
    ({ orderId, purchase }) => orderId ?? shownFingerprint(purchase?.receipt ?? ''),
  );
  const more = goneLines > names.length ? ` and ${goneLines - names.length} more` : '';
  const origin = facts.isMerged ? 'of the parts' : 'of an earlier run';
  const without = facts.isMerged ? '' : ' (`--overwrite` begins without them)';
  return [
    `${counted(goneLines, 'row')} ${origin} ${goneLines === 1 ? 'is' : 'are'} not in the input any more; the lines stay${without}, and the table counts them: ${names.join(', ')}${more}.`,
  ];
}

function verdictNotes({ summary, facts }: FinishedRun): string[] {
  const notes: string[] = [];
  const { rightEnvironment } = facts.words;
  // Any game has a few purchases that are not confirmed; if most are not, the environment is probably wrong.
  const answered = summary.rows - summary.withoutAnswer;
  const notConfirmed = summary.count('not-confirmed');
  const areMostUnconfirmed = notConfirmed > 0 && 2 * notConfirmed >= answered;
  if (areMostUnconfirmed && rightEnvironment !== undefined) notes.push(rightEnvironment);
  if (summary.hasPaid) notes.push(refundNote);
  return notes;
}
