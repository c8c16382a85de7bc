import { Readable } from 'node:stream';
import type { Context, OutputStream } from '../context.js';
import type { CommandResult } from '../output/command-result.js';
import type { PresentOptions } from '../output/print-result.js';
import { createSecrets } from '../output/redaction.js';
import { toolArgv, type Tool } from './table.js';

/** Shows how a command ended. */
export type ShowResult = (
  context: Context,
  options: PresentOptions,
  result: CommandResult,
) => Promise<void>;

/** Runs one command line with this context, and hands its end to `show` instead of printing it. */
export type RunLine = (
  context: Context,
  words: readonly string[],
  show: ShowResult,
) => Promise<unknown>;

/** Values of a tool's fields, by their names. */
export type ToolValues = Readonly<Record<string, string | undefined>>;

interface ToolCall {
  readonly tool: Tool;
  readonly values: ToolValues;
  readonly profile: string;
  /** Who asks. */
  readonly visitor: Pick<Context, 'via' | 'assistant'>;
  readonly signal: AbortSignal;
  readonly holdReply?: Context['holdReply'];
  /** Called with what the command says to people on its way. */
  readonly onText: (text: string) => void;
  readonly show: ShowResult;
}

/**
 * Runs a row of the table. It gets no terminal, no file and no option that is not in the table, and it knows the secrets
 * and the receipts of this call alone: a gap in a later answer would reveal those of an earlier one.
 */
export async function runTool(
  context: Context,
  run: RunLine,
  { tool, values, profile, visitor, signal, holdReply, onText, show }: ToolCall,
): Promise<CommandResult> {
  const { words, input } = toolArgv(tool, values);
  const callContext = isolatedContext(context, { input, onText, signal, visitor, holdReply });
  const profileOption = tool.usesProfile ? [`--profile=${profile}`] : [];
  const argv = [...words, ...profileOption, '--no-input', '--no-color'];
  let result: CommandResult | undefined;
  await run(callContext, argv, async (_context, options, ended) => {
    result = ended;
    await show(callContext, { ...options, json: false }, ended);
  });
  if (result === undefined) throw new TypeError(`${tool.name} ended without a result`);
  return result;
}

interface CallParts extends Pick<ToolCall, 'visitor' | 'signal' | 'holdReply' | 'onText'> {
  /** What the command reads from standard input. */
  readonly input: string;
}

/**
 * A context of one call. What is not named here is that of the server, whose costly parts stay lazy.
 *
 * Each member of Context that a command changes, fills or reads as its own must be fresh here, else a call would see, or
 * change, what an earlier one left: what is set on the way (callTarget, asked, questions, saysItemTwice, mentionedPlayer,
 * isTraditionalChinese, recordFailureAfterVerify, timeZone), what grows (afterwards, secrets, receipts), and what belongs to one caller (stdin, stdout,
 * stderr, interrupt, via, assistant, holdReply).
 */
function isolatedContext(
  context: Context,
  { input, onText, signal, visitor, holdReply }: CallParts,
): Context {
  const ownMembers = {
    stdin: { value: inputOf(input) },
    stdout: { value: outputTo(onText) },
    stderr: { value: outputTo(onText) },
    interrupt: { value: AbortSignal.any([context.interrupt, signal]) },
    callTarget: { value: undefined, writable: true },
    asked: { value: undefined, writable: true },
    questions: { value: undefined, writable: true },
    saysItemTwice: { value: undefined, writable: true },
    mentionedPlayer: { value: undefined, writable: true },
    isTraditionalChinese: { value: undefined, writable: true },
    recordFailureAfterVerify: { value: undefined, writable: true },
    timeZone: { value: context.timeZone, writable: true },
    afterwards: { value: [] },
    secrets: { value: createSecrets() },
    receipts: { value: createSecrets() },
    via: { value: visitor.via },
    assistant: { value: visitor.assistant },
    holdReply: { value: holdReply },
  } satisfies Record<MutableMember, PropertyDescriptor> & PropertyDescriptorMap;
  return Object.create(context, ownMembers) as Context;
}

/** Members of Context that may be set: the compiler names one that a call would share with the server. */
type MutableMember = {
  [Name in keyof Context]-?: IsSame<
    Pick<Context, Name>,
    { -readonly [Member in keyof Pick<Context, Name>]: Context[Member] }
  > extends true
    ? Name
    : never;
}[keyof Context];

type IsSame<One, Other> =
  (<Tested>() => Tested extends One ? 1 : 2) extends <Tested>() => Tested extends Other ? 1 : 2
    ? true
    : false;

function outputTo(onText: (text: string) => void): OutputStream {
  return {
    isTerminal: false,
    isClosed: false,
    columns: 80,
    write: async (data) => onText(Buffer.from(data).toString('utf8')),
  };
}

function inputOf(text: string): Context['stdin'] {
  const bytes = Buffer.from(text);
  return {
    isTerminal: false,
    readAll: () => Promise.resolve(bytes),
    chunks: () => Readable.from([bytes]),
    close: () => undefined,
  };
}
