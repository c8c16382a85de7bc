/**
 * Some faults end only by pvg's own deadline, or need an answer to be read before the connection is reset. How long
 * that takes depends on the machine, so an attempt that ends otherwise is given more time, up to a minute. A program
 * that is wrong is wrong each time.
 */
export async function givenTime<Ended>(
  attempt: (ms: number) => Promise<Ended>,
  isRight: (ended: Ended) => boolean,
): Promise<Ended> {
  let ended: Ended;
  let ms = 400;
  do {
    ended = await attempt(ms);
    ms *= 4;
  } while (!isRight(ended) && ms <= 120_000);
  return ended;
}
