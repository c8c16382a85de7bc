import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledPackages } from './helpers/bundled-packages.js';

const root = join(import.meta.dirname, '..');

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};
const { optionalDependencies, allowScripts, ...manifest } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as {
  dependencies?: object;
  optionalDependencies: Readonly<Record<string, string>>;
  allowScripts: Readonly<Record<string, boolean>>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

describe('the packages', () => {
  it('that a user installs are the optional keyring and its builds: all others are bundled', () => {
    expect(manifest.dependencies ?? {}).toEqual({});
    const runtime = installed.filter(([, { dev }]) => dev !== true).map(([path]) => nameOf(path));
    expect(runtime).toContain('@napi-rs/keyring');
    expect(runtime.filter((name) => !name.startsWith('@napi-rs/keyring'))).toEqual([]);
  });

  it('run no script when they are installed', () => {
    const scripted = installed.flatMap(([path, each]) =>
      each.hasInstallScript ? [nameOf(path)] : [],
    );
    // npm runs none that is denied, and does not speak of it.
    expect(scripted.filter((name) => allowScripts[name] !== false)).toEqual([]);
  });

  it('are locked without addresses, so that any registry serves them', () => {
    expect(
      installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
    ).toEqual([]);
  });

  it.each([...bundledPackages(), ...Object.keys(optionalDependencies)])(
    'that pvg is made of have a page in docs/decisions, with the locked version: %s',
    (name) => {
      const file = `${name.split('/').at(-1) ?? ''}.md`;
      const page = readFileSync(join(root, 'docs', 'decisions', file), 'utf8');
      expect(page).toContain(packages[`node_modules/${name}`]?.version ?? 'a version');
    },
  );
});
