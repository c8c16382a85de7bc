/** The processor's time that this process uses for `run`, in milliseconds: other programs add nothing to it. */
async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const times = 16;
/** Work in proportion takes 16 times as long, with the collection of garbage up to 80; work with the square 256. */
export const mostGrowth = 128;

/** Below this the grain of the clock would decide. */
const leastMs = 4;

/**
 * How many times longer `run` takes for sixteen times the size: of `size`, or of one that takes long enough to be
 * measured. What a machine does beside it only adds, so the least of some turns counts.
 */
export const timesLonger = (size: number, run: (size: number) => unknown): Promise<number> =>
  timesMore(size, (of) => cpuMs(() => run(of)));

/** The same for milliseconds that `measure` takes itself, such as those of the longest step of a run. */
export async function timesMore(
  size: number,
  measure: (size: number) => Promise<number>,
): Promise<number> {
  let from = size;
  while (from < 8 * size && (await measure(from)) < leastMs) from *= 2;
  const least = { small: Infinity, large: Infinity };
  const more = (): number => least.large / Math.max(least.small, leastMs / 2);
  for (let turn = 0; turn === 0 || (turn < 4 && more() >= mostGrowth); turn += 1) {
    least.small = Math.min(least.small, await measure(from));
    least.large = Math.min(least.large, await measure(from * times));
  }
  return more();
}
