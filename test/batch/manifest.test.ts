import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { exitStatuses } from '../../src/failure.js';
import { csv, unasked, workplace } from '../support/batch.js';

const place = workplace();

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

const { kind, spec } = parse(/```yaml\n(.*?)```/s.exec(page)?.[1] ?? '') as Job;
const [container] = spec.template.spec.containers;
const command = container?.args[0] ?? '';

it('the manifest is an Indexed Job whose parts are as many as its completions', () => {
  expect([kind, spec.completionMode, spec.template.spec.restartPolicy]).toEqual(['Job', 'Indexed', 'Never']);
  expect(spec.parallelism).toBeLessThanOrEqual(spec.completions);
  // The index counts from 0, and a part from 1.
  expect(command).toContain(`--shard "$((JOB_COMPLETION_INDEX + 1))/${String(spec.completions)}" `);
});

it('the manifest mounts what it names, and fails for good on statuses of pvg', () => {
  const volumes = spec.template.spec.volumes.map(({ name }) => name);
  expect(container?.volumeMounts.map(({ name }) => name)).toEqual(volumes);
  for (const path of command.match(/ "?\/\w+/g) ?? [])
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toContain(path.trim().replace('"', ''));
  for (const { onExitCodes } of spec.podFailurePolicy.rules) {
    expect(onExitCodes.containerName).toBe(container?.name);
    for (const value of onExitCodes.values) expect(Object.keys(exitStatuses)).toContain(String(value));
  }
});

it('the manifest’s command line is one that pvg takes', async () => {
  place.put('purchases.csv', csv(3));
  const line = command
    .replace(/^exec pvg batch /, '')
    .replace('$((JOB_COMPLETION_INDEX + 1))', '3')
    .replaceAll('/data/', `${place.home}/`)
    .replaceAll('"', '');
  expect((await place.batch(`${line.trim()} --dry-run`, unasked)).status).toBe(0);
});

it.each([
  ['Slurm', /^sbatch .*\n.*/m, '--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"'],
  ['GNU parallel', /^parallel .*/m, '--shard {}/8'],
])('the line for %s makes the part in the shell', (_, line, part) => {
  expect(line.exec(page)?.[0]).toContain(part);
});
