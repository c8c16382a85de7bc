// The program with every command declared and none run: what the pages about the commands are made from.
import { Command } from 'commander';

/**
 * @param {{
 *   commands: typeof import('../src/command-list.js').commands,
 *   addGlobalOptions: typeof import('../src/input/options.js').addGlobalOptions,
 * }} program
 */
export async function declaredProgram({ commands, addGlobalOptions }) {
  const root = addGlobalOptions(new Command('pvg').helpCommand(false));
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = root.command(name).description(summary).helpCommand(false);
    // Declaring needs nothing of the context, and nothing ends.
    const { register } = await load();
    register({ command, context: {}, finish: async () => undefined, onFailure: () => undefined });
    for (const each of command.commands) each.helpCommand(false);
  }
  return root;
}

/** `pvg profile add`. */
export const pathOf = (command) =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** A command as data: what its help says, without the options that every command has. */
export function declarationOf(command) {
  const help = command.createHelp();
  let printed = '';
  command.configureOutput({
    writeOut: (text) => (printed += text),
    getOutHelpWidth: () => Infinity,
  });
  command.outputHelp();
  const [before, after] = printed.split(command.helpInformation());
  const [, examples = '', note = ''] =
    /^Examples:\n((?: {2}\$ .*\n)*)\n?([\s\S]*)$/.exec(before) ?? [];
  return {
    path: pathOf(command),
    says: command.description(),
    usage: help.commandUsage(command),
    arguments: help
      .visibleArguments(command)
      .map((each) => ({ name: help.argumentTerm(each), says: help.argumentDescription(each) })),
    options: help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((each) => ({ flags: each.flags, says: help.optionDescription(each) })),
    examples: [...examples.matchAll(/\$ (.*)/g)].map(([, line]) => line),
    /** About the examples, then about the command. */
    notes: [note, after].map((text) => text.trim()).filter((text) => text !== ''),
    commands: command.commands.filter((each) => !each._hidden),
  };
}
