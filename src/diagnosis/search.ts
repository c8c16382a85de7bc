import { Run, type Limits } from './run.js';
import { isLarge, OutOfTime, type Match, type Space } from './space.js';
import { tiers } from './tiers.js';
import { isHugeBody } from './too-large.js';

export const atOnce = <Result>(work: Generator<void, Result>): Result => {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
};

interface Searched {
  /** Simplest first; empty when nothing reproduces the signature. */
  readonly matches: readonly Match[];
  readonly tried: number;
  /** The time ran out before everything was tried. */
  readonly cutShort: boolean;
  /** The names of the tiers that were completed. */
  readonly tiersDone: readonly string[];
}

/**
 * Tries the space tier by tier, by rising cost, and stops after the first tier with a match. All matches of that tier
 * reproduce the signature, so the others are reported after the simplest.
 */
export const search = (space: Space, limits: Limits): Searched => atOnce(searching(space, limits));

/** The same with pauses, in which its caller may do something else. */
export function* searching(space: Space, limits: Limits): Generator<void, Searched> {
  const run = new Run(space, limits);
  const tiersDone: string[] = [];
  // Without a digest there is nothing to compare with.
  if (space.plain.length === 0) return { matches: [], tried: 0, cutShort: false, tiersDone };
  try {
    for (const tier of tiers) {
      if (tier.only !== undefined && !(tier.only === 'deep' ? limits.deep : isLarge(space))) continue;
      if (tier.huge !== true && isHugeBody(space.right.body.value.bytes)) continue;
      for (const product of tier.products(space.lists)) {
        yield;
        yield* run.try(product);
      }
      tiersDone.push(tier.name);
      if (run.matches.length > 0) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return { matches: run.sorted(), tried: run.tried, cutShort: true, tiersDone };
  }
  return { matches: run.sorted(), tried: run.tried, cutShort: false, tiersDone };
}
