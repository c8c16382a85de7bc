import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import type { Context } from '../context.js';
import { asFileError } from './system.js';

/** The files that belong to pvg: in the package, or inside the executable (scripts/executable.mjs). */

const asset = (names: readonly string[]): Uint8Array => new Uint8Array(getAsset(names.join('/')));

/** `docs` is a folder of the package; the others are beside the code, in `folder`. */
export const openShipped =
  (folder: string, ofPackage: string): Context['shipped'] =>
  async (...names) => {
    if (isSea()) return asset(names);
    const path = join(names[0] === 'docs' ? ofPackage : folder, ...names);
    return asFileError(path, () => readFile(path));
  };

export function ownVersion(folder: string): string {
  const name = 'package.json';
  const bytes = isSea() ? asset([name]) : readFileSync(join(folder, name));
  return (JSON.parse(Buffer.from(bytes).toString('utf8')) as { version: string }).version;
}
