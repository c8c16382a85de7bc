import { hash } from 'node:crypto';
import { wrongUsage } from './refusal.js';
import type { Row } from './row.js';

/** A part of the rows, the same on every machine: it depends only on the receipt of each row. */
export interface Shard {
  /** The number of the part, from 1; the last part is 0. */
  readonly index: number;
  readonly count: number;
  /** Where index and count came from, for people. */
  readonly source: string;
}

/** Counted from 1: `4/4` is the last of four. */
export const partOf = ({ index, count }: Shard): string =>
  `${String(index === 0 ? count : index)}/${String(count)}`;

const most = 100_000;

/** Variables in which schedulers give the index and number of tasks; `from`: the index of the first task. */
const schedulers = [
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', count: 'JOB_COMPLETION_COUNT', from: 0 },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    count: 'SLURM_ARRAY_TASK_COUNT',
    from: 'SLURM_ARRAY_TASK_MIN',
    step: 'SLURM_ARRAY_TASK_STEP',
  },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', count: 'AWS_BATCH_JOB_ARRAY_SIZE', from: 0 },
  { name: 'Cloud Run', index: 'CLOUD_RUN_TASK_INDEX', count: 'CLOUD_RUN_TASK_COUNT', from: 0 },
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** `3/8`, `auto` or `auto/8`. @throws {PvgError} `usage` */
export function readShard(text: string, env: Environment): Shard {
  const own = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  if (own) {
    const [index, count] = [Number(own[1]), Number(own[2])];
    if (count >= 1 && count <= most && index <= count) return { index: index % count, count, source: text };
  }
  const automatic = /^auto(?:\/(\d{1,6}))?$/.exec(text);
  if (automatic) return fromScheduler(env, automatic[1]);
  throw wrongUsage(
    '--shard must be <i>/<n> with i from 1 to n (0 means n), `auto` or `auto/<n>`.',
    'Example: `--shard 3/8` is the third of eight parts.',
  );
}

function fromScheduler(env: Environment, given: string | undefined): Shard {
  const found = schedulers.find(({ index }) => whole(env[index]) !== undefined);
  if (found === undefined)
    throw wrongUsage(
      `--shard auto needs one of these variables: ${schedulers.map(({ index }) => index).join(', ')}.`,
      'Outside such a job, choose the part yourself: `--shard 3/8`.',
    );
  const count = whole(given) ?? whole(env[found.count]);
  if (count === undefined || count < 1 || count > most)
    throw wrongUsage(
      `--shard auto: ${found.index} is set, but ${found.count} has no number of parts.`,
      `Add the number of parts, \`--shard auto/<n>\`, or set ${found.count}.`,
    );
  const from = typeof found.from === 'number' ? found.from : (whole(env[found.from]) ?? 0);
  const step = 'step' in found ? (whole(env[found.step]) ?? 1) : 1;
  const index = ((whole(env[found.index]) ?? 0) - from) / Math.max(1, step);
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw wrongUsage(
      `--shard auto: ${found.index} is outside the ${String(count)} parts.`,
      'Use as many parts as the job has tasks.',
    );
  const source = `${found.name}: ${found.index}=${env[found.index] ?? ''}, ${String(count)} parts`;
  // The first task has part 1.
  return { index: (index + 1) % count, count, source };
}

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

/** By the first 48 bits of SHA-256, which spread evenly over any number of parts; without a receipt by row number. */
export const isInShard = ({ purchase, number }: Row, { index, count }: Shard): boolean => {
  if (count === 1) return true;
  const key = purchase ? parseInt(hash('sha256', purchase.receipt, 'hex').slice(0, 12), 16) : number;
  return key % count === index;
};
