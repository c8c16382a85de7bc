import { interfaces, records } from '../../contract/interfaces.js';
import { causes, isOf, type Cause } from './catalogue.js';

const introduction = `<!-- \`npm run docs\` makes this page from the records in \`src/diagnosis/catalogue/\`: change those, not this page. -->

# Why a signature does not match

\`pvg diagnose\` reads a request as it was sent. It tries these causes and their combinations, and it names those that
reproduce the signature exactly. Look up the id of a cause here. \`pvg diagnose --lang <language>\` prints the fix as code.

- **Interface**: where the cause can occur. The gateway signs the message \`client_id.timestamp.body_hash\`. The session
  interface signs the raw body.
- A result with several ids means several mistakes at once. Fix all of them.
- \`pvg diagnose\` also names the variant that it found, for example the separator that was used instead of \`.\`.
- Several causes can give the same bytes. \`pvg\` names the simplest and lists others that it found; it may not list all.
- If \`pvg\` finds no cause, check these first: a secret that \`pvg\` was not given, a body that was changed on its way, a
  value that is not in the request.
`;

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const columns = ['Cause', 'Interface', 'What the sender did', 'Typical of', 'Fix'];

const row = (cause: Cause): string => {
  const of = interfaces.filter((each) => isOf(cause, records[each]));
  return line([`\`${cause.id}\``, of.length > 1 ? 'both' : of.join(), cause.says, cause.typical, cause.fix]);
};

const section = (title: string): string =>
  [
    `## ${title}\n`,
    line(columns),
    line(columns.map(() => '---')),
    ...causes.filter(({ group }) => group === title).map(row),
    '',
  ].join('\n');

/** The page docs/diagnosis.md as markdown, before prettier. */
export const diagnosisPage = (): string =>
  [
    introduction,
    `There are ${String(causes.length)} causes. These are very common: ${causes
      .filter(({ commonness }) => commonness === 'A')
      .map(({ id }) => `\`${id}\``)
      .join(', ')}.\n`,
    ...[...new Set(causes.map(({ group }) => group))].map(section),
  ].join('\n');
