import { Option, type Command } from 'commander';
import { argumentsOf, reply, scripts, type Shell } from '../input/completion/scripts.js';
import { suggest, type Suggestion, type TypedLine } from '../input/completion/suggest.js';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { choiceArgument } from '../input/choice-option.js';
import { addExamples } from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import { localName } from '../profiles/fields.js';
import type { ProgramRegistration } from './registration.js';

/** Gives another command its options; its code is loaded only then. */
type DeclareCommand = (command: Command) => Promise<void>;

/** Declares the command, which may declare the others: it completes their options. */
export function register({ command, context, finish, declareCommand }: ProgramRegistration): void {
  const shells = Object.keys(scripts);
  const run = async (line: CompletionLine): Promise<CommandResult> => {
    if (line.complete === undefined) return runScript(context, line);
    return runComplete(context, await declareNamed(command, line.words, declareCommand), line);
  };
  addExamples(command, ['pvg completion bash', scripts.bash.line])
    .usage(`[options] <${shells.join('|')}>`)
    .addArgument(choiceArgument('<shell>', '', shells))
    .argument('[words...]')
    .addOption(new Option('--complete <word>').hideHelp())
    .addHelpText('after', loadingHelp)
    .action((shell: Shell, words: readonly string[], { complete }: { complete?: string }) =>
      finish(run({ shell, words, complete })),
    );
}

interface CompletionLine {
  readonly shell: Shell;
  readonly words: readonly string[];
  /** The word at the cursor; undefined: the script itself is wanted. */
  readonly complete: string | undefined;
}

const loadingHelp = [
  '\nTo load completion, run the line for your shell. Add the line to the file to have it in every new shell.',
  ...Object.entries(scripts).map(
    ([shell, { line, startUp }]) => `  ${shell} (${startUp}):\n      ${line}`,
  ),
].join('\n');

async function runScript(
  context: Context,
  { shell, words }: CompletionLine,
): Promise<CommandResult> {
  if (words.length > 0) {
    throw new PvgError('usage', '`pvg completion` needs exactly one shell.', {
      hint: `Example: \`pvg completion ${shell}\`.`,
    });
  }
  const script = await context.shipped('completion', scripts[shell].name);
  // A start-up file of a shell reads the script through a pipe, and needs no next command.
  const nextCommand = context.stdout.isTerminal ? scripts[shell].line : undefined;
  return commandResult('completion', {
    answer: { shell, script },
    view: { data: script, nextCommand },
  });
}

/** The hidden part that the scripts call: it reads the names of the profiles, never their content. */
async function runComplete(
  context: Context,
  program: Command,
  { shell, words, complete = '' }: CompletionLine,
): Promise<CommandResult> {
  const typed: TypedLine =
    shell === 'bash' ? argumentsOf(words[0] ?? '') : { before: words, current: complete };
  const suggestions = await suggest(program, typed, () => profilesOf(context));
  // Bash gives and replaces only the text after the last `=`, `:` or `@` of a word: the letters before it stay as they are.
  const isEndOfWord = typed.current.endsWith(complete);
  const keptLetters = isEndOfWord ? typed.current.length - complete.length : 0;
  return commandResult('completion', {
    answer: null,
    view: { data: reply(shell, suggestions, keptLetters) },
  });
}

/** The program, with the commands that the line names; the others keep only name and summary. */
async function declareNamed(
  completion: Command,
  words: readonly string[],
  declareCommand: DeclareCommand,
): Promise<Command> {
  const program = completion.parent;
  if (program === null) throw new TypeError('completion without a program');
  const line = words.join(' ');
  for (const command of program.commands) {
    if (command !== completion && line.includes(command.name())) await declareCommand(command);
  }
  return program;
}

/** The names of the profiles; none if their folder cannot be read, because completion must print no error. */
async function profilesOf({ profiles }: Context): Promise<readonly Suggestion[]> {
  const stored = await profiles.names().catch(() => []);
  return [...stored.map((value) => ({ value, says: '' })), { value: localName, says: 'built-in' }];
}
