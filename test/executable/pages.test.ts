import { describe, it } from 'vitest';
import { fixedUnixSeconds } from '../support/context.js';
import { commandPages, exampleHome, expectPrinted, typedIn } from '../support/examples.js';
import { startExecutable } from './desk.js';

/** They need another program, or are asked to end: parts.test.ts. */
const notHere = ['conform', 'emulate', 'listen'];

const doors = { nowMs: fixedUnixSeconds * 1000, account: { user: 'agent', host: 'desk-7' } };

describe('what the pages print, printed by the executable', () => {
  it.each(commandPages)('$page', async ({ page, examples }) => {
    const home = exampleHome();
    for (const example of examples) {
      const { typed, stdin } = typedIn(example.command);
      if (notHere.includes(typed[0] ?? '')) continue;
      const child = startExecutable(typed, { home, stdin, doors });
      const status = Number(await child.ended);
      expectPrinted(page, example, { status, out: child.out(), err: child.err() });
    }
  });
});
