import { confirmedProducts } from '../desk/journal/journal.js';
import { catalogue } from '../view/catalogue.js';
import { Argument, Option, type Command } from 'commander';
import { argumentsOf, reply, scripts, type Shell } from '../input/completion/scripts.js';
import { suggest, type Known, type Suggestion, type Typed } from '../input/completion/suggest.js';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { readShipped } from '../input/bytes.js';
import { examples } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { localName } from '../profiles/names.js';

/** The program's commands, whose code is loaded only when they are called or completed. */
interface Whole<Self> {
  readonly commands: Readonly<
    Record<string, { readonly load: () => Promise<{ readonly register: Register<Self> }> }>
  >;
}
type Register<Self> = (command: Command, context: Context, finish: Finish, whole: Self) => void;

/** It knows the other commands, because it completes their options. */
export function register<Self extends Whole<Self>>(
  command: Command,
  context: Context,
  finish: Finish,
  whole: Self,
): void {
  const shells = Object.keys(scripts);
  const run = async (shell: Shell, words: readonly string[], complete?: string): Promise<Finished> => {
    if (complete === undefined) return runScript(context, shell, words);
    const program = await loadCommands(command, whole, words, context, finish);
    return runComplete(context, shell, words, complete, program);
  };
  examples(command, ['pvg completion bash', scripts.bash.line])
    .usage(`[options] <${shells.join('|')}>`)
    .addArgument(new Argument('<shell>').choices(shells))
    .argument('[words...]')
    .addOption(new Option('--complete <word>').hideHelp())
    .addHelpText('after', loadingHelp)
    .action((shell: Shell, words: readonly string[], { complete }: { complete?: string }) =>
      finish(run(shell, words, complete)),
    );
}

const loadingHelp = [
  '\nTo load completion, run the line for your shell. Add the line to the file to have it in every new shell.',
  ...Object.entries(scripts).map(([shell, { line, startUp }]) => `  ${shell} (${startUp}):\n      ${line}`),
].join('\n');

async function runScript(context: Context, shell: Shell, words: readonly string[]): Promise<Finished> {
  if (words.length > 0)
    throw new PvgError('usage', '`pvg completion` needs exactly one shell.', {
      hint: `Example: \`pvg completion ${shell}\`.`,
    });
  const script = await readShipped(context, 'The script', 'completion', scripts[shell].name);
  // Not for a start-up file, which reads from a pipe.
  const next = context.stdout.isTerminal && { nextCommand: scripts[shell].line };
  return plainFinished('completion', {
    answer: { shell, script },
    view: { headline: '', data: script, ...next },
  });
}

/** The hidden part that the scripts call: it reads the names of the profiles, never their content, and the products of the journal. */
async function runComplete(
  context: Context,
  shell: Shell,
  words: readonly string[],
  complete: string,
  program: Command,
): Promise<Finished> {
  const typed: Typed = shell === 'bash' ? argumentsOf(words[0] ?? '') : { before: words, current: complete };
  const suggestions = await suggest(program, typed, (known) => knownOf(context, program, known));
  const untouched = typed.current.endsWith(complete) ? typed.current.length - complete.length : 0;
  return plainFinished('completion', {
    answer: { files: suggestions.files, words: suggestions.words.map((word) => ({ ...word })) },
    view: { headline: '', data: reply(shell, suggestions, untouched) },
  });
}

/** Declares the commands that the line names; the others keep only name and summary. */
async function loadCommands<Self extends Whole<Self>>(
  own: Command,
  whole: Self,
  words: readonly string[],
  context: Context,
  finish: Finish,
): Promise<Command> {
  const program = own.parent;
  if (program === null) throw new TypeError('completion without a program');
  const line = words.join(' ');
  for (const command of program.commands) {
    const entry = whole.commands[command.name()];
    if (entry === undefined || command === own || !line.includes(command.name())) continue;
    // As in a real call: `profile help` is not a command.
    (await entry.load()).register(command.helpCommand(false), context, finish, whole);
  }
  return program;
}

async function knownOf(context: Context, program: Command, known: Known): Promise<readonly Suggestion[]> {
  const bare = (values: readonly string[]): Suggestion[] => values.map((value) => ({ value, says: '' }));
  switch (known) {
    case 'profiles':
      // Every other command reports an unreadable folder; completion must not.
      return [
        ...bare(await context.profiles.names().catch(() => [])),
        { value: localName, says: 'built-in' },
      ];
    case 'codes':
      return Object.entries({ ...catalogue.gateway, ...catalogue.session }).map(
        ([value, { title: says }]) => ({
          ...{ value, says },
        }),
      );
    case 'products':
      return bare(await confirmedProducts(context));
    case 'commands':
      return program.commands.map((command) => ({ value: command.name(), says: command.description() }));
  }
}
