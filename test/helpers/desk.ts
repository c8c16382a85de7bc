import { onTestFinished } from 'vitest';
import type { StreamLine, RunResult, ShownResult } from '../../src/desk/wire.js';
import { PvgError } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import { openServer } from '../../src/system/serve.js';
import { testContext, type TestContext, type TestContextOptions } from './context.js';
import { ask, until } from './listener.js';
import { words } from './pvg.js';

/** `pvg desk` over a real socket, in this process, as its page asks it. */
export interface RunningDesk {
  readonly url: string;
  /** The code of the printed address. */
  readonly code: string;
  readonly context: TestContext;
  readonly ended: Promise<number>;
  stop(): Promise<number>;
}

interface DeskOptions extends TestContextOptions {
  /** Without it no browser is asked. */
  readonly openBrowser?: (address: string) => Promise<boolean>;
}

export async function startDesk(
  line = '',
  { openBrowser, ...options }: DeskOptions = {},
): Promise<RunningDesk> {
  const end = new AbortController();
  const base = testContext({ serve: openServer, interrupt: end.signal, ...options });
  const context = openBrowser === undefined ? base : Object.assign(base, { openBrowser });
  const browser = openBrowser === undefined ? '--no-open' : '';
  const ended = runProgram(context, words(`desk ${browser} ${line}`));
  const [url = '', code = ''] = await until(async () => {
    const early = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))]);
    if (typeof early === 'number') throw new TypeError(`it ended: ${context.stderr.text()}`);
    const found = /(http:\/\/127\.0\.0\.1:\d+)\/#([\w-]+)\n/.exec(context.stderr.text());
    return found === null ? undefined : [found[1] ?? '', found[2] ?? ''];
  });
  const stop = (): Promise<number> => {
    end.abort(new PvgError('interrupted', 'Interrupted.'));
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  return { url, code, context, ended, stop };
}

/** Headers of a request that the page itself sends. */
export function pageHeaders(url: string, more: Readonly<Record<string, string>> = {}) {
  return { origin: url, 'content-type': 'application/json', ...more };
}

export async function keyOf({ url, code }: Pick<RunningDesk, 'url' | 'code'>): Promise<string> {
  const headers = pageHeaders(url, { 'x-pvg-code': code });
  const { text } = await ask(`${url}/key`, { headers, body: '{}' });
  return (JSON.parse(text) as { readonly key: string }).key;
}

interface RunEnd {
  readonly status: number;
  readonly notes: readonly string[];
  readonly result: RunResult;
  readonly shown: ShownResult;
  readonly replyId: string;
}

/** Runs a tool as the page does. */
export async function runTool(
  { url }: Pick<RunningDesk, 'url'>,
  key: string,
  request: object,
): Promise<RunEnd> {
  const headers = pageHeaders(url, { 'x-pvg-key': key });
  const { status, text } = await ask(`${url}/run`, { headers, body: JSON.stringify(request) });
  if (status !== 200) throw new Error(`${String(status)}: ${text}`);
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as StreamLine);
  const end = lines.find((line) => line.kind === 'end');
  if (end === undefined) throw new TypeError('the run has no end');
  const notes = lines.flatMap((line) => (line.kind === 'note' ? [line.text] : []));
  return { status, notes, result: end.result, shown: end.shown, replyId: end.reply_id };
}
