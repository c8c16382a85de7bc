// Makes the page docs/diagnosis.md from the program's catalogue of causes, and adds nothing to what it says.

const introduction = `<!-- \`npm run docs\` makes this page from the records in \`src/diagnosis/catalogue/\`: change those, not this page. -->

# Why a signature does not match

\`pvg diagnose\` reads a request as it was sent. It tries these causes and their combinations, and it names those that
reproduce the signature exactly. Look up the id of a cause here. \`pvg diagnose --lang <language>\` prints the fix as code.

- **Interface**: where the cause can occur. The gateway signs the message \`client_id.timestamp.body_hash\`. The session
  interface signs the raw body.
- A result with several ids means several mistakes at once. Fix all of them.
- A fix on this page may name several languages. \`pvg diagnose\` names that of the sender alone, where User-Agent shows it.
- \`pvg diagnose\` also names the variant that it found, for example the separator that was used instead of \`.\`.
- Several causes can give the same bytes. \`pvg\` names the simplest and lists others that it found; it may not list all.
- If \`pvg\` finds no cause, check these first: a secret that \`pvg\` was not given, a body that was changed on its way, a
  value that is not in the request.
`;

const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const columns = ['Cause', 'Interface', 'What the sender did', 'Typical of', 'Fix'];

/**
 * As markdown, before prettier.
 * @param {{
 *   causes: typeof import('../src/diagnosis/catalogue/catalogue.js').causes,
 *   concernsInterface: typeof import('../src/diagnosis/catalogue/catalogue.js').concernsInterface,
 *   records: typeof import('../src/contract/interfaces.js').records,
 * }} program
 */
export function diagnosisPage({ causes, concernsInterface, records }) {
  const row = (cause) => {
    const of = Object.values(records).filter((each) => concernsInterface(cause, each));
    const where = of.length > 1 ? 'both' : of.map(({ id }) => id).join();
    const fix = [cause.fix, ...Object.values(cause.hints ?? {})].join(' ');
    return line([`\`${cause.id}\``, where, cause.mistake, cause.typicalSenders, fix]);
  };
  const section = (title) => [
    `## ${title}\n`,
    line(columns),
    line(columns.map(() => '---')),
    ...causes.filter(({ group }) => group === title).map(row),
    '',
  ];
  const common = causes
    .filter(({ frequency }) => frequency === 'very common')
    .map(({ id }) => `\`${id}\``);
  return [
    introduction,
    `There are ${causes.length} causes. These are very common: ${common.join(', ')}.\n`,
    ...[...new Set(causes.map(({ group }) => group))].flatMap(section),
  ].join('\n');
}
