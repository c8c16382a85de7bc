// Prints the part of CHANGELOG.md about a version: `node scripts/release-notes.mjs v1.1.0`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The lines below the heading of the version, up to the next version. Throws if there are none. */
export function releaseNotes(changelog, tag) {
  const version = tag.replace(/^v/, '');
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.split(/[\s,]/)[0] === version);
  const notes = section?.split('\n').slice(1).join('\n').trim();
  if (!notes) throw new Error(`CHANGELOG.md has nothing under “## ${version}”.`);
  return `${notes}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [tag = `v${version}`] = process.argv.slice(2);
  if (tag !== `v${version}`) {
    throw new Error(`The tag is ${tag}, but package.json says ${version}.`);
  }
  process.stdout.write(releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), tag));
}
