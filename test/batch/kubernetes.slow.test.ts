import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { rowsOf } from '../helpers/batch.js';
import { program, startChild } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { exitStatuses } from '../../src/failure.js';
import { csvRows, gatewayEnv, startGateway } from '../helpers/gateway-server.mjs';

/**
 * The manifest of docs/guides/batch-in-parts.md: its shell line with its variables, once for each pod. A user without a
 * home: test/no-home.test.ts; a mounted secret: test/profiles/secrets.test.ts.
 */

interface Job {
  readonly kind: string;
  readonly spec: Readonly<Record<'completions' | 'parallelism', number>> & {
    readonly completionMode: string;
    readonly podFailurePolicy: { readonly rules: readonly { onExitCodes: { values: number[] } }[] };
    readonly template: { readonly spec: { readonly containers: readonly [Container] } };
  };
}
interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

const guide = readFileSync(
  join(import.meta.dirname, '../../docs/guides/batch-in-parts.md'),
  'utf8',
);
const { kind, spec } = parse(/```yaml\n(.*?)```/s.exec(guide)?.[1] ?? '') as Job;

it('the Job has a part for each of its pods, and statuses of pvg fail an index for good', () => {
  const { completions, completionMode, parallelism, podFailurePolicy } = spec;
  expect([kind, completionMode, completions >= parallelism]).toEqual(['Job', 'Indexed', true]);
  const ending = podFailurePolicy.rules.flatMap(({ onExitCodes }) => onExitCodes.values);
  expect(ending).toContain(21);
  for (const status of ending) expect(Object.keys(exitStatuses)).toContain(String(status));
  expect(guide).toContain('--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"');
  expect(guide).toMatch(/^parallel .*--shard \{\}\/8/m);
});

it('every pod answers its part, with a mounted secret; a bad row ends one with 21', async () => {
  const gateway = await startGateway();
  const { PVG_CLIENT_SECRET, ...address } = gatewayEnv(gateway.port);
  const folder = temporaryFolder();
  const mounted = (text: string): string => text.replaceAll(/\/(data|secrets)\//g, `${folder}/$1/`);
  for (const each of ['bin', 'data', 'secrets']) mkdirSync(join(folder, each));
  const pvg = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(join(folder, 'bin', 'pvg'), pvg, { mode: 0o755 });
  writeFileSync(join(folder, 'secrets', 'client-secret'), PVG_CLIENT_SECRET, { mode: 0o440 });
  const rows = [...csvRows(400), ',gems_100,com.example.game,nobody\n'];
  writeFileSync(join(folder, 'data', 'purchases.csv'), rows.join(''));
  const [{ command, args, env }] = spec.template.spec.containers;
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, mounted(value)]));
  const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`;
  const numbers: number[] = [];
  const statuses: unknown[] = [];
  for (let index = 0; index < spec.completions; index += 1) {
    const [shell = '', ...words] = [...command, ...args.map(mounted)];
    const pod = { ...variables, ...address, PATH, JOB_COMPLETION_INDEX: String(index) };
    const child = startChild(shell, words, { cwd: '/', env: pod });
    const status = await child.ended;
    expect(child.out() + (status === 0 ? child.err() : '')).toBe('');
    statuses.push(status);
    const part = readFileSync(join(folder, 'data', `part-${String(index)}.ndjson`), 'utf8');
    numbers.push(...rowsOf(part).map(({ row }) => row));
  }
  gateway.close();
  expect(statuses.filter((status) => status !== 0)).toEqual([21]);
  expect(numbers.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 401 }, (_, at) => at + 1),
  );
});
