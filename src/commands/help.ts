import type { Command } from 'commander';
import type { Context } from '../context.js';
import { interfaces } from '../contract/interfaces.js';
import { listedFailure } from '../contract/listed.js';
import { PvgError } from '../failure.js';
import { addExamples } from '../input/options.js';
import { topicAliases, topicNames, type TopicName } from '../input/topic-names.js';
import { commandResult, type FinishCommand } from '../output/command-result.js';
import { formatHelp } from '../output/help-layout.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { topicText } from './topics.js';
import type { Registration } from './registration.js';

export function register({ command, context, finish }: Registration): void {
  addExamples(command, ['pvg help exit-status', 'pvg help service']);
  command
    .argument('[word...]', `a command, or a topic: ${topicNames.join(', ')}`)
    .action((words: readonly string[]) => runHelp(command, words, { context, finish }));
}

const topicNamed = (word = ''): TopicName | undefined =>
  topicNames.find((topic) => topic === word) ??
  (Object.hasOwn(topicAliases, word) ? topicAliases[word] : undefined);

/** Words for which people look, each with the command that does it. */
const commandAliases: Readonly<Record<string, string>> = {
  credentials: 'profile',
  secret: 'profile',
  secrets: 'profile',
};

/** @throws {PvgError} `usage` for a status or a code of the service, which another command explains */
function refuseAnswerCode(word: string): void {
  const isCode = interfaces.some((id) => listedFailure(id, word) !== undefined);
  if (!isCode && !/^[1-5]\d\d$/.test(word)) return;
  throw new PvgError('usage', 'That is an answer of the service, not a command or a topic.', {
    hint: 'Another command explains answers.',
    nextCommand: `pvg explain-error ${word}`,
  });
}

async function runHelp(
  command: Command,
  words: readonly string[],
  { context, finish }: { readonly context: Context; readonly finish: FinishCommand },
): Promise<void> {
  const [word] = words;
  const program = command.parent;
  if (program === null) throw new TypeError('help without a program');
  const topic = topicNamed(word);
  if (topic !== undefined) {
    const text = formatHelp(await topicText(topic, context), context.stdout);
    const view = { data: `${text}\n` };
    return finish(commandResult('help', { answer: { topic, text }, view }));
  }
  // The help of any other command is printed below with `parseAsync`, which adds that command's options first. The program
  // and this command have their options already: parsing would add them a second time.
  if (word === undefined || word === command.name()) {
    (word === undefined ? program : command).outputHelp();
    return;
  }
  const names = program.commands.map((each) => each.name());
  const commandMeant = Object.hasOwn(commandAliases, word) ? commandAliases[word] : undefined;
  if (commandMeant !== undefined) {
    await program.parseAsync([commandMeant, '--help'], { from: 'user' });
    return;
  }
  if (!names.includes(word)) {
    refuseAnswerCode(word);
    const near = nearest(word, [...names, ...topicNames, ...Object.keys(topicAliases)]).map(
      (name) => `pvg help ${name}`,
    );
    throw new PvgError('usage', 'That is neither a command nor a topic.', {
      hint: didYouMean(near) ?? `Topics: ${topicNames.join(', ')}.`,
    });
  }
  await program.parseAsync([...words, '--help'], { from: 'user' });
}
