import { runProgram } from '../../src/program.js';
import { exitWith } from '../../src/system/process.js';
import { openOutputStream } from '../../src/system/output-streams.js';
import { serviceEnv, testContext } from './context.js';

/** The program as a process in which network, servers, other programs and timers never answer. */

const never = (): Promise<never> => new Promise(() => undefined);
/** As in an event of a socket: no promise waits for it. */
const throwLater = (): Promise<never> => {
  setImmediate(() => {
    throw new TypeError('something about token-1');
  });
  return never();
};
const context = testContext({
  env: serviceEnv('https://service.example'),
  stdin: 'receipt,product_id,package\ntoken-1,gems,com.example\n',
  send: process.env['THROWS'] === undefined ? never : throwLater,
  execute: never,
  serve: never,
});
void exitWith((lost) =>
  runProgram(
    {
      ...context,
      // This program is a file of its own, with nothing beside it.
      shipped: () => Promise.resolve(''),
      clock: { ...context.clock, sleep: never },
      stdout: openOutputStream({ descriptor: 1 }),
      stderr: openOutputStream({ descriptor: 2 }),
    },
    process.argv.slice(2),
    { lost },
  ),
);
