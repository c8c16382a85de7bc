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

const job = parse(/```yaml\n(.*?)```/s.exec(page)?.[1] ?? '') as unknown;
/** `spec.template`: what stands there. */
const at = (path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], job);
const pod = 'spec.template.spec';
const command = at(`${pod}.containers.0.args.0`) as string;
const namesOf = (list: unknown, member = 'name'): unknown[] =>
  (list as Record<string, unknown>[]).map((each) => each[member]);

it('the manifest is an Indexed Job whose parts are as many as its completions', () => {
  const facts = ['kind', 'spec.completionMode', `${pod}.restartPolicy`].map(at);
  expect(facts).toEqual(['Job', 'Indexed', 'Never']);
  expect(at('spec.parallelism')).toBeLessThanOrEqual(at('spec.completions') as number);
  // The index counts from 0, and a part from 1.
  const part = `--shard "$((JOB_COMPLETION_INDEX + 1))/${String(at('spec.completions'))}" `;
  expect(command).toContain(part);
});

it('the manifest mounts what it names, and fails for good on statuses of pvg', () => {
  const mounts = at(`${pod}.containers.0.volumeMounts`);
  expect(namesOf(mounts)).toEqual(namesOf(at(`${pod}.volumes`)));
  for (const path of command.match(/ "?\/\w+/g) ?? [])
    expect(namesOf(mounts, 'mountPath')).toContain(path.trim().replace('"', ''));
  for (const rule of namesOf(at('spec.podFailurePolicy.rules'), 'onExitCodes')) {
    const { containerName, values } = rule as { containerName: string; values: number[] };
    expect(containerName).toBe(at(`${pod}.containers.0.name`));
    for (const value of values) expect(Object.keys(exitStatuses)).toContain(String(value));
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
