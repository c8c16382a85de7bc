import type {
  GivenRequest,
  StreamLine,
  RunResult,
  StartAnswer,
  ToolRequest,
  WatchLine,
} from '../../desk/wire.js';
import { ConnectionLost, postWithKey } from '../shared/client.js';
import type { EndedRun } from './tool-run.js';

/** Runs the tools of `pvg desk`. */

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly onNote?: (text: string) => void;
}

export async function startDesk(): Promise<StartAnswer> {
  const response = await postWithKey('/start', {});
  return (await response.json()) as StartAnswer;
}

/** Tells pvg that the person copied the reply, which counts as given to the player: the journal keeps it, once. @throws {ConnectionLost} @throws {RequestRefused} */
export async function recordCopiedReply(replyId: string): Promise<void> {
  const request: GivenRequest = { reply_id: replyId };
  await postWithKey('/given', request);
}

/** Runs a tool until its end. @throws {ConnectionLost} @throws {RequestRefused} @throws the reason of the signal, if that is aborted */
export async function askTool<Answer = unknown>(
  request: ToolRequest,
  { signal, onNote }: RunOptions = {},
): Promise<EndedRun<Answer>> {
  const response = await postWithKey('/run', request, signal);
  const notes: string[] = [];
  for await (const line of readLines<StreamLine>(response, signal)) {
    if (line.kind === 'end') {
      const { result, shown, reply_id: replyId } = line;
      return { result: result as RunResult<Answer>, shown, notes, replyId };
    }
    notes.push(line.text);
    onNote?.(line.text);
  }
  throw new ConnectionLost('pvg ended before it had an answer.');
}

/**
 * Waits until pvg has ended and says so. @throws {ConnectionLost} the connection broke: pvg may have died
 * @throws {RequestRefused} another pvg answers; the reason of the signal
 */
export async function watchUntilEnd(signal: AbortSignal): Promise<void> {
  const response = await postWithKey('/watch', {}, signal);
  for await (const line of readLines<WatchLine>(response, signal)) {
    if (line.kind === 'ended') return;
  }
  throw new ConnectionLost('pvg does not answer.');
}

async function* readLines<Line>({ body }: Response, signal?: AbortSignal): AsyncGenerator<Line> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let unfinished = '';
  for (;;) {
    const { done, value = '' } = await reader.read().catch((error: unknown) => {
      throw signal?.aborted === true ? error : new ConnectionLost('pvg does not answer.');
    });
    const lines = (unfinished + value).split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
    if (done) return;
  }
}
