import { nearest } from '../../text/nearest.js';
import { causeOf, causes, fixText, isCauseId } from './catalogue.js';
import { requestProblemIds, requestProblemOf } from './request-problems.js';

/** What a person reads about a cause, or the ids like a word that is none. */
type CauseInWords =
  | { readonly mistake: string; readonly typicalSenders: string; readonly fix: string }
  | { readonly near: readonly string[] };

/** The file of `explain-error` takes this from the one of `diagnose`, which has the catalogue (scripts/bundle.mjs). */
export function causeInWords(word: string): CauseInWords {
  if (isCauseId(word)) {
    const { mistake, typicalSenders } = causeOf(word);
    return { mistake, typicalSenders, fix: fixText([word]) };
  }
  const problem = requestProblemOf(word);
  if (problem !== undefined) return problem;
  const ids = causes.map(({ id }) => id);
  return { near: nearest(word, [...ids, ...requestProblemIds]) };
}
