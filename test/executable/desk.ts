import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { WireFailure } from '../../src/contract/wire.js';
import { startChild, type Child } from '../support/child.js';
import { temporaryFolder } from '../support/context.js';
import { listen, shut } from '../support/hostile-server.js';
import { selfSigned } from '../support/self-signed.js';
import type { Desk, Typing } from '../support/transcript.js';

const executable = join(import.meta.dirname, '..', '..', 'build', 'executable', 'pvg');
const doorsFile = join(import.meta.dirname, 'doors.cjs');
const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
) as { version: string };

/** The stories have the version of the tests, which is longer; in a table blanks follow. */
const testVersion = '0.0.0-test';
const longer = testVersion.length - version.length;
const ownVersion = new RegExp(`${version.replaceAll('.', '[.]')}( {${String(longer)}}(?= *│))?`, 'g');

/** Where nothing listens. */
const closedPort = 1;

/** A service over TLS, and a way to type at the executable. */
export async function openDesk(): Promise<{ type: Typing; close: () => Promise<void> }> {
  let desk: Desk | undefined;
  const sockets = new Set<Socket>();
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
  };
  const server = createServer(selfSigned, (request, response) => {
    void (desk && answer(desk, request, response, reset));
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  const { port } = new URL(await listen(server));
  return { type: (line, at) => typed(line, (desk = at), Number(port)), close: () => shut(server) };
}

async function answer(
  { send }: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  reset: () => void,
): Promise<void> {
  const { url = '', headers } = request;
  const wire = {
    method: 'POST' as const,
    url: `https://${headers.host ?? ''}${url}`,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as const),
    body: await buffer(request),
  };
  try {
    const { status, headers: given, body } = await send(wire, { timeoutMs: 60_000 });
    response.sendDate = false;
    response.writeHead(status, given.flat()).end(body);
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    reset();
  }
}

async function typed(line: readonly string[], desk: Desk, port: number) {
  const { root, home, account, nowMs, columns, env, isReachable } = desk;
  const screen = join(temporaryFolder(), 'screen');
  const descriptor = openSync(screen, 'a');
  const team = env['PVG_JOURNAL_DIR'];
  const asked = desk.typed.map((each) => `${each}\n`).join('');
  const child = startExecutable(line, {
    home,
    env: {
      COLUMNS: String(columns),
      ...env,
      // All of them see it under the same path.
      ...(team !== undefined && { PVG_JOURNAL_DIR: relative(home, join(root, team)) }),
    },
    doors: { nowMs, account, port: isReachable ? port : closedPort, terminal: true },
    stdin: asked || desk.pasted,
    output: descriptor,
  });
  const status = await child.ended;
  closeSync(descriptor);
  const text = readFileSync(screen, 'utf8').replaceAll(`${root}/`, '').replaceAll(ownVersion, testVersion);
  // A story does not show the question itself.
  return { status: Number(status), screen: asked === '' ? text : text.replace(/^.*\): /, '') };
}

interface Start {
  /** The executable, unless another program is to be started in the same way. */
  readonly program?: string;
  readonly home: string;
  readonly env?: Record<string, string>;
  readonly doors?: Partial<Pick<Desk, 'nowMs' | 'account'>> & { port?: number; terminal?: boolean };
  readonly stdin?: string;
  /** A descriptor for both streams. */
  readonly output?: number;
}

/** Starts the executable, with the folders of the tests. */
export function startExecutable(line: readonly string[], options: Start): Child {
  const { program = executable, home, env, doors, stdin = '', output = 'pipe' } = options;
  const child = startChild(program, line, {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TZ: 'UTC',
      PVG_CONFIG_DIR: join(home, 'config'),
      PVG_STATE_DIR: join(home, 'state'),
      ...env,
      ...(doors && {
        NODE_OPTIONS: `--require ${doorsFile}`,
        STORY_DOORS: JSON.stringify({ ...doors, certificate: selfSigned.cert }),
      }),
    },
    stdio: ['pipe', output, output],
  });
  child.process.stdin?.end(stdin);
  return child;
}
