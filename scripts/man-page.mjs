// The man page, from the declarations of the commands. Plain macros of man(7), which groff and mandoc both read; only
// ASCII, so that no locale can spoil them.

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

const section = (title, lines) => (lines.length === 0 ? [] : [`.SH ${title}`, ...lines]);

const entries = (pairs) =>
  pairs.flatMap(([name, says]) => ['.TP', `\\fB${escaped(name)}\\fR`, prose(says)]);

/** Lines that stay as they are. */
const verbatim = (lines) => ['.EX', ...lines.map((line) => withoutMacros(escaped(line))), '.EE'];

/** What `addHelpText` has put before or after the help. */
function helpText(command, event) {
  const texts = [];
  command.emit(event, { error: false, command, write: (text) => texts.push(text) });
  return texts.join('\n');
}

/** Every command below this one, by what is typed: `pvg journal find`. */
const commandsBelow = (command, typed) =>
  command
    .createHelp()
    .visibleCommands(command)
    .flatMap((each) => {
      const name = `${typed} ${each.name()}`;
      return each.commands.length > 0 ? commandsBelow(each, name) : [[name, each.description()]];
    });

export function manPage(program, { version, date, variables, exitStatuses }) {
  const help = program.createHelp();
  const examples = helpText(program, 'beforeHelp').replace(/^Examples:\n/, '');
  return [
    `.TH PVG 1 ${date} "pvg ${version}" "pvg"`,
    // No word is broken, so that a copied option is whole.
    '.nh',
    '.ad l',
    ...section('NAME', [`pvg \\- ${prose(program.description().replace(/\.$/, ''))}`]),
    ...section('SYNOPSIS', ['\\fBpvg\\fR <command> [options]']),
    ...section('DESCRIPTION', [
      prose('`pvg <command> --help` shows the options of a command, with examples.'),
    ]),
    ...section('COMMANDS', entries(commandsBelow(program, 'pvg'))),
    ...section(
      'OPTIONS',
      entries(
        help
          .visibleOptions(program)
          .map((each) => [help.optionTerm(each), help.optionDescription(each)]),
      ),
    ),
    ...section('EXAMPLES', verbatim(examples.split('\n').filter((line) => line !== ''))),
    ...section('EXIT STATUS', entries(Object.entries(exitStatuses))),
    ...section('ENVIRONMENT', entries(variables)),
    '',
  ].join('\n');
}
