// What the site lists at its side, by reader. A link is the path of a page in the repository.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Every page of a folder and of those in it, by its first heading. */
function pagesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.endsWith('README.md'))
    .sort()
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .map((page) => ({ text: /^# (.*)$/m.exec(read(page))?.[1] ?? page, link: page }));
}

export const navigation = [
  {
    text: 'Start',
    items: [
      { text: 'What pvg is', link: 'README.md' },
      { text: 'Install', link: 'docs/install.md' },
    ],
  },
  {
    text: 'Support',
    items: [
      { text: 'From a ticket to a reply', link: 'docs/guides/support.md' },
      { text: 'Every error of the service', link: 'docs/errors.md' },
    ],
  },
  {
    text: 'Game developers',
    items: [
      { text: 'From a 401 to the fix', link: 'docs/guides/signature-mismatch.md' },
      { text: 'All causes of a mismatch', link: 'docs/diagnosis.md' },
      { text: 'A game server’s CI', link: 'docs/guides/ci.md' },
    ],
  },
  {
    text: 'Scripts and operators',
    items: [
      { text: 'Profiles and secrets', link: 'docs/guides/profiles.md' },
      { text: 'pvg in scripts', link: 'docs/guides/scripting.md' },
      { text: 'Many look-ups', link: 'docs/guides/batch-at-scale.md' },
      { text: 'Refunds and grants', link: 'docs/guides/refunds.md' },
      { text: 'Security', link: 'SECURITY.md' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Commands', link: 'docs/reference/commands.md' },
      { text: 'JSON', link: 'docs/reference/json.md' },
      { text: 'Exit statuses', link: 'docs/reference/exit-statuses.md' },
      { text: 'Environment variables', link: 'docs/reference/environment.md' },
      { text: 'The service, by section', link: 'docs/service.md' },
      { text: 'Changes', link: 'CHANGELOG.md' },
      {
        text: 'Library',
        link: 'docs/reference/api/README.md',
        collapsed: true,
        items: pagesIn('docs/reference/api'),
      },
    ],
  },
  {
    text: 'Inside',
    items: [
      { text: 'How pvg is built', link: 'docs/architecture.md' },
      { text: 'Working on pvg', link: 'CONTRIBUTING.md' },
      { text: 'What pvg withstands', link: 'docs/reliability.md' },
      { text: 'Speed', link: 'docs/speed.md' },
      { text: 'What a command line is expected to do', link: 'docs/conventions.md' },
      {
        text: 'Decisions',
        link: 'docs/decisions/README.md',
        collapsed: true,
        items: pagesIn('docs/decisions'),
      },
    ],
  },
];
