import { addExamples } from '../input/options.js';
import { commandResult } from '../output/command-result.js';
import { testVectors } from '../signing/vectors.js';
import { printJson } from '../text/json/json.js';
import type { Registration } from './registration.js';

export function register({ command, finish }: Registration): void {
  const view = { data: `${printJson(testVectors, { indent: 2 })}\n` };
  addExamples(command, ['pvg vectors', 'pvg vectors --query "answer.gateway[0]"']).action(() =>
    finish(commandResult('vectors', { answer: testVectors, view })),
  );
}
