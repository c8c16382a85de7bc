import { listedFailures } from '../../contract/listed.js';
import { pvgCodes, isPvgCode, PvgError } from '../../failure.js';
import { lookupKinds, sessionKinds, verifyKinds } from '../../service/outcome.js';
import { didYouMean, nearest } from '../../text/nearest.js';
import { joinWithAnd } from '../../text/sentences.js';
import { shellLine } from '../../text/shell.js';
import { severalAnswers, situations } from '../replies/situations.js';
import { neverAnswered } from './calls.js';
import { withoutReplyLanguages } from './outcome-words.js';

/** The outcomes that a line of the journal may have: for `--outcome`. */

const verdictIds: readonly string[] = [...lookupKinds, ...verifyKinds, ...sessionKinds];

/** The outcomes of lines that are no calls. */
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

const outcomeBySmallLetters = new Map(
  knownOutcomes.map((outcome) => [outcome.toLowerCase(), outcome]),
);

/** Whether a line may have this outcome. false for a mistyped word, but also for a code of the service that the contract does not list. */
export function isKnownOutcome(typed: string): boolean {
  const outcome = withoutReplyLanguages(typed.trim().toLowerCase());
  // A call without a verdict and a code has its exit status as outcome (`entryOutcome`).
  const isStatus = /^status \d{1,3}$/.test(outcome);
  return outcomeBySmallLetters.has(outcome) || isStatus || isPvgCode(outcome);
}

/** The outcome for words such as `not confirmed` or `refused`; undefined if there is none. */
export function outcomeInWords(typed: string): string | undefined {
  const words = typed.trim().toLowerCase();
  const spelled = words.replace(/[\s_]+/g, '-');
  const meant = outcomeByOtherWord.get(spelled);
  if (meant !== undefined) return meant;
  // Verdicts are spelled with hyphens, the codes of the contract with underscores.
  const asCode = spelled.replaceAll('-', '_');
  return outcomeBySmallLetters.get(spelled) ?? outcomeBySmallLetters.get(asCode);
}

const outcomeByOtherWord: ReadonlyMap<string, string> = new Map([
  ['refused', 'refusal'],
  ['refusals', 'refusal'],
  ['notes', 'note'],
  ['replies', 'reply'],
  ['replied', 'reply'],
  ['moves', 'move'],
  ['moved', 'move'],
  ['canceled', 'cancelled'],
]);

/** The right spelling of an outcome that was typed in other letters: `PRODUCT_MISMATCH`. undefined if it was typed rightly, or is not known. */
export function otherSpelling(typed: string): string | undefined {
  const outcome = typed.trim();
  const rightSpelling = outcomeBySmallLetters.get(outcome.toLowerCase());
  return rightSpelling === outcome ? undefined : rightSpelling;
}

function nearOutcomes(typed: string): string[] {
  const [, exit] = /^status[\s_:=-]*(\d{1,3})$/i.exec(typed.trim()) ?? [];
  if (exit !== undefined) return [`status ${exit}`];
  const near = nearest(typed, knownOutcomes);
  if (near.length > 0) return near;
  // `paied`: the first word of several verdicts.
  const [word] = nearest(
    typed,
    verdictIds.map((id) => firstWordOf(id)),
  );
  return word === undefined ? [] : verdictIds.filter((id) => firstWordOf(id) === word);
}

const firstWordOf = (id: string): string => id.replace(/-.*/, '');

export function unknownOutcomeError(typed: string): PvgError {
  const near = nearOutcomes(typed).map((outcome) => shellLine(['--outcome', outcome]));
  const says = `--outcome must be a verdict, a code, a reply, \`status <n>\` with an exit status, or one of ${joinWithAnd(lineKinds)}.`;
  return new PvgError('usage', says, {
    hint: didYouMean(near) ?? `The verdicts are: ${verdictIds.join(', ')}.`,
    nextCommand: 'pvg journal list --count --by outcome',
  });
}
