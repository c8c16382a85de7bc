import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
) as { packages: Readonly<Record<string, LockedPackage>> };

const installed = Object.entries(packages).filter(([path]) => path !== '');
/** What a user of pvg gets: optional packages too. */
const runtime = installed.filter(([, { dev }]) => dev !== true);

describe('the packages pvg runs on', () => {
  it('are at most 45, the indirect ones counted', () => {
    expect(runtime.length).toBeGreaterThan(8);
    expect(runtime.length).toBeLessThanOrEqual(45);
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
