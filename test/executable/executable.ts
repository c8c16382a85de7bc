import { join } from 'node:path';
import { startChild, type Child } from '../helpers/child.js';
import { fixedUnixSeconds } from '../helpers/context.js';
import {
  exampleHome,
  expectPrinted,
  redirected,
  typedIn,
  type CommandPage,
} from '../helpers/examples.js';

const executable = join(import.meta.dirname, '..', '..', 'build', 'executable', 'pvg');

interface Start {
  /** Another program, to be started in the same way. */
  readonly program?: string;
  readonly home: string;
  readonly env?: Record<string, string>;
  readonly stdin?: string;
}

/** Starts the executable, with the folders of the tests. */
export function startExecutable(line: readonly string[], options: Start): Child {
  const { program = executable, home, env, stdin = '' } = options;
  const child = startChild(program, line, {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TZ: 'UTC',
      PVG_CONFIG_DIR: join(home, 'config'),
      PVG_STATE_DIR: join(home, 'state'),
      ...env,
    },
  });
  child.process.stdin?.end(stdin);
  return child;
}

/** They run until they are asked to end: parts.test.ts. */
const notHere = ['desk', 'emulate', 'listen'];

const doors = { nowMs: fixedUnixSeconds * 1000, account: { user: 'agent', host: 'desk-7' } };
const env = {
  NODE_OPTIONS: `--require ${join(import.meta.dirname, 'doors.cjs')}`,
  PAGE_DOORS: JSON.stringify(doors),
};

/** Types every example of a page, in one home, at the moment and on the computer of the pages. */
export async function expectPage(
  { page, examples }: CommandPage,
  program = executable,
): Promise<void> {
  const home = exampleHome();
  for (const example of examples) {
    const { typed, stdin, into } = typedIn(example.command);
    if (notHere.includes(typed[0] ?? '')) continue;
    const child = startExecutable(typed, { program, home, env, stdin });
    const status = Number(await child.ended);
    const ended = { status, out: child.out(), err: child.err() };
    expectPrinted(page, example, redirected(ended, home, into));
  }
}
