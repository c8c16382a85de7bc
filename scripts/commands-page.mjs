// Makes docs/reference/commands.md from the declarations of the commands, as their `--help` prints them.
import { anchorOf } from './anchors.mjs';
import { declarationOf, declaredProgram, pathOf } from './declared.mjs';
import { block, code, joined, prose, table } from './markdown.mjs';

const heading = `<!-- \`npm run docs\` makes this page from the declarations in \`src/commands\`: change those, not this page. -->

# Commands

The option \`--help\` of each command prints the same. The examples run as printed; what a new computer lacks
for them stands beside them.`;

const sentence = (text) =>
  `${text[0].toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;

const optionsTable = (options) =>
  options.length === 0
    ? ''
    : table(
        ['Option', 'Meaning'],
        options.map(({ flags, says }) => [code(flags), prose(says)]),
      );

/** Paragraphs; a list or an example stays as it is printed. */
const noted = (text) =>
  text
    .split('\n\n')
    .map((part) => (/^ /m.test(part) ? block('text', part) : prose(part.replaceAll('\n', ' '))))
    .join('\n\n');

function part(command, level) {
  const { path, says, usage, examples, notes, ...declared } = declarationOf(command);
  return joined(
    `${'#'.repeat(level)} ${path}`,
    sentence(prose(says)),
    block('sh', usage),
    declared.arguments.length === 0
      ? ''
      : table(
          ['Argument', 'Meaning'],
          declared.arguments.map(({ name, says: meaning }) => [code(name), prose(meaning)]),
        ),
    optionsTable(declared.options),
    ...notes.map(noted),
    examples.length === 0 ? '' : `Examples:\n\n${block('sh', examples.join('\n'))}`,
    ...declared.commands.map((each) => part(each, level + 1)),
  );
}

const contents = (program) =>
  table(
    ['Command', 'What it does'],
    program.commands.map((each) => [
      `[${code(pathOf(each))}](#${anchorOf(pathOf(each))})`,
      prose(each.description()),
    ]),
  );

/**
 * Markdown, not yet laid out by prettier.
 * @param {Parameters<typeof declaredProgram>[0]} given
 */
export async function commandsPage(given) {
  const program = await declaredProgram(given);
  return joined(
    heading,
    contents(program),
    '## Options of every command',
    optionsTable([
      ...declarationOf(program).options,
      { flags: '-V, --version', says: 'print the version (without a command)' },
      { flags: '-h, --help', says: 'print help' },
    ]),
    ...program.commands.map((each) => part(each, 2)),
  );
}
