import { isRecord } from '../text/json/json.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { toolsFor, type Tool } from '../tools/table.js';

/**
 * A tool is a command line, whose errors name options and commands to type. A model has neither: it gets the names of the
 * fields and of the tools, and no sentence about what it cannot give.
 */

type Words = (text: string) => string;

const commandLine = /`pvg ([^`]+)`/g;
/** An option, with the placeholder of its value. */
const option = /(--[a-z][a-z-]*)(?: <[a-z ]+>)?/g;
const leftOver = /(?:^|[\s`(])--[a-z]|`pvg |\bcommand below\b|\bor - for\b/;

/** The text of an error, line by line: each begins with a sentence, the last one with a command to type. */
export function errorTextFor(tool: Tool, text: string): string {
  const says = sayingFor(tool);
  const lines = text.split('\n').filter((line) => !/^Next: /.test(line));
  return lines
    .map((line) => (line === '' ? line : says(line)))
    .filter((line, index) => line !== '' || lines[index] === '')
    .join('\n');
}

/** Results that are a text for somebody else: nothing of it is changed. */
const documents: ReadonlySet<string> = new Set(['report', 'reply_text']);

/** The text of an answer: a line with a command to type names the tool that runs it, or is left out. */
export function resultTextFor(tool: Tool, text: string): string {
  if (documents.has(tool.name)) return text;
  const says = sayingFor(tool);
  const lines = text.split('\n').flatMap((line) => {
    if (!commandInLine.test(line)) return [line];
    const said = says(asSentence(line));
    return numberAlone.test(said) ? [] : nonEmptyTexts(said);
  });
  return lines.join('\n');
}

const commandInLine = /^Next: pvg |`(?:pvg |--)/;
/** What is left of a step in a list. */
const numberAlone = /^\d+\.$/;

/** `Next: pvg journal find …` has its command bare, and so has `next` of a verdict. */
const asSentence = (line: string): string => line.replace(/^(Next: )?(pvg .*)$/, '$1`$2`');

/** The members of an answer. */
export function resultMembersFor(
  tool: Tool,
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return documents.has(tool.name) ? members : spokenMembersFor(tool, members);
}

/** The members of a result that speak to whoever typed the command. */
export function spokenMembersFor(
  tool: Tool,
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const says = sayingFor(tool);
  const spoken = ['error', 'hint', 'hint_command', 'asks', 'notes', 'verdict'].filter((name) =>
    Object.hasOwn(members, name),
  );
  const said = spoken.map((name) => [name, valueFor(members[name], name, says)]);
  return { ...members, ...(Object.fromEntries(said) as Record<string, unknown>) };
}

function valueFor(value: unknown, name: string, says: Words): unknown {
  if (name === 'hint_command') return null;
  if (typeof value === 'string') return says(asSentence(value)) || null;
  if (Array.isArray(value)) return value.map((each) => valueFor(each, '', says));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, member]) => [key, valueFor(member, key, says)]));
}

function sayingFor(tool: Tool): Words {
  const names = fieldNames(tool);
  return (text) => {
    const renamed = text
      .replace(commandLine, (line, words: string) => toolFor(words) ?? line)
      .replace(option, (all, word: string) => names.get(word) ?? all);
    const kept = renamed.split(/(?<=[.!?])\s+/).filter((sentence) => !leftOver.test(sentence));
    // A first sentence says what happened, whatever its words.
    return kept.length === 0 && text.startsWith('✘') ? renamed : kept.join(' ');
  };
}

/** Fields by the options that they stand for. What is pasted stands for the receipt. */
function fieldNames({ fields }: Tool): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([id, field]) => {
      if (field.option === '-') return [['--receipt', id] as const];
      return field.option === '' ? [] : [[field.option, id] as const];
    }),
  );
}

/** The name of the tool that runs a command line; undefined if none takes its options. */
function toolFor(words: string): string | undefined {
  const options = words.match(/--[a-z][a-z-]*/g) ?? [];
  const tool = toolsFor('assistant').find(({ command, fields }) => {
    const taken = Object.values(fields).map((field) => field.option);
    const isSame = `${words} `.startsWith(`${command.join(' ')} `);
    return isSame && options.every((each) => taken.includes(each));
  });
  return tool && `\`${tool.name}\``;
}
