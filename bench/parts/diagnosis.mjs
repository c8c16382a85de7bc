// Attempts a second of the diagnosis, compared with a bare HMAC loop.
import { median, ratios, summary } from '../pairs.mjs';
import { peer, run } from '../runs.mjs';
import { figure, spread } from '../tables.mjs';

export const says = 'Diagnosis: attempts a second';

export async function measure({ node, quick }) {
  const rounds = quick ? 6 : 9;
  const args = [peer('diagnosis-pairs.mjs'), String(rounds)];
  const { printed } = await run({ command: node, args, reads: true });
  const { pairs, tried, oneCauseMs, mib } = JSON.parse(printed);
  const ratio = ratios(pairs, (own, base) => own / base);
  const middle = (of) => figure(median(pairs.map((pair) => pair[of])));
  return {
    measures: { 'diagnosis/of-bare': ratio, 'diagnosis/unknown': summary(tried) },
    tables: [
      {
        head: ['', 'attempts/s', 'of the bare loop'],
        rows: [
          ['bare HMAC loop', middle('base'), '1'],
          ['`pvg diagnose`: a signature that nothing explains', middle('own'), spread(ratio)],
        ],
      },
    ],
    notes: [
      `${String(rounds)} pairs in one process. A search ends after ${figure(median(tried))} attempts. Finding one cause in the body: ${oneCauseMs.toFixed(0)} ms. Peak memory: ${figure(mib)} MiB.`,
    ],
  };
}
