import type { Command } from 'commander';
import type { Context } from '../context.js';
import { addExamples } from '../input/options.js';
import { commandResult, type FinishCommand } from '../output/command-result.js';
import { testVectors } from '../signing/vectors.js';
import { printJson } from '../text/json/print.js';

export function register(command: Command, _context: Context, finish: FinishCommand): void {
  const view = { data: `${printJson(testVectors, { indent: 2 })}\n` };
  addExamples(command, ['pvg vectors']).action(() =>
    finish(commandResult('vectors', { answer: testVectors, view })),
  );
}
