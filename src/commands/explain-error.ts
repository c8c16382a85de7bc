import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { Fact } from '../contract/judgement.js';
import { explain, type Explanation, type Meaning } from '../explain/explain.js';
import { PvgError } from '../failure.js';
import { neverReceivedReason } from '../gateway/verdict.js';
import { InputReader } from '../input/bytes.js';
import { plainFinished, type Finish, type Finished, type View } from '../output/finished.js';
import { examples } from '../input/examples.js';
import { shellLine } from '../output/shell.js';

export function registerExplainError(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg explain-error DUPLICATE_TRANSACTION',
    'pvg explain-error 409',
    `echo '{"success":false,"error":"PRODUCT_MISMATCH","message":"…"}' | pvg explain-error -`,
  ]);
  command
    .argument(
      '[code|status|-]',
      'a code in any case, an HTTP status, or - for a whole answer on standard input',
    )
    .action(async (input: string | undefined) => finish(await runExplainError(context, input)));
}

export async function runExplainError(context: Context, argument: string | undefined): Promise<Finished> {
  if (argument === undefined || argument === '') {
    throw new PvgError(
      'usage',
      'Which code? Name one, an HTTP status, or - for an answer on standard input.',
      {
        hint: 'Example: `pvg explain-error DUPLICATE_TRANSACTION`.',
      },
    );
  }
  const { bytes, from } = await new InputReader(context).read('explain-error', argument);
  if (bytes.every((byte) => byte <= 0x20)) {
    throw new PvgError(
      'input-unreadable',
      `${from === 'stdin' ? 'Standard input' : 'What was given'} is empty.`,
      {
        hint: 'Give the whole answer: its JSON body, or status line, headers and body.',
      },
    );
  }
  const explanation = explain(Buffer.from(bytes).toString('utf8'));
  const [only, ...others] = explanation.meanings;
  return plainFinished('explain-error', {
    exit: explanation.listed ? 0 : 2,
    interface: others.length === 0 ? (only?.interface ?? null) : null,
    verdict: explanation.judgement?.verdict ?? null,
    advice: explanation.judgement?.advice ?? (others.length === 0 && only ? only.entry.advice : 'none'),
    anomalies: explanation.judgement?.anomalies ?? [],
    answer: {
      asked: explanation.asked,
      status: explanation.status,
      meanings: explanation.meanings.map(meaningJson),
      near: explanation.near,
      note: explanation.note,
    },
    error: explanation.listed
      ? null
      : {
          code: 'code-not-listed',
          says: 'The contract does not list this.',
          hint:
            nearHint(explanation) ??
            'The codes of both interfaces: `pvg explain-error 400`, `401`, `409`, `422`, …',
          section: '§7',
        },
    view: viewOf(explanation),
  });
}

const meaningJson = ({ interface: name, code, entry }: Meaning) => ({ interface: name, code, ...entry });

const nearHint = ({ near }: Explanation): string | undefined =>
  near.length > 0 ? `Did you mean ${near.map((code) => `\`${code}\``).join(' or ')}?` : undefined;

function viewOf(explanation: Explanation): View {
  const { meanings, note, judgement, asked, listed } = explanation;
  const [only, ...others] = meanings;
  const said = [
    ...(note === null ? [] : [note]),
    ...(judgement?.anomalies ?? []).map(({ field, says }) => `Odd: ${field}: ${says}`),
  ];
  if (!listed) {
    return {
      headline: `The contract does not list ${asked === 'a code that the contract does not list' ? 'this code' : asked}.`,
      mood: 'bad',
      notes: [...said, ...[nearHint(explanation)].filter((hint) => hint !== undefined)],
      nextCommand: shellLine(
        explanation.near[0] === undefined
          ? elsewhere(explanation)
          : ['pvg', 'explain-error', explanation.near[0]],
      ),
    };
  }
  if (only === undefined) {
    return {
      headline: judgement?.verdict?.says ?? `${asked[0]?.toUpperCase() ?? ''}${asked.slice(1)}.`,
      mood: 'plain',
      facts: judgement?.facts ?? [],
      notes: [...said, ...(judgement?.verdict ? [judgement.verdict.next] : [])],
      nextCommand: shellLine(elsewhere(explanation)),
    };
  }
  if (others.length === 0) {
    return {
      headline: `${only.code}: ${only.entry.title}`,
      mood: 'plain',
      facts: factsOf(only),
      notes: said,
      nextCommand: shellLine(nextOf(only)),
    };
  }
  return {
    headline: `${asked} has ${String(meanings.length)} meanings in the contract:`,
    mood: 'plain',
    facts: meanings.map(({ code, interface: name, entry }) => ({
      label: `${code} (${name})`,
      value: `${entry.means} ${retryWords[entry.retry]} ${entry.section}`,
    })),
    notes: said,
    nextCommand: shellLine(['pvg', 'explain-error', only.code]),
  };
}

const retryWords = {
  never: 'Do not retry.',
  'after-fixing': 'Retry only after fixing the request.',
  'with-back-off': 'Retry with back-off.',
  later: 'Retry later.',
} as const;

const grantWords = {
  no: 'No: do not grant.',
  'not-again': 'Not again: check what was granted.',
  'does-not-apply': 'Nothing to grant here.',
} as const;

const factsOf = ({ interface: name, entry }: Meaning): Fact[] => [
  { label: 'Where', value: `${name}, HTTP ${String(entry.status)} (${entry.section})` },
  { label: 'Means', value: entry.means },
  ...(entry.causes ?? []).map((cause, at) => ({ label: `Cause ${String(at + 1)}`, value: cause })),
  { label: 'Who acts', value: entry.who },
  { label: 'What to do', value: entry.fix },
  { label: 'Retry', value: retryWords[entry.retry] },
  { label: 'Grant', value: grantWords[entry.grant] },
];

/** What sheds more light on a listed failure; always a command that runs as it is printed. */
function nextOf({ interface: name, entry }: Meaning): string[] {
  if (entry.status === 401) return ['pvg', 'sign', name, '--help'];
  if (entry.advice === 'do-not-grant' || entry.advice === 'already-verified')
    return ['pvg', 'lookup', '--help'];
  if (entry.status === 400) return ['pvg', name === 'session' ? 'session' : 'verify', '--help'];
  if (entry.status === 429) return ['pvg', 'help', 'not-shown'];
  return entry.status >= 500 ? ['pvg', 'doctor'] : ['pvg', 'help', 'environment'];
}

/** What to read where no listed failure is meant. */
function elsewhere({ status, listed, judgement, asked }: Explanation): string[] {
  if (status === null)
    return listed && asked === neverReceivedReason
      ? ['pvg', 'lookup', '--help']
      : ['pvg', 'help', 'exit-status'];
  if (judgement?.exit === 6) return ['pvg', 'lookup', '--help'];
  return status >= 300 ? ['pvg', 'doctor'] : ['pvg', 'help', 'output'];
}
