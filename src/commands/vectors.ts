import type { Command } from 'commander';
import type { Context } from '../context.js';
import { printJson } from '../text/json/print.js';
import { plainFinished, type Finish } from '../output/finished.js';
import { examples } from '../input/options.js';
import { vectors } from '../signing/vectors.js';

export function registerVectors(command: Command, _context: Context, finish: Finish): void {
  examples(command, ['pvg vectors']);
  command.action(() =>
    finish(
      plainFinished('vectors', {
        answer: vectors,
        view: { headline: '', data: `${printJson(vectors, { indent: 2 })}\n` },
      }),
    ),
  );
}
