import type { Command } from 'commander';
import type { Context } from '../context.js';
import { explain, explainObject, type Explanation } from '../desk/explain/explain.js';
import { explainFailure } from '../desk/explain/last-failure.js';
import { askedWords, meaningJson, notListed, notListedHint, onlyOne, viewOf } from '../desk/explain/view.js';
import { endedBadly } from '../desk/journal/calls.js';
import { requireJournal } from '../desk/journal/journal.js';
import { PvgError } from '../failure.js';
import { InputReader, textIn } from '../input/bytes.js';
import { examples, globalOptions, type GlobalOptions } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { JsonObject, JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { anomalyTold } from '../view/anomaly-words.js';
import { journalSetting } from '../profiles/project-file.js';

export function registerExplainError(command: Command, context: Context, finish: Finish): void {
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
      '\nWithout an argument it explains the last failure in the journal, with its profile, clock, case and the other calls\n' +
        'about the same purchase. With --profile: the last failure of that profile. It sends nothing.',
    )
    .action(async (input: string | undefined, { last }: { readonly last?: boolean }) =>
      finish(await runExplainError(context, globalOptions(command), input, last === true)),
    );
}

async function runExplainError(
  context: Context,
  globals: GlobalOptions,
  argument: string | undefined,
  last: boolean,
): Promise<Finished> {
  if (last && argument !== undefined) {
    throw new PvgError('usage', '--last and a code cannot be used together.', {
      hint: 'Use one of them.',
    });
  }
  if (argument === undefined) return explainLast(context, globals);
  const explanation = await explainGiven(context, argument);
  const { meanings, judgement, listed } = explanation;
  const only = onlyOne(meanings);
  return plainFinished('explain-error', {
    exit: listed ? 0 : 2,
    interface: only?.interface ?? null,
    verdict: judgement?.verdict ?? null,
    advice: judgement?.advice ?? only?.entry.advice ?? 'none',
    anomalies: (judgement?.anomalies ?? []).map(anomalyTold),
    answer: {
      asked: askedWords(explanation),
      status: explanation.status,
      meanings: meanings.map(meaningJson),
      near: explanation.near,
      note: explanation.note,
    },
    error: listed ? null : notListed('The contract does not list this.', notListedHint(explanation)),
    view: viewOf(explanation),
  });
}

/** Far more than any answer of the service. */
const mostMb = 1;

async function explainGiven(context: Context, argument: string): Promise<Explanation> {
  if (argument === '') {
    throw new PvgError('usage', 'The code is empty.', {
      hint: 'Use a code, an HTTP status, or - for an answer on standard input: `pvg explain-error DUPLICATE_TRANSACTION`.',
    });
  }
  if (argument.trim().startsWith('{')) return explainAnswer(argument);
  if (argument !== '-' && !argument.startsWith('@')) return explain(argument);
  const bytes = await new InputReader(context).readAtMost('explain-error', argument, mostMb);
  return explainAnswer(textIn('explain-error', bytes));
}

/** @throws {PvgError} `input-unreadable` for what is not a JSON object: its text is not repeated */
function explainAnswer(text: string): Explanation {
  const json = tryJson(text.replace(/^\ufeff/, ''));
  if (json instanceof JsonObject) return explainObject(json);
  const trouble = json instanceof JsonSyntaxError ? `is not JSON (${json.message})` : 'is not a JSON object';
  throw new PvgError('input-unreadable', `The answer ${trouble}.`, {
    hint: 'Give the JSON body of one answer alone, from `{` to `}`. A code or a status needs no file: `pvg explain-error 409`.',
  });
}

async function explainLast(context: Context, globals: GlobalOptions): Promise<Finished> {
  const { calls, own } = await requireJournal(context, globals);
  const failure = own.findLast(
    (call) =>
      call.command !== 'batch' &&
      endedBadly(call) &&
      (globals.profile === undefined || call.profile === globals.profile),
  );
  if (failure === undefined) return nothingFailed(context, globals, own.length);
  return explainFailure(failure, calls);
}

/** Then nothing is wrong, so this is not an error. */
async function nothingFailed(context: Context, { profile }: GlobalOptions, calls: number): Promise<Finished> {
  const { off: reason, trouble } = await journalSetting(context);
  const off = reason === undefined ? '' : ` and off${trouble ? '' : ` (${reason})`}`;
  const says =
    calls === 0
      ? `The journal is empty${off}, so there is no failure to explain.`
      : `The journal has no failure${profile === undefined ? '' : ' of this profile'}.`;
  return plainFinished('explain-error', {
    answer: null,
    view: {
      headline: says,
      mood: 'plain',
      notes: ['Use a code, an HTTP status, or - for an answer on standard input.'],
      nextCommand: 'pvg explain-error DUPLICATE_TRANSACTION',
    },
  });
}
