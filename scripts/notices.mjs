import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of packages that files come from: `node_modules/x`, `node_modules/@a/b/node_modules/c`. */
export const packageFolders = (files) =>
  [
    ...new Set(
      files.flatMap(
        (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0] ?? [],
      ),
    ),
  ].sort();

/** What a package has inside without its licence: undici's parser of HTTP, compiled from llhttp. */
const inside = {
  undici: [{ name: 'llhttp', license: 'MIT', file: 'scripts/licences/llhttp.txt' }],
};

function noticesInside(root, packageName) {
  return (inside[packageName] ?? []).map(({ name, license, file }) => {
    const text = readFileSync(join(root, file), 'utf8').trim();
    return { title: `${name} (${license}), a part of ${packageName}`, text };
  });
}

/** The licences of these packages. Packages with the same text have it once. Throws if a package has no text. */
export function notices(root, files) {
  const parts = packageFolders(files).flatMap((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    const texts = readdirSync(join(root, folder)).filter((file) =>
      /^(licen[cs]e|copying|notice)/i.test(file),
    );
    if (texts.length === 0) throw new Error(`${name} has no text for its licence, ${license}`);
    const text = texts
      .map((file) => readFileSync(join(root, folder, file), 'utf8').trim())
      .join('\n\n');
    return [{ title: `${name} ${version} (${license})`, text }, ...noticesInside(root, name)];
  });
  const titlesByText = new Map();
  for (const { title, text } of parts) {
    titlesByText.set(text, [...(titlesByText.get(text) ?? []), title]);
  }
  const blocks = [...titlesByText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`);
  return `pvg contains parts of these packages.\n\n${blocks.join(`\n${'-'.repeat(72)}\n\n`)}`;
}
