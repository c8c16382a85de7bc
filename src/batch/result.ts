import type { Secrets } from '../context.js';
import type { JudgedError, Verdict } from '../contract/judgement.js';
import type { ExitStatus } from '../failure.js';
import { parseJson } from '../json/parse.js';
import { printJson, type Printable } from '../json/print.js';
import { createSecrets } from '../output/secrets.js';
import { headerValue, type WireRequest } from '../wire.js';
import type { Done } from './look-ups.js';

/** One row of the output, its parts as JSON texts with nothing in them that must not be shown. */
export interface Result {
  readonly row: number;
  readonly place: number;
  readonly input: string;
  readonly ok: boolean;
  readonly exit: ExitStatus;
  /** What the row counts as in the closing table: a verdict's id or an error's code. */
  readonly counts: string;
  readonly verdict: string;
  readonly answer: string;
  readonly error: string;
}

/** It could not be read, or got no answer of the contract after all attempts. */
export const hasFailed = (exit: number): boolean => exit === 2 || (exit >= 8 && exit <= 12);

/** Refused by the service for good: an answer, but of no purchase. */
export const refusedExit = 5;

const unreadableExit = 2;

export function resultOf({ row, place, judgement, requests }: Done, secrets: Secrets): Result {
  const { verdict = null, error = row.problem ?? null, ok = false, exit = unreadableExit } = judgement ?? {};
  return {
    row: row.number,
    place,
    input: cleaned(row.input, secrets),
    ok,
    exit,
    counts: verdict?.id ?? error?.code ?? 'unknown',
    verdict: verdict === null ? 'null' : verdictText(verdict, secrets),
    answer: withoutSignatures(printJson(judgement?.answer, secrets), requests),
    error: error === null ? 'null' : errorText(error, secrets),
  };
}

const verdictText = ({ id, says, next }: Verdict, secrets: Secrets): string =>
  named(id, { id, says, next }, secrets);

const errorText = ({ code, says, hint, section }: JudgedError, secrets: Secrets): string =>
  named(code, { code, says, hint, section }, secrets);

/** JSON text, its strings redacted: what stands in the output, and what a row is known again by. */
export const cleaned = (text: string, { redact }: Secrets): string =>
  redact(text) === text ? text : printJson(parseJson(text), { redact });

/** A name of pvg's own stays whatever the secrets are: scripts branch on it. */
const named = (name: string, members: Printable, { redact }: Secrets): string =>
  printJson(members, { redact: (part) => (part === name ? part : redact(part)) });

/** A signature of this row is good for as long as its window lasts, and a service may repeat it. */
function withoutSignatures(text: string, requests: readonly WireRequest[]): string {
  if (!signatureLike.test(text)) return text;
  const signatures = createSecrets();
  for (const { headers } of requests) {
    const signature = headerValue(headers, 'X-Signature');
    if (signature !== undefined) signatures.add(signature);
  }
  return printJson(parseJson(text), signatures);
}

/** Letters, digits and the marks of base64, as many as a signature has at least, however it is encoded. */
const signatureLike = /[\w+/=-]{64}/;

export const ndjsonLine = ({ row, input, ok, exit, verdict, answer, error }: Result): string =>
  `{"row":${String(row)},"input":${input},"ok":${String(ok)},"exit":${String(exit)},"verdict":${verdict},"answer":${answer},"error":${error}}\n`;
