import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import {
  hintWords,
  nextWords,
  type JudgedError,
  type Judgement,
  type Verdict,
} from '../contract/judgement.js';
import type { ExitStatus } from '../failure.js';
import type { Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { printJson } from '../json/print.js';
import { createSecrets } from '../redaction/secrets.js';
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

export class ResultPrinter {
  // By object: of those that every second row has there is one each.
  readonly #printed = new WeakMap<object, string>();

  constructor(private readonly secrets: Secrets) {}

  print({ row, place, judgement, body, requests }: Done): Result {
    if (judgement === undefined) {
      return {
        row: row.number,
        place,
        input: this.clean(row.input),
        ok: false,
        exit: unreadableExit,
        counts: row.problem?.code ?? 'input-unreadable',
        verdict: 'null',
        answer: 'null',
        error: this.#error(row.problem ?? null),
      };
    }
    const { verdict, error, exit } = judgement;
    const answered = judgement.answer === null || body === undefined ? 'null' : latin1(body);
    const plainAnswer = plain.test(answered) && !hasLongRun(answered);
    const both = row.input + (plainAnswer ? answered : '');
    const clean = this.secrets.redact(both) === both;
    return {
      row: row.number,
      place,
      input: clean ? row.input : this.clean(row.input),
      ok: exit === 0,
      exit,
      counts: verdict?.id ?? error?.code ?? 'unknown',
      verdict: this.#verdict(verdict),
      answer: clean && plainAnswer ? answered : this.#answer(judgement, requests),
      error: this.#error(error),
    };
  }

  #verdict(verdict: Verdict | null): string {
    if (verdict === null) return 'null';
    const known = this.#printed.get(verdict);
    if (known !== undefined) return known;
    const { id, says } = verdict;
    const text = this.#print({ id, says, next: nextWords(verdict) }, id);
    this.#printed.set(verdict, text);
    return text;
  }

  #error(error: JudgedError | null): string {
    if (error === null) return 'null';
    const known = this.#printed.get(error);
    if (known !== undefined) return known;
    const { code, says, section } = error;
    const text = this.#print({ code, says, hint: hintWords(error), section }, code);
    this.#printed.set(error, text);
    return text;
  }

  /** Printed anew without loss, where it is not one harmless line that can stand as the service wrote it. */
  #answer({ answer }: Judgement, requests: readonly WireRequest[]): string {
    return this.#withoutSignatures(this.#printJson(answer), requests);
  }

  /** A signature of this row is good for as long as its window lasts, and a service may repeat it. */
  #withoutSignatures(text: string, requests: readonly WireRequest[]): string {
    if (!hasLongRun(text)) return text;
    const signatures = createSecrets();
    for (const { headers } of requests) {
      const signature = headerValue(headers, 'X-Signature');
      if (signature !== undefined) signatures.add(signature);
    }
    return printJson(parseJson(text), { redact: (part) => signatures.redact(part) });
  }

  /** JSON text, its strings redacted: what stands in the output, and what a row is known again by. */
  clean(text: string): string {
    return this.secrets.redact(text) === text ? text : this.#printJson(parseJson(text));
  }

  #print(members: Readonly<Record<string, string | null>>, name: string): string {
    const text = printJson(members, {
      // A name of pvg's own stays whatever the secrets are: scripts branch on it.
      redact: (part) => (part === name ? part : this.secrets.redact(part)),
    });
    return ascii(text);
  }

  #printJson(value: Json): string {
    return printJson(value, { redact: (part) => this.secrets.redact(part) });
  }
}

/** The same JSON of one byte a character: one curly quote would make every line twice as large in memory. */
const ascii = (text: string): string =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** Without backslashes no escape hides anything in it. */
const plain = /^[ -[\]-~]*$/;

/** Letters, digits and the marks of base64: what a signature is written in, however it is encoded. */
const ofRun = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const runLength = 64;

/** Whether any form of a signature, of 64 characters at least, can be in the text. Looks at few characters of it. */
export function hasLongRun(text: string): boolean {
  for (let at = runLength - 1; at < text.length; at += runLength) {
    if (ofRun[text.charCodeAt(at)] !== 1) continue;
    let [start, end] = [at, at];
    while (start > 0 && end - start < runLength && ofRun[text.charCodeAt(start - 1)] === 1) start -= 1;
    while (end - start < runLength && ofRun[text.charCodeAt(end)] === 1) end += 1;
    if (end - start >= runLength) return true;
  }
  return false;
}

export const ndjsonLine = ({ row, input, ok, exit, verdict, answer, error }: Result): string =>
  `{"row":${String(row)},"input":${input},"ok":${String(ok)},"exit":${String(exit)},"verdict":${verdict},"answer":${answer},"error":${error}}\n`;
