import { fixedUnixSeconds } from '../support/context.js';
import { exampleHome, expectPrinted, redirected, typedIn, type CommandPage } from '../support/examples.js';
import { startExecutable } from './desk.js';

/** They run until they are asked to end: parts.test.ts. */
const notHere = ['emulate', 'listen'];

const doors = { nowMs: fixedUnixSeconds * 1000, account: { user: 'agent', host: 'desk-7' } };

/** Types every example of a page, in one home. `program`: another one than the executable. */
export async function expectPage({ page, examples }: CommandPage, program?: string): Promise<void> {
  const home = exampleHome();
  for (const example of examples) {
    const { typed, stdin, into } = typedIn(example.command);
    if (notHere.includes(typed[0] ?? '')) continue;
    const child = startExecutable(typed, { ...(program !== undefined && { program }), home, stdin, doors });
    const status = Number(await child.ended);
    const ended = { status, out: child.out(), err: child.err() };
    expectPrinted(page, example, redirected(ended, home, into));
  }
}
