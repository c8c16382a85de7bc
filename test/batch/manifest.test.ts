import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { exitStatuses } from '../../src/failure.js';
import { pvg, words } from '../support/pvg.js';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'guides', 'batch-at-scale.md'),
  'utf8',
);

interface Job {
  readonly kind: string;
  readonly spec: {
    readonly completionMode: string;
    readonly completions: number;
    readonly parallelism: number;
    readonly podFailurePolicy: { rules: { onExitCodes: { values: number[]; containerName: string } }[] };
    readonly template: {
      readonly spec: {
        readonly restartPolicy: string;
        readonly containers: {
          name: string;
          args: string[];
          volumeMounts: { name: string; mountPath: string }[];
        }[];
        readonly volumes: { name: string }[];
      };
    };
  };
}

const job = parse(/```yaml\n(.*?)```/s.exec(page)?.[1] ?? '') as Job;
const { spec } = job;
const [container] = spec.template.spec.containers;

it('the manifest is an Indexed Job whose parts are as many as its completions', () => {
  expect([job.kind, spec.completionMode, spec.template.spec.restartPolicy]).toEqual([
    'Job',
    'Indexed',
    'Never',
  ]);
  expect(spec.parallelism).toBeLessThanOrEqual(spec.completions);
  expect(container?.args[0]).toContain(`--shard auto/${String(spec.completions)} `);
});

it('the manifest mounts what it names, and fails for good on statuses of pvg', () => {
  const volumes = spec.template.spec.volumes.map(({ name }) => name);
  expect(container?.volumeMounts.map(({ name }) => name)).toEqual(volumes);
  for (const path of container?.args[0]?.match(/ "?\/\w+/g) ?? [])
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toContain(path.trim().replace('"', ''));
  for (const rule of spec.podFailurePolicy.rules) {
    expect(rule.onExitCodes.containerName).toBe(container?.name);
    for (const value of rule.onExitCodes.values) expect(Object.keys(exitStatuses)).toContain(String(value));
  }
});

it('the manifest’s command line is one that pvg takes', async () => {
  const line = (container?.args[0] ?? '')
    .replace(/^exec pvg /, '')
    .replaceAll('"', '')
    .trim();
  const ended = await pvg([...words(line), '--dry-run'], {
    env: { JOB_COMPLETION_INDEX: '3' },
  });
  // All options are read before the file is, and that is not here.
  expect(ended.err).toContain('pvg cannot read /data/purchases.csv');
  expect(ended.status).toBe(2);
});
