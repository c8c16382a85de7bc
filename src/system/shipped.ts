import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { codeOf } from './system.js';

/** The files that belong to pvg: in the package, or inside the executable (scripts/executable.mjs). */

const asset = (...names: readonly string[]): string => getAsset(names.join('/'), 'utf8');

/** `docs` is a folder of the package; the others are beside the code, in `folder`. */
export const openShipped =
  (folder: string, ofPackage: string): Context['shipped'] =>
  async (...names) => {
    if (isSea()) return asset(...names);
    const path = join(names[0] === 'docs' ? ofPackage : folder, ...names);
    return readFile(path, 'utf8').catch((cause: unknown) => {
      const says = `A file of pvg cannot be read (${codeOf(cause)}): ${path}`;
      throw new PvgError('configuration-unreadable', says, { hint: 'Install pvg again.', cause });
    });
  };

export function ownVersion(folder: string): string {
  const name = 'package.json';
  const text = isSea() ? asset(name) : readFileSync(join(folder, name), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
