import {
  answeredJson,
  countsOf,
  cutShortOf,
  expectedJson,
  foundJson,
  isMatchingAnswer,
  singleView,
  type ShownAnswer,
  type ViewOptions,
} from '../diagnosis/answer.js';
import { severalView, type SeveralOptions } from '../diagnosis/answer-several.js';
import { mismatchVerdict } from '../diagnosis/verdict.js';
import type { ExitStatus } from '../failure.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { counted } from '../text/sentences.js';
import { shellLine } from '../text/shell.js';
import type { ErrorWords } from '../wording/description.js';

/** The exit status for several answers: 6 for any wrong signature, else 5 for a refusal, else 2 for an unreadable request. */
function exitOf(answers: readonly ShownAnswer[]): ExitStatus {
  const judgedAnswers = answers.filter((each) => 'diagnosis' in each);
  if (!judgedAnswers.every(isMatchingAnswer)) return 6;
  if (judgedAnswers.some(({ diagnosis }) => diagnosis.outcome.kind === 'refused-anyway')) return 5;
  return judgedAnswers.length < answers.length ? 2 : 0;
}

function unreadableError(answers: readonly ShownAnswer[]): ErrorWords {
  const unreadable = answers.filter((each) => 'unreadable' in each);
  return {
    code: 'input-unreadable',
    says: `pvg cannot judge ${counted(unreadable.length, 'request')} of the input.`,
    hint: unreadable[0]?.unreadable ?? '',
    section: null,
  };
}

/** The members that only the JSON of several requests has. */
function severalMembers(answers: readonly ShownAnswer[]) {
  return {
    requests: answers.map(answeredJson),
    counts: Object.fromEntries(countsOf(answers)),
  };
}

export function diagnoseResult(
  answers: readonly ShownAnswer[],
  profile: ResolvedProfile | undefined,
  options: Omit<ViewOptions, 'showSecret'> & SeveralOptions,
): CommandResult {
  const name = profile?.name ?? undefined;
  const viewOptions = {
    ...options,
    showSecret: name && shellLine(['pvg', 'profile', 'show', name]),
  };
  const judgedAnswers = answers.filter((each) => 'diagnosis' in each);
  const match = judgedAnswers.length > 0 && judgedAnswers.every(isMatchingAnswer);
  const exit = exitOf(answers);
  const single = answers.length === 1 ? judgedAnswers[0] : undefined;
  const found = judgedAnswers.map((each) => foundJson(each, single ? undefined : each.label));
  const verdict = single ? mismatchVerdict(single.diagnosis) : null;
  return commandResult('diagnose', {
    profile: profile?.name ?? null,
    environment: profile?.environment ?? null,
    interface: single?.request.interface ?? null,
    exit,
    verdict,
    advice: exit === 0 ? 'none' : 'fix-request',
    answer: null,
    error: exit === 2 ? unreadableError(answers) : null,
    extraMembers: {
      match,
      findings: found.flatMap(({ findings }) => findings),
      lint: found.flatMap(({ lint }) => lint),
      expected: single ? expectedJson(single.diagnosis) : null,
      tried: judgedAnswers.reduce((sum, { diagnosis: { tried } }) => sum + tried, 0),
      cut_short: cutShortOf(judgedAnswers.map(({ diagnosis }) => diagnosis)),
      ...(single ? {} : severalMembers(answers)),
    },
    view:
      single && verdict
        ? singleView(single, verdict, viewOptions)
        : severalView(answers, viewOptions),
  });
}
