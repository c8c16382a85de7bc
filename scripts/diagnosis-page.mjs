// Makes the page docs/diagnosis.md from the program's catalogue of causes, and adds nothing to what it says.

const introduction = `<!-- \`npm run docs\` makes this page from the records in \`src/diagnosis/catalogue/\`: change those, not this page. -->

# Why a signature does not match

\`pvg diagnose\` reads a request as it was sent. It tries these causes and their combinations, and it names those that
reproduce the signature exactly. Look up the id of a cause here, or with \`pvg explain-error <id>\`.
\`pvg diagnose --lang <language>\` prints the fix as code.

- **Interface**: where the cause can occur. The gateway signs the message \`client_id.timestamp.body_hash\`. The session
  interface signs the raw body.
- A result with several ids means several mistakes at once. Fix all of them.
- A fix on this page may name several languages. \`pvg diagnose\` names that of the sender alone, where User-Agent shows it.
- \`pvg diagnose\` also names the variant that it found, for example the separator that was used instead of \`.\`.
- Several causes can give the same bytes. \`pvg\` names the simplest and lists others that it found; it may not list all.
- If \`pvg\` finds no cause, check these first: a secret that \`pvg\` was not given, a body that was changed on its way, a
  value that is not in the request.
`;

const neverFound = `## What is never found, and why

No search can know:

- a secret that \`pvg\` was not given, or a key that was made of it with a constant that only the sender has;
- a value that is neither in the request nor in a profile: a nonce, a salt, another client id;
- what stood in a body before something changed it on its way, or a member that was taken out after it was signed;
- which other request X-Signature belongs to;
- how a signature was made that is no HMAC and no hash, such as RSA or a token.

Left out, because there would be too many ways to try:

- a signed time that is more than a day off; more than two hours off, all but the seconds around a quarter of an hour
  (\`--deep\` tries every second of a day);
- fractions of a second with five digits or more, if the time was sent in seconds;
- another order of the members in an object with more than eight, unless it is sorted; more than three members left out;
- two values of a body that were changed in two different ways;
- any second mistake with a body of more than 64 KB;
- four mistakes at once, and three of which one is rare (\`--deep\` tries some of these); how the digest is written does
  not count as one.

Two mistakes at different steps that are each found alone are found together, but for these:

- what is only tried if all else is right: a template that was not filled in, a file's name, a fraction of the second, a
  far time, another order of the members, one value changed among several;
- milliseconds of the signed time together with a rare mistake, as each way would be tried a thousand times;
- a message whose layout is wrong in several ways, with another rare mistake: these are tried last, and the attempts may
  end before;
- a secret that was read wrongly and is both the key and a part of the message.

Two mistakes with the body are found if both change how the JSON is printed, or if the second changes the whole text that
the first one made. A text that was changed before the JSON was printed in a rare way is found if characters outside ASCII
changed.
`;

const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const columns = ['Cause', 'Interface', 'What the sender did', 'Typical of', 'Fix'];

/**
 * As markdown, before prettier.
 * @param {{
 *   causes: typeof import('../src/diagnosis/catalogue/catalogue.js').causes,
 *   concernsInterface: typeof import('../src/diagnosis/catalogue/catalogue.js').concernsInterface,
 *   records: typeof import('../src/contract/interfaces.js').interfaceRecords,
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
    neverFound,
  ].join('\n');
}
