import { OutOfTime, Run, type Limits } from './run.js';
import { isLarge, type Match, type Space } from './space.js';
import { tiers } from './tiers.js';

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
export function search(space: Space, limits: Limits): Searched {
  const run = new Run(space, limits);
  const tiersDone: string[] = [];
  // Without a digest there is nothing to compare with.
  if (space.plain.length === 0) return { matches: [], tried: 0, cutShort: false, tiersDone };
  try {
    for (const tier of tiers) {
      if (tier.only !== undefined && !(tier.only === 'deep' ? limits.deep : isLarge(space))) continue;
      for (const product of tier.products(space.lists)) run.try(product);
      tiersDone.push(tier.name);
      if (run.matches.length > 0) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return { matches: run.sorted(), tried: run.tried, cutShort: true, tiersDone };
  }
  return { matches: run.sorted(), tried: run.tried, cutShort: false, tiersDone };
}
