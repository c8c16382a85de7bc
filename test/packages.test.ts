import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
) as { packages: Readonly<Record<string, LockedPackage>> };

const installed = Object.entries(packages).filter(([path]) => path !== '');
/** What a user of pvg gets: optional packages too. */
const runtime = installed.filter(([, { dev }]) => dev !== true);

const platforms = [
  ['linux', 'x64', 'glibc'],
  ['linux', 'arm64', 'glibc'],
  ['linux', 'x64', 'musl'],
  ['darwin', 'arm64', ''],
  ['win32', 'x64', ''],
] as const;

describe('the packages pvg runs on', () => {
  // A package of native code has a build for each platform; npm installs the one that fits.
  it.each(platforms)('are at most 45 on %s %s %s, the indirect ones counted', (os, cpu, libc) => {
    const fitting = runtime.filter(
      ([, each]) =>
        (each.os ?? [os]).includes(os) &&
        (each.cpu ?? [cpu]).includes(cpu) &&
        (each.libc ?? [libc]).includes(libc),
    );
    expect(fitting.length).toBeGreaterThan(8);
    expect(fitting.length).toBeLessThanOrEqual(45);
  });

  it('run no script when they are installed', () => {
    expect(runtime.filter(([, each]) => each.hasInstallScript === true).map(([path]) => path)).toEqual([]);
  });

  it('are locked without addresses, so that any registry serves them', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('have a page of their own in docs/decisions, with the locked version', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>;
    const folder = join(import.meta.dirname, '..', 'docs', 'decisions');
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const page = readFileSync(join(folder, `${name.split('/').at(-1) ?? ''}.md`), 'utf8');
      expect(page).toContain(packages[`node_modules/${name}`]?.version ?? 'a version');
    }
  });
});
