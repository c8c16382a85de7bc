import type { RequestPart } from '../catalogue/request-problems.js';
import type { LintFinding } from '../outcome.js';

/** What is wrong with a part of the request. Its id is `request-` and the part. */
export interface RequestProblem {
  readonly part: RequestPart;
  /** What the service does because of it: `LintFinding` explains the three words. */
  readonly effect: LintFinding['effect'];
  readonly says: string;
  readonly fix: string;
}

/** Makes findings of the problems. `condition && problem` can be given: false and undefined are left out. */
export function requestFindings(
  ...problems: readonly (RequestProblem | false | undefined)[]
): LintFinding[] {
  return problems
    .filter((problem) => problem !== false && problem !== undefined)
    .map(({ part, effect, says, fix }) => ({ id: `request-${part}`, says, fix, effect }));
}
