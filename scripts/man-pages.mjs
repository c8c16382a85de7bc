// Man pages from the declarations of the commands: one for pvg, one for each command and subcommand. Plain macros of
// man(7), which groff and mandoc both read; only ASCII, so that no locale can spoil them.

/** Text that roff prints as it is. */
const escaped = (text) =>
  text
    .replaceAll('\\', '\\(rs')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll(
      /[^\n -~]/gu,
      (each) => `\\[u${each.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );

/** A line that begins with a dot would be a macro. */
const withoutMacros = (text) => text.replaceAll(/^\./gm, '\\&.');

/** Prose: what stands in backticks is bold. */
const prose = (text) =>
  withoutMacros(
    text
      .split('`')
      .map((part, at) => (at % 2 === 0 ? escaped(part) : `\\fB${escaped(part)}\\fR`))
      .join(''),
  );

const sentence = (text) =>
  prose(text.charAt(0).toUpperCase() + text.slice(1) + (/[.…]$/.test(text) ? '' : '.'));

const section = (title, lines) => (lines.length === 0 ? [] : [`.SH ${title}`, ...lines]);

const entries = (pairs) => pairs.flatMap(([name, says]) => ['.TP', `\\fB${escaped(name)}\\fR`, prose(says)]);

/** Lines that stay as they are. */
const verbatim = (lines) => ['.EX', ...lines.map((line) => withoutMacros(escaped(line))), '.EE'];

/** Paragraphs, and between them lines that begin with a blank. */
function paragraphs(text) {
  const blocks = text.trim().split(/\n(?=\n)|\n(?=\S)(?<=^ .*\n)|(?<=^\S.*)\n(?= )/m);
  return blocks.flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) return [];
    return ['.PP', ...(lines[0].startsWith(' ') ? verbatim(lines) : [prose(lines.join('\n'))])];
  });
}

/** What `addHelpText` has put before or after the help. */
function helpText(command, event) {
  const texts = [];
  command.emit(event, { error: false, command, write: (text) => texts.push(text) });
  return texts.join('\n');
}

const wordsOf = (command) =>
  command.parent ? [...wordsOf(command.parent), command.name()] : [command.name()];
const nameOf = (command) => wordsOf(command).join('-');
const reference = (command) => `.BR ${escaped(nameOf(command))} (1)`;

function page(command, { version, date, variables, exitStatuses }) {
  const help = command.createHelp();
  const name = nameOf(command);
  const isRoot = command.parent === null;
  const subcommands = help.visibleCommands(command);
  const found = helpText(command, 'beforeHelp').replace(/^Examples:\n/, '');
  const usage = help.commandUsage(command);
  const called = wordsOf(command).join(' ');
  const others = isRoot ? subcommands : [command.parent, ...subcommands];
  return [
    `.TH ${escaped(name).toUpperCase()} 1 ${date} "pvg ${version}" "pvg"`,
    // No word is broken, so that a copied option is whole.
    '.nh',
    '.ad l',
    ...section('NAME', [`${escaped(name)} \\- ${prose(command.description().replace(/\.$/, ''))}`]),
    ...section('SYNOPSIS', [`\\fB${escaped(called)}\\fR ${escaped(usage.slice(called.length + 1))}`]),
    ...section('DESCRIPTION', [
      sentence(command.description()),
      ...paragraphs(helpText(command, 'afterHelp')),
    ]),
    ...section(
      'ARGUMENTS',
      entries(
        help
          .visibleArguments(command)
          .map((each) => [help.argumentTerm(each), help.argumentDescription(each)]),
      ),
    ),
    ...section(
      'OPTIONS',
      entries(
        help.visibleOptions(command).map((each) => [help.optionTerm(each), help.optionDescription(each)]),
      ),
    ),
    ...section('COMMANDS', entries(subcommands.map((each) => [wordsOf(each).join(' '), each.description()]))),
    ...section(
      'EXAMPLES',
      found.trim() === '' ? [] : verbatim(found.split('\n').filter((line) => line !== '')),
    ),
    ...section(
      'EXIT STATUS',
      isRoot
        ? entries(Object.entries(exitStatuses))
        : [
            prose('0 if pvg has an answer; 1 to 143 say why not, or what the answer is.'),
            'The list is in',
            '.BR pvg (1).',
          ],
    ),
    ...section('ENVIRONMENT', isRoot ? entries(variables) : ['See', '.BR pvg (1).']),
    ...section(
      'SEE ALSO',
      others.map((each, at) => reference(each) + (at < others.length - 1 ? ',' : '')),
    ),
    '',
  ].join('\n');
}

const withSubcommands = (command) => [command, ...command.commands.flatMap(withSubcommands)];

/** File name and text of every page. */
export const manPages = (program, facts) =>
  Object.fromEntries(
    withSubcommands(program).map((command) => [`${nameOf(command)}.1`, page(command, facts)]),
  );
