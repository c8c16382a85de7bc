import { catalogue, causeIds } from './catalogue.js';
import type { CauseEntry, CauseGroup } from './catalogue/entry.js';

const introduction = `# Why a signature does not match

Made from the catalogue in \`src/diagnosis/catalogue/\` by \`npm run docs\`: change that, not this page.

\`pvg diagnose\` reads a request as it was sent, tries these causes and their combinations on it, and names the ones that
reproduce its signature to the byte. Look a finding up here by its id. \`pvg diagnose --lang <language>\` prints the fix as code.

- **Interface**: where the cause can occur. The gateway signs \`client_id.timestamp.body_hash\`, the session interface the raw
  body (§5).
- A finding with several ids means several mistakes at once; each has its own fix.
- Where several causes give the same bytes, the simplest is named first and the others after it.
- No finding means none of these: another secret than the ones \`pvg\` was given, or a body that was changed on its way.
`;

const groupTitles: Readonly<Record<CauseGroup, string>> = {
  'body-json': 'Body: the JSON was serialised again',
  'body-text': 'Body: bytes and text',
  'body-other': 'Body: something else was signed',
  'body-hash': 'Hash of the body',
  layout: 'Layout of the message',
  secret: 'Secret',
  algorithm: 'Algorithm',
  output: 'Text of the signature',
  timestamp: 'Timestamp',
  'client-id': 'Client id',
  headers: 'Headers',
};

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const columns = ['Cause', 'Interface', 'What it means', 'Typical of', 'Fix'];

const row = ([id, { interfaces, says, typical, fix }]: readonly [string, CauseEntry]): string =>
  line([`\`${id}\``, interfaces.length > 1 ? 'both' : interfaces.join(), says, typical, fix]);

const entries: readonly (readonly [string, CauseEntry])[] = causeIds.map((id) => [id, catalogue[id]]);

const table = (group: string): string =>
  [
    line(columns),
    line(columns.map(() => '---')),
    ...entries.filter(([, entry]) => entry.group === group).map(row),
  ].join('\n');

const mostCommon = (): string =>
  entries
    .filter(([, { commonness }]) => commonness === 'A')
    .map(([id]) => `\`${id}\``)
    .join(', ');

/** The page docs/diagnosis.md as markdown, not yet laid out by prettier. */
export const diagnosisPage = (): string =>
  [
    introduction,
    `The most common of the ${entries.length}: ${mostCommon()}.\n`,
    ...Object.entries(groupTitles).map(([group, title]) => `## ${title}\n\n${table(group)}\n`),
  ].join('\n');
