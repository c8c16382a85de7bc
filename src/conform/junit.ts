import type { JunitCase } from '../output/junit.js';
import type { VectorOutcome } from './vector.js';

/** The test case of one vector. Each interface is a suite. */
export function vectorCase({ vector, kind, printed, why, finding }: VectorOutcome): JunitCase {
  const { interface: suite, name } = vector;
  if (kind === 'right') return { suite, name };
  if (kind === 'none') return { suite, name, error: `No signature: ${why}` };
  const details = [`expected: ${vector.signature}`, `printed:  ${printed}`];
  if (finding !== null) details.push(finding.fix);
  return {
    suite,
    name,
    failure: { says: finding?.says ?? 'No known mistake explains it.', details },
  };
}
