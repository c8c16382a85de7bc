import { interfaces, records } from '../contract/interfaces.js';
import { isOf, type Cause } from './cause.js';
import { groups } from './catalogue.js';

const introduction = `# Why a signature does not match

Made from the records in \`src/diagnosis/causes/\` by \`npm run docs\`: change that, not this page.

\`pvg diagnose\` reads a request as it was sent, tries these causes and their combinations on it, and names the ones that
reproduce its signature to the byte. Look a finding up here by its id. \`pvg diagnose --lang <language>\` prints the fix as code.

- **Interface**: where the cause can occur. The gateway signs \`client_id.timestamp.body_hash\`, the session interface the raw
  body (§5).
- A finding with several ids means several mistakes at once; each has its own fix.
- Where several causes give the same bytes, the simplest is named first and the others after it.
- No finding means none of these: another secret than the ones \`pvg\` was given, or a body that was changed on its way.
`;

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const columns = ['Cause', 'Interface', 'What it means', 'Typical of', 'Fix'];

type Entry = readonly [id: string, cause: Cause];

const row = ([id, cause]: Entry): string => {
  const of = interfaces.filter((each) => isOf(cause, records[each]));
  return line([`\`${id}\``, of.length > 1 ? 'both' : of.join(), cause.says, cause.typical, cause.fix]);
};

const table = (entries: readonly Entry[]): string =>
  [line(columns), line(columns.map(() => '---')), ...entries.map(row)].join('\n');

const mostCommon = (entries: readonly Entry[]): string =>
  entries
    .filter(([, { commonness }]) => commonness === 'A')
    .map(([id]) => `\`${id}\``)
    .join(', ');

/** The page docs/diagnosis.md as markdown, not yet laid out by prettier. */
export const diagnosisPage = (): string => {
  const sections = groups.map(({ title, causes }) => ({ title, entries: Object.entries<Cause>(causes) }));
  const all = sections.flatMap(({ entries }) => entries);
  return [
    introduction,
    `The most common of the ${all.length}: ${mostCommon(all)}.\n`,
    ...sections.map(({ title, entries }) => `## ${title}\n\n${table(entries)}\n`),
  ].join('\n');
};
