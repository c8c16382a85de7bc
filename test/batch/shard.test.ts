import { describe, expect, it } from 'vitest';
import { allPaid, csv, env, rowsOf, workplace } from '../support/batch.js';
import { pvg } from '../support/pvg.js';

/** --shard: parts of an input. */

const place = workplace();

describe('--shard', () => {
  const part = async (shard: string, more: Record<string, string> = {}): Promise<number[]> => {
    const ended = await pvg(['batch', 'in.csv', '--shard', shard], {
      home: place.home,
      env: { ...env, ...more },
      send: allPaid,
    });
    expect(ended.status).toBe(0);
    return rowsOf(ended.out).map(({ row }) => row);
  };

  it.each([
    ['from 1', ['1/4', '2/4', '3/4', '4/4']],
    ['from 0', ['0/4', '1/4', '2/4', '3/4']],
  ])('the parts together are the whole, counted %s', async (_, shards) => {
    place.put('in.csv', csv(400));
    const parts = await Promise.all(shards.map((shard) => part(shard)));
    expect(parts.flat().sort((one, other) => one - other)).toEqual(
      Array.from({ length: 400 }, (__, at) => at + 1),
    );
    for (const rows of parts) expect(rows.length).toBeGreaterThan(70);
  });

  it.each([
    ['Kubernetes', { JOB_COMPLETION_INDEX: '2' }, 'auto/4', '3/4'],
    ['Kubernetes with a count', { JOB_COMPLETION_INDEX: '2', JOB_COMPLETION_COUNT: '4' }, 'auto', '3/4'],
    [
      'Slurm from 1',
      { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '4', SLURM_ARRAY_TASK_MIN: '1' },
      'auto',
      '3/4',
    ],
    [
      'Slurm in steps',
      {
        SLURM_ARRAY_TASK_ID: '20',
        SLURM_ARRAY_TASK_COUNT: '4',
        SLURM_ARRAY_TASK_MIN: '0',
        SLURM_ARRAY_TASK_STEP: '10',
      },
      'auto',
      '3/4',
    ],
    ['AWS Batch', { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '4' }, 'auto', '3/4'],
  ])('auto reads what the scheduler says: %s', async (_, variables, shard, same) => {
    place.put('in.csv', csv(100));
    expect(await part(shard, variables)).toEqual(await part(same));
  });

  it('divides --rate among the parts, and says so', async () => {
    place.put('in.csv', csv(40));
    const ended = await place.batch('in.csv --shard 1/4 --rate 20');
    expect(ended.err).toContain(
      'Part 1 of 4 (1/4). Its share of --rate is 5 per second. --concurrency applies to each part.',
    );
  });
});
