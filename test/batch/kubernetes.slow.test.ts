import { appendFileSync, chmodSync, chownSync, cpSync } from 'node:fs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rowsOf } from '../support/batch.js';
import { startChild } from '../support/child.js';
import { temporaryFolder } from '../support/context.js';
import { exitStatuses } from '../../src/failure.js';
import { csvRows, gatewayEnv, startGateway, type Gateway } from '../support/gateway-server.mjs';

/**
 * The manifest of docs/guides/batch-at-scale.md as its pod would run it: the same shell line with the same variables, as
 * the same user without a home, with the secret and the volume as Kubernetes mounts them.
 */

interface Pod {
  readonly restartPolicy: string;
  readonly securityContext: { readonly runAsUser: number; readonly fsGroup: number };
  readonly containers: readonly [
    Record<'command' | 'args', readonly string[]> & {
      readonly env: readonly { name: string; value: string }[];
    },
  ];
}

const root = join(import.meta.dirname, '..', '..');
const guide = readFileSync(join(root, 'docs', 'guides', 'batch-at-scale.md'), 'utf8');
interface Job {
  readonly kind: string;
  readonly spec: Readonly<Record<'completions' | 'parallelism', number>> & {
    readonly completionMode: string;
    readonly podFailurePolicy: { readonly rules: readonly { onExitCodes: { values: number[] } }[] };
    readonly template: { readonly spec: Pod };
  };
}
const { kind, spec } = parse(/```yaml\n(.*?)```/s.exec(guide)?.[1] ?? '') as Job;
const { completions, completionMode, parallelism, podFailurePolicy, template } = spec;
const { securityContext, containers } = template.spec;
const [container] = containers;

// Only root may become another user; anybody else runs it as himself.
const isRoot = process.getuid?.() === 0;
const rows = 400;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => {
  gateway.close();
});

/** Its volumes and its program, readable by the pod's user alone as there. */
function pod(): { readonly place: string; readonly data: string } {
  const place = temporaryFolder();
  chmodSync(place, 0o755);
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(root, part), join(place, 'pvg', part), { recursive: true });
  const [data, secrets] = [join(place, 'data'), join(place, 'secrets')];
  for (const folder of [data, secrets, join(place, 'path')]) mkdirSync(folder);
  writeFileSync(
    join(place, 'path', 'pvg'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(place, 'pvg', 'bin', 'pvg.js')}' "$@"\n`,
    { mode: 0o755 },
  );
  writeFileSync(join(data, 'purchases.csv'), [...csvRows(rows)].join(''));
  writeFileSync(join(secrets, 'client-secret'), gatewayEnv(gateway.port).PVG_CLIENT_SECRET);
  if (isRoot) {
    chownSync(join(secrets, 'client-secret'), 0, securityContext.fsGroup);
    chownSync(data, 0, securityContext.fsGroup);
  }
  chmodSync(join(secrets, 'client-secret'), 0o440);
  chmodSync(data, 0o2775);
  return { place, data };
}

async function run(place: string, index: number) {
  const mounted = (text: string): string =>
    text
      .replaceAll('/data/', `${join(place, 'data')}/`)
      .replaceAll('/secrets/', `${join(place, 'secrets')}/`);
  const { PVG_GATEWAY_URL, PVG_CLIENT_ID } = gatewayEnv(gateway.port);
  const [shell = '', ...words] = container.command;
  const child = startChild(shell, [...words, ...container.args.map(mounted)], {
    cwd: '/',
    env: {
      ...Object.fromEntries(container.env.map(({ name, value }) => [name, mounted(value)])),
      PVG_GATEWAY_URL,
      PVG_CLIENT_ID,
      PATH: `${join(place, 'path')}:/usr/bin:/bin`,
      JOB_COMPLETION_INDEX: String(index),
    },
    ...(isRoot && { uid: securityContext.runAsUser, gid: securityContext.fsGroup }),
  });
  return { status: await child.ended, out: child.out(), err: child.err() };
}

it('the Job has a part for each of its pods, and statuses of pvg fail an index for good', () => {
  const facts = [kind, completionMode, template.spec.restartPolicy, completions >= parallelism];
  expect(facts).toEqual(['Job', 'Indexed', 'Never', true]);
  const ending = podFailurePolicy.rules.flatMap(({ onExitCodes }) => onExitCodes.values);
  expect(ending).toContain(21);
  for (const status of ending) expect(Object.keys(exitStatuses)).toContain(String(status));
  expect(guide).toContain('--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"');
  expect(guide).toMatch(/^parallel .*--shard \{\}\/8/m);
});

it('every pod answers its part, as a user without a home and with a mounted secret; a bad row ends one with 21', async () => {
  const { place, data } = pod();
  appendFileSync(join(data, 'purchases.csv'), ',gems_100,com.example.game,nobody\n');
  const numbers: number[] = [];
  const statuses: unknown[] = [];
  for (let index = 0; index < completions; index += 1) {
    const { status, out, err } = await run(place, index);
    expect(out + (status === 0 ? err : '')).toBe('');
    statuses.push(status);
    const lines = rowsOf(readFileSync(join(data, `part-${String(index)}.ndjson`), 'utf8'));
    numbers.push(...lines.map(({ row }) => row));
  }
  expect(statuses.filter((status) => status !== 0)).toEqual([21]);
  expect(numbers.sort((one, other) => one - other)).toEqual(
    Array.from({ length: rows + 1 }, (_, at) => at + 1),
  );
});
