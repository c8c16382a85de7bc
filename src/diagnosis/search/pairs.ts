import {
  hasSeveralMistakes,
  rightParts,
  type LayoutPart,
  type MessageLayout,
} from '../forms/layouts.js';
import { otherMilliseconds } from '../forms/times.js';
import { rightAttempt, type SearchParts, type SigningAttempt } from './search-parts.js';

type StepName = keyof SigningAttempt;

/** The wrong values of one step that are combined with those of another. */
interface WrongStep {
  readonly name: StepName;
  readonly values: readonly SigningAttempt[StepName][];
}

/** The part of the message that shows this step. Steps without an entry, such as the key, show in every signature. */
const partOfStep: Readonly<Partial<Record<StepName, LayoutPart>>> = {
  body: 'content',
  hash: 'content',
  timestamp: 'timestamp',
  clientId: 'clientId',
};

/** Every pair of mistakes at two different steps: first those of cost 1 and 2, then those of cost 2 and 2. */
export function* pairAttempts(parts: SearchParts): Generator<SigningAttempt> {
  const right = pairBase(parts);
  if (right === undefined) return;
  const common = wrongSteps(parts, 1);
  const rare = wrongSteps(parts, 2);
  for (const [index, first] of common.entries()) {
    for (const second of rare.toSpliced(index, 1)) yield* pairsOf(first, second, right);
  }
  const layouts = layoutsOfCost2(parts);
  const withoutOddLayouts = rare.map((step) => (step.name === 'layout' ? layouts.simple : step));
  for (const [index, first] of withoutOddLayouts.entries()) {
    for (const second of withoutOddLayouts.slice(index + 1)) yield* pairsOf(first, second, right);
  }
}

/** A timestamp in milliseconds with each mistake of cost 1. With all 1,000 milliseconds, mistakes of cost 2 would be too many. */
export function* pairsWithMilliseconds(parts: SearchParts): Generator<SigningAttempt> {
  const right = pairBase(parts);
  const { timestamp } = parts.headers;
  if (right === undefined || timestamp === undefined) return;
  const milliseconds: WrongStep = { name: 'timestamp', values: otherMilliseconds(timestamp) };
  for (const step of wrongSteps(parts, 1)) {
    if (step.name !== 'timestamp') yield* pairsOf(step, milliseconds, right);
  }
}

/** A layout with several mistakes of its own, and one more mistake that costs 2: these pairs are the least likely. */
export function* pairsWithOddLayouts(parts: SearchParts): Generator<SigningAttempt> {
  const right = pairBase(parts);
  if (right === undefined) return;
  const layouts = layoutsOfCost2(parts);
  for (const step of wrongSteps(parts, 2)) {
    if (step.name !== 'layout') yield* pairsOf(step, layouts.odd, right);
  }
}

/** The right signature, which a pair changes twice; undefined for a large body, with which no pairs are tried. */
function pairBase(parts: SearchParts): SigningAttempt | undefined {
  return parts.bodies.isLarge ? undefined : rightAttempt(parts);
}

function wrongSteps({ choices, bodies }: SearchParts, cost: number): readonly WrongStep[] {
  return [
    { name: 'body', values: bodies.singlesAt(cost) },
    { name: 'key', values: choices.keys.atCost(cost) },
    { name: 'construction', values: choices.constructions.atCost(cost) },
    { name: 'layout', values: choices.layouts.atCost(cost) },
    { name: 'hash', values: choices.hashes.atCost(cost) },
    { name: 'timestamp', values: choices.times.atCost(cost) },
    { name: 'clientId', values: choices.ids.atCost(cost) },
  ];
}

/** The layouts of cost 2: `odd` ones have several mistakes themselves, such as another order and another separator. */
function layoutsOfCost2({ choices, request }: SearchParts) {
  const contractParts = rightParts(request.interface);
  const layouts = choices.layouts.atCost(2);
  const oddLayouts = layouts.filter((layout) => hasSeveralMistakes(layout, contractParts));
  const simpleLayouts = layouts.filter((layout) => !oddLayouts.includes(layout));
  const wrongLayouts = (values: readonly MessageLayout[]): WrongStep => ({
    name: 'layout',
    values,
  });
  return { simple: wrongLayouts(simpleLayouts), odd: wrongLayouts(oddLayouts) };
}

function* pairsOf(
  first: WrongStep,
  second: WrongStep,
  right: SigningAttempt,
): Generator<SigningAttempt> {
  for (const firstValue of first.values) {
    const changed: SigningAttempt = { ...right, [first.name]: firstValue };
    if (!showsStep(changed, second.name)) continue;
    for (const secondValue of second.values) {
      const attempt: SigningAttempt = { ...changed, [second.name]: secondValue };
      if (showsStep(attempt, first.name) && usesKey(attempt, right)) yield attempt;
    }
  }
}

/** Whether the message has the part that the step makes. */
function showsStep({ layout }: SigningAttempt, name: StepName): boolean {
  const part = partOfStep[name];
  return part === undefined || layout.parts.includes(part);
}

/** Whether the key matters: with a keyless construction, a wrong key makes no other attempt. */
function usesKey({ key, construction }: SigningAttempt, right: SigningAttempt): boolean {
  return key === right.key || construction.isKeyless !== true;
}

/** The cost of the keys and constructions that are tried alone, early. */
const rareCost = 3;

/** Returns a test whether an attempt was tried before, as one of the pairs or as a rare key or construction alone. */
export function pairTest(parts: SearchParts): (attempt: SigningAttempt) => boolean {
  const right = pairBase(parts);
  if (right === undefined) return () => false;
  const steps = [...wrongSteps(parts, 1), ...wrongSteps(parts, 2)];
  const pairedValues = new Set<unknown>(steps.flatMap(({ values }) => values));
  // The steps are the same at every cost.
  const names = wrongSteps(parts, 0).map(({ name }) => name);
  const { keys, constructions } = parts.choices;
  const rareSteps = new Set<unknown>([...keys.atCost(rareCost), ...constructions.atCost(rareCost)]);
  return (attempt) => {
    const wrongCount = countWrongSteps(attempt, right);
    if (wrongCount === 1) return rareSteps.has(attempt.key) || rareSteps.has(attempt.construction);
    if (wrongCount !== 2) return false;
    return names.every(
      (name) => isUnchanged(attempt, right, name) || pairedValues.has(attempt[name]),
    );
  };
}

function isUnchanged(attempt: SigningAttempt, right: SigningAttempt, name: StepName): boolean {
  return attempt[name] === right[name] || !showsStep(attempt, name);
}

/** Written out without a loop over the names, because it runs for most attempts of a deep search. */
function countWrongSteps(attempt: SigningAttempt, right: SigningAttempt): number {
  const { parts } = attempt.layout;
  return (
    Number(attempt.body !== right.body) +
    Number(attempt.key !== right.key) +
    Number(attempt.construction !== right.construction) +
    Number(attempt.layout !== right.layout) +
    Number(attempt.hash !== right.hash) +
    Number(attempt.timestamp !== right.timestamp && parts.includes('timestamp')) +
    Number(attempt.clientId !== right.clientId && parts.includes('clientId'))
  );
}
