import { isRecord } from '../text/json/json.js';
import { toolsFor, type Tool } from '../tools/table.js';

/**
 * A tool is a command line, whose errors name options and commands to type. A model has neither: it gets the names of the
 * fields and of the tools, and no sentence about what it cannot give.
 */

type Reword = (text: string) => string;

const commandLine = /`pvg ([^`]+)`/g;
/** An option, with the placeholder of its value. */
const option = /(--[a-z][a-z-]*)(?: <[a-z ]+>)?/g;
/** A sentence that still names an option or a command after all replacements is left out: `(--case`, `pvg report`, `the command below`, `@<file> or - for standard input`. */
const leftOver = /(?:^|[\s`(])--[a-z]|`pvg |\bcommand below\b|\bor - for\b/;

/** The text of an error, line by line: each begins with a sentence, the last one with a command to type. */
export function errorTextFor(tool: Tool, text: string): string {
  const reword = rewordingFor(tool);
  const lines = text.split('\n').filter((line) => !/^Next: /.test(line));
  return (
    lines
      .map((line) => (line === '' ? line : reword(line)))
      // A line that lost all its sentences is dropped, but a line that was empty before stays.
      .filter((line, index) => line !== '' || lines[index] === '')
      .join('\n')
  );
}

/** Tools whose text is for somebody else: nothing of it is changed. */
const documentTools: ReadonlySet<string> = new Set(['report', 'reply_text']);

/** A command to type, and the sentence about what to fill in there. */
const lineOfCommand = /^Next: pvg |\bcommand below\b/;
const quotedOption = /(?<=`)--[a-z][a-z-]*(?=[ `])/g;

/** The text of an answer. What people and services wrote in it stays as it is. */
export function resultTextFor(tool: Tool, text: string): string {
  if (documentTools.has(tool.name)) return text;
  const names = fieldNames(tool);
  const lines = text.split('\n').filter((line) => !lineOfCommand.test(line));
  return lines.join('\n').replace(quotedOption, (word) => names.get(word) ?? word);
}

/** The members of a result that speak of an error. */
export function errorMembersFor(
  tool: Tool,
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const reword = rewordingFor(tool);
  const memberNames = ['error', 'hint', 'hint_command', 'asks', 'notes', 'verdict'].filter((name) =>
    Object.hasOwn(members, name),
  );
  const rewordedMembers = memberNames.map((name) => [
    name,
    rewordValue(members[name], name, reword),
  ]);
  return { ...members, ...(Object.fromEntries(rewordedMembers) as Record<string, unknown>) };
}

function rewordValue(value: unknown, name: string, reword: Reword): unknown {
  if (name === 'hint_command') return null;
  if (typeof value === 'string') return reword(value) || null;
  if (Array.isArray(value)) {
    return value.map((each) => rewordValue(each, '', reword)).filter(hasWords);
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, member]) => [key, rewordValue(member, key, reword)]),
  );
}

/** Whether something is left of a note: otherwise the note is left out. */
const hasWords = (value: unknown): boolean =>
  value !== null && !(isRecord(value) && value['says'] === null);

function rewordingFor(tool: Tool): Reword {
  const names = fieldNames(tool);
  return (text) => {
    const renamed = text
      .replace(commandLine, (line, words: string) => toolFor(words) ?? line)
      .replace(option, (all, word: string) => names.get(word) ?? all);
    const sentences = renamed.split(/(?<=[.!?])\s+/).filter((each) => !leftOver.test(each));
    // The first line of an error begins with ✘ and says what happened, so it is kept whatever its words.
    return sentences.length === 0 && text.startsWith('✘') ? renamed : sentences.join(' ');
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
    const toolOptions = Object.values(fields).map((field) => field.option);
    const isSame = `${words} `.startsWith(`${command.join(' ')} `);
    return isSame && options.every((each) => toolOptions.includes(each));
  });
  return tool && `\`${tool.name}\``;
}
