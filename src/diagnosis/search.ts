import { OutOfTime, Run, type Limits } from './run.js';
import type { Match, Space } from './space.js';
import { tiers } from './tiers.js';

interface Searched {
  /** Simplest first; empty when nothing reproduces the signature. */
  readonly matches: readonly Match[];
  readonly tried: number;
  /** The budget ended before the space did. */
  readonly cutShort: boolean;
  /** The tiers that were tried to their end, by name. */
  readonly tiersDone: readonly string[];
}

/**
 * Tries the space by rising cost, a tier at a time, and ends with the first tier that has a match: all matches of
 * that tier reproduce the same signature, so the others are told beside the simplest.
 */
export function search(space: Space, limits: Limits): Searched {
  const run = new Run(space, limits);
  const tiersDone: string[] = [];
  // Without a digest there is no attempt, at which alone the clock is asked.
  if (space.outputs.length === 0) return { matches: [], tried: 0, cutShort: false, tiersDone };
  try {
    for (const tier of tiers) {
      if (tier.deepOnly === true && !limits.deep) continue;
      tier.run(run, space);
      tiersDone.push(tier.name);
      if (run.matches.length > 0) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return { matches: run.sorted(), tried: run.tried, cutShort: true, tiersDone };
  }
  return { matches: run.sorted(), tried: run.tried, cutShort: false, tiersDone };
}
