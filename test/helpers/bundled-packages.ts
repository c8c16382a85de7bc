import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The packages that the sources import as code: they become part of dist/. */
export function bundledPackages(): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'));
  const lines = sources.flatMap(
    (text) => text.match(/^(?!import type).*(?:from |import\()'[^'.][^']*'/gm) ?? [],
  );
  return Object.keys(devDependencies).filter((name) =>
    lines.some((line) => line.endsWith(`'${name}'`) || line.includes(`'${name}/`)),
  );
}
