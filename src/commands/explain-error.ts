import type { Command } from 'commander';
import type { Context } from '../context.js';
import { explain, explainAnswer, explainFailure } from '../desk/explain/explain.js';
import { explained } from '../desk/explain/view.js';
import { offWords } from '../desk/journal/places.js';
import { isReply, type JournalEntry, type Kept } from '../desk/journal/entry.js';
import { requireNewest } from '../desk/journal/journal.js';
import { PvgError } from '../failure.js';
import { InputReader, textIn } from '../input/bytes.js';
import { examples, globalOptions, type GlobalOptions } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { objectIn } from '../text/json/parse.js';

export function register(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg explain-error DUPLICATE_TRANSACTION',
    'pvg explain-error 409',
    'pvg explain-error --last',
    `echo '{"success":false,"error":"PRODUCT_MISMATCH","message":"…"}' | pvg explain-error -`,
  ]);
  command
    .argument(
      '[code|status|-]',
      'a code, a state, a verdict or an HTTP status; @file or - for an answer as JSON',
    )
    .option('--last', 'the last failure in the journal (the same as without an argument)')
    .addHelpText(
      'after',
      '\nWithout an argument it explains the last failure in the journal, with its profile, clock and ticket.\n' +
        'With --profile: the last failure of that profile. It sends nothing.',
    )
    .action(async (input: string | undefined, { last = false }: { readonly last?: boolean }) => {
      if (last && input !== undefined)
        throw new PvgError('usage', '--last and a code cannot be used together.', {
          hint: 'Use one of them.',
          nextCommand: 'pvg explain-error --last',
        });
      await finish(
        input === undefined ? explainLast(context, globalOptions(command)) : explainGiven(context, input),
      );
    });
}

async function explainGiven(context: Context, given: string): Promise<Finished> {
  const isFile = given === '-' || given.startsWith('@');
  if (!isFile && !given.trim().startsWith('{')) return explained(explain(given));
  const { bytes } = await new InputReader(context).read('explain-error', given);
  // More than any answer of the service has.
  const text = bytes.length > 2 ** 20 ? '' : textIn('explain-error', bytes).replace(/^\ufeff/, '');
  const object = objectIn(text);
  if (object !== undefined) return explained(explainAnswer(object));
  // Its text is not repeated.
  throw new PvgError('input-unreadable', 'The answer is not a JSON object of at most 1 MB.', {
    hint: 'Give the JSON body of one answer alone, from `{` to `}`. A code or a status needs no file.',
    nextCommand: 'pvg explain-error 409',
  });
}

/**
 * Before a line is parsed. In a text of a line the quotes have backslashes, so that this is the member itself. The answer of
 * a verify is read in any case: without it the line before it looks like a verify that was never answered.
 */
const mayHaveFailed = (line: string): boolean =>
  !line.includes('"exit":0,') || line.includes('"command":"verify"');

const isFailure = (kept: Kept): kept is JournalEntry =>
  !isReply(kept) && kept.command !== 'batch' && kept.exit !== 0;

async function explainLast(context: Context, globals: GlobalOptions): Promise<Finished> {
  const { profile } = globals;
  const { lines } = await requireNewest(context, globals, {
    onlyOwn: true,
    mayMatter: mayHaveFailed,
    isWanted: ({ kept }) => isFailure(kept) && (profile === undefined || kept.profile === profile),
    most: 1,
  });
  const failure = lines.find(isFailure);
  if (failure !== undefined) return explained(explainFailure(failure), failure);
  const of = profile === undefined ? '' : ' of this profile';
  // Then nothing is wrong, so this is not an error.
  return plainFinished('explain-error', {
    answer: null,
    view: {
      headline: `The journal has no failure${of}${offWords(context)}.`,
      notes: ['Use a code, an HTTP status, or - for an answer on standard input.'],
      nextCommand: 'pvg explain-error DUPLICATE_TRANSACTION',
    },
  });
}
