import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const folder = 'docs/reference/api';

describe('the reference of the library', () => {
  it('is fresh, and every public name has a comment: `npm run docs`', async () => {
    const { apiPages } = (await import(/* @vite-ignore */ join(root, 'scripts/api-pages.mjs'))) as {
      apiPages(): Promise<Record<string, string>>;
    };
    const pages = await apiPages();
    expect(Object.keys(pages).sort()).toEqual(
      readdirSync(join(root, folder))
        .map((name) => `${folder}/${name}`)
        .sort(),
    );
    for (const [path, page] of Object.entries(pages)) {
      const options = { ...(await resolveConfig(join(root, path))), filepath: path };
      expect(readFileSync(join(root, path), 'utf8')).toBe(await format(page, options));
    }
  });
});
