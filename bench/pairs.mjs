// How noise is handled: the two programs of a comparison take turns, and each turn gives one ratio. The result is the
// median of the ratios with its interval. No run is left out.

const ascending = (values) => [...values].sort((one, other) => one - other);

/** The middle value; for an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = ascending(values);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

/**
 * How many of the smallest values, and of the largest, are outside the 95 % interval of the median: the largest k with
 * P(fewer than k of n fair coins) ≤ 2.5 %. It holds for any distribution; below six values it is 0.
 */
function outside(n) {
  let below = 0.5 ** n;
  let exactly = below;
  let k = 0;
  while (below <= 0.025) {
    k += 1;
    exactly *= (n - k + 1) / k;
    below += exactly;
  }
  return Math.max(0, k - 1);
}

/** The median, and the interval where it is with 95 % certainty; with fewer than six values, the full range. */
export function summary(values) {
  const sorted = ascending(values);
  const cut = outside(sorted.length);
  return {
    median: median(sorted),
    low: sorted[cut],
    high: sorted[sorted.length - 1 - cut],
    of: sorted.length,
  };
}

/**
 * Runs every subject right before or after the base, round after round; each round changes which one goes first.
 * @returns {Promise<Record<string, { base: any, own: any }[]>>} the pairs of each subject
 */
export async function inPairs(rounds, base, subjects) {
  const pairs = Object.fromEntries(Object.keys(subjects).map((id) => [id, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [id, subject] of Object.entries(subjects)) {
      const first = round % 2 === 0 ? await base() : undefined;
      const own = await subject();
      pairs[id].push({ base: first ?? (await base()), own });
    }
  return pairs;
}

/** The summary of the ratios that `ratio` computes from the pairs. */
export const ratios = (pairs, ratio) => summary(pairs.map(({ base, own }) => ratio(own, base)));
