import { counted, joinSentences } from '../text/sentences.js';
import {
  countsOf,
  cutShortOf,
  isMatchingAnswer,
  resultOf,
  type Judged,
  type Mood,
  type ShownAnswer,
} from './answer.js';
import { isMatch, isUnexplained, type RequestDiagnosis } from './outcome.js';
import { mismatchVerdict, untoldProblems, verdictProblem } from './verdict.js';

/** The commands that the answer for several requests offers next. */
export interface SeveralOptions {
  /** The command that diagnoses only this request of the input. */
  readonly againAlone: (request: Pick<Judged, 'file' | 'number'>) => string;
}

/** The view of several requests for people: one row for each request, then how often each cause was found. */
export function severalView(answered: readonly ShownAnswer[], options: SeveralOptions) {
  const matchingCount = answered.filter(isMatchingAnswer).length;
  const judgedCount = answered.filter((each) => 'diagnosis' in each).length;
  /** Signed right, but refused because of something else, such as its path. */
  const refusedCount = answered.filter(
    (each) => 'diagnosis' in each && each.diagnosis.outcome.kind === 'refused-anyway',
  ).length;
  const unreadableCount = answered.length - judgedCount;
  const mood: Mood = matchingCount === answered.length ? 'good' : 'bad';
  return {
    headline: joinSentences(
      judgedCount > 0 && `Right signatures: ${matchingCount} of ${judgedCount}.`,
      refusedCount > 0 && `${String(refusedCount)} of them cannot succeed.`,
      unreadableCount > 0 && `${counted(unreadableCount, 'request')} cannot be judged.`,
    ),
    mood,
    table: {
      head: ['Request', 'Result', 'What it means'],
      rows: answered.map((each) =>
        'unreadable' in each
          ? [each.label, 'unreadable', each.unreadable]
          : [each.label, resultOf(each.diagnosis), meaningOf(each.diagnosis)],
      ),
    },
    notes: [
      'By cause:',
      ...[...countsOf(answered)].flatMap(([result, count]) => [
        `  ${String(count)} × ${result}`,
        ...fixLines(answered, result),
      ]),
      ...cutShortNotes(answered),
    ],
    nextCommand: mood === 'bad' ? nextCommandOfSeveral(answered, options) : undefined,
  };
}

/** The fix for the first request with this result, as an example for the others. */
function fixLines(answered: readonly ShownAnswer[], result: string): string[] {
  const judged = answered.filter((each) => 'diagnosis' in each);
  const first = judged.find(({ diagnosis }) => resultOf(diagnosis) === result);
  if (first === undefined || result === 'right') return [];
  const mainFix = isUnexplained(first.diagnosis)
    ? joinSentences(verdictProblem(first.diagnosis)?.fix, aloneAdvice)
    : mismatchVerdict(first.diagnosis).next;
  const fixes = untoldProblems(first.diagnosis).map(({ fix }) => fix);
  const untoldFixes = fixes.filter((fix) => !mainFix.includes(fix));
  return [`    Fix: ${joinSentences(mainFix, ...new Set(untoldFixes))}`];
}

const aloneAdvice = 'Diagnose such a request alone: pvg then shows the values to compare with.';

const meaningOf = (diagnosis: RequestDiagnosis): string =>
  joinSentences(
    mismatchVerdict(diagnosis).says,
    ...untoldProblems(diagnosis).map(({ says }) => `Also: ${says}`),
  );

/** Offers to diagnose one request alone, because it then gets all attempts: in a run over all they are shared. */
function nextCommandOfSeveral(
  answered: readonly ShownAnswer[],
  { againAlone }: SeveralOptions,
): string | undefined {
  const judged = answered.filter((each) => 'diagnosis' in each);
  const wrong = judged.filter(({ diagnosis }) => !isMatch(diagnosis));
  // A request whose search ended early comes first: it gains most from a run alone.
  const first = [...judged.filter(isCutByAttempts), ...wrong].find(
    ({ file, number }) => (file ?? number) !== undefined,
  );
  return first && againAlone(first);
}

const isCutByAttempts = (each: ShownAnswer): each is Judged =>
  'diagnosis' in each && cutShortOf([each.diagnosis]) === 'attempts';

/** The labels of the first three requests, and how many more there are. */
function labelsOf(requests: readonly ShownAnswer[]): string {
  const most = 3;
  const names = requests.slice(0, most).map(({ label }) => label);
  const more = requests.length > most ? ` and ${requests.length - most} more` : '';
  return `${names.join('; ')}${more}`;
}

/** How many searches ended early, because their attempts or the time of the input were used up. */
function cutShortNotes(answered: readonly ShownAnswer[]): string[] {
  const judged = answered.filter((each) => 'diagnosis' in each);
  const byTime = judged.filter(({ diagnosis }) => cutShortOf([diagnosis]) === 'time').length;
  const byAttempts = answered.filter(isCutByAttempts);
  return [
    ...(byAttempts.length > 0
      ? [
          `Searched only with their share of the attempts: ${counted(byAttempts.length, 'request')} (${labelsOf(byAttempts)}). Diagnose such a request alone.`,
        ]
      : []),
    ...(byTime > 0
      ? [
          `The time ended first, before the search of ${counted(byTime, 'request')} did: \`--budget\` gives it more.`,
        ]
      : []),
  ];
}
