import { listedFailures } from '../../contract/listed.js';
import { pvgCodes, isPvgCode, PvgError } from '../../failure.js';
import { lookupKinds, sessionKinds, verifyKinds } from '../../service/outcome.js';
import { didYouMean, nearest } from '../../text/nearest.js';
import { joinWithAnd } from '../../text/sentences.js';
import { severalAnswers, situations } from '../replies/situations.js';
import { neverAnswered } from './calls.js';
import { withoutReplyLanguages } from './outcome-words.js';

/** What a line of the journal may have as its outcome. */

const verdictIds: readonly string[] = [...lookupKinds, ...verifyKinds, ...sessionKinds];

/** What a line is if it is no call. */
const lineKinds: readonly string[] = ['reply', 'note', 'move', 'refusal'];

const knownOutcomes: readonly string[] = [
  ...verdictIds,
  ...lineKinds,
  ...situations.keys(),
  severalAnswers,
  ...Object.values(listedFailures).flatMap((listed) => Object.keys(listed)),
  ...Object.keys(pvgCodes),
  neverAnswered,
];

const knownInSmallLetters = new Map(
  knownOutcomes.map((outcome) => [outcome.toLowerCase(), outcome]),
);

/** false: a mistyped word, or a code that the service chose and the contract does not list. */
export function isKnownOutcome(typed: string): boolean {
  const outcome = withoutReplyLanguages(typed.trim().toLowerCase());
  const isStatus = /^status \d{1,3}$/.test(outcome);
  return knownInSmallLetters.has(outcome) || isStatus || isPvgCode(outcome);
}

/** `not confirmed`, `refused`: the outcome that somebody says in words; undefined if it is none. */
export function outcomeInWords(typed: string): string | undefined {
  const words = typed.trim().toLowerCase();
  const spelled = words.replace(/[\s_]+/g, '-');
  const otherWord = otherWords.get(spelled);
  if (otherWord !== undefined) return otherWord;
  return knownInSmallLetters.get(spelled) ?? knownInSmallLetters.get(spelled.replaceAll('-', '_'));
}

const otherWords: ReadonlyMap<string, string> = new Map([
  ['refused', 'refusal'],
  ['refusals', 'refusal'],
  ['notes', 'note'],
  ['replies', 'reply'],
  ['replied', 'reply'],
  ['moves', 'move'],
  ['moved', 'move'],
  ['canceled', 'cancelled'],
]);

/** An outcome as the contract and pvg write it; undefined if it was typed so, or is a code that the contract does not list. */
export function otherSpelling(typed: string): string | undefined {
  const outcome = typed.trim();
  const known = knownInSmallLetters.get(outcome.toLowerCase());
  return known === outcome ? undefined : known;
}

export function unknownOutcomeError(typed: string): PvgError {
  const near = nearest(typed, knownOutcomes).map((outcome) => `--outcome ${outcome}`);
  const says = `--outcome must be a verdict, a code, a reply, or one of ${joinWithAnd(lineKinds)}.`;
  return new PvgError('usage', says, {
    hint: didYouMean(near) ?? `The verdicts are: ${verdictIds.join(', ')}.`,
    nextCommand: 'pvg journal list --count --by outcome',
  });
}
