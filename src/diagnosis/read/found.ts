import type { Interface } from '../../contract/interfaces.js';
import { PvgError } from '../../failure.js';
import type { JsonObject } from '../../text/json/json.js';
import type { ObservedRequest } from '../observed-request.js';
import type { LooseParts } from './loose-parts.js';
import { interfaceOfRequest } from './which-interface.js';

/** An observed request whose interface may be unknown: the user then has to name it. */
export interface InputRequest extends Omit<ObservedRequest, 'interface'> {
  readonly interface?: Interface | undefined;
  /** The body is a file that curl sends: `whole` with `--data-binary @file`, or with `-d @file` `stripped` of line breaks. */
  readonly sendsFile?: 'whole' | 'stripped' | undefined;
  /** The service’s answer, if the input has it. */
  readonly answer?: InputAnswer | undefined;
  /** The file of several that has this request. */
  readonly file?: string | undefined;
  /** A sentence about something unusual in the input, shown before the diagnosis. */
  readonly note?: string | undefined;
}

export interface InputAnswer {
  readonly status: number;
  /** Unix seconds of its `Date`: the service’s clock. */
  readonly atS: number | undefined;
  /** The body of the answer; undefined if it is not a JSON object. */
  readonly object: JsonObject | undefined;
}

/** One request of the input, or the reason why it cannot be read. */
export type InputEntry = {
  /** Its place among the entries or lines of its file, from 1. It is in the label, if there are several. */
  readonly number?: number | undefined;
} & (
  | { readonly ok: true; readonly request: InputRequest }
  | {
      readonly ok: false;
      readonly label: string;
      readonly says: string;
      /** If other requests of the input can be read, this one is only named, and is no failure (`readHar` sets it). */
      readonly isLeftOut?: true;
      /** If only the body cannot be read: the request with an empty body, in which `--body` may put the real one. */
      readonly withoutBody?: InputRequest;
    }
);

/** A request as a reader (HTTP, curl, HAR, envelope) found it, before it has a label. */
export interface FoundRequest extends Omit<InputRequest, 'label' | 'body' | 'receivedAt'> {
  /** Its bytes, or why they cannot be read. */
  readonly body: Uint8Array | PvgError;
  readonly receivedAt?: number | undefined;
}

export type Headers = readonly (readonly [name: string, value: string])[];

/** The error of an input that cannot be read. `says` must not quote the input: it may contain a receipt or a secret. */
export function unreadableInputError(says: string, cause?: unknown): PvgError {
  const hint =
    'pvg diagnose reads a raw HTTP request, a curl command, a HAR file, or JSON: `{"headers": {…}, "body": "…"}`, alone, in an array, or one on each line. Text around it: put the request in a fenced block, or `> ` before each of its lines.';
  return new PvgError('input-unreadable', says, cause === undefined ? { hint } : { hint, cause });
}

/** A command that catches a request, and needs no setup. */
const catchOne = 'pvg listen --profile local';

/** The error of a file without any request. In a folder that is no failure: the file may be the body of a request. */
export class NoRequest extends PvgError {
  /** @param parts those of a request, if the text has them in no form that pvg reads: options can give them */
  constructor(
    says: string,
    readonly parts?: LooseParts,
  ) {
    const { message, details } = unreadableInputError(says);
    if (parts !== undefined) {
      super('input-unreadable', message, {
        hint: 'Save the body exactly as it was sent, and give the other parts as options.',
      });
      return;
    }
    super('input-unreadable', message, {
      ...details,
      hintAtTerminal: `If you have no request at hand, catch one from your server: \`${catchOne}\`.`,
      nextCommand: catchOne,
    });
  }
}

/** The error of a request whose body alone cannot be read: `--body` gives it. */
export class BodyNotRead extends PvgError {
  constructor(says: string) {
    super('input-unreadable', says, {
      hint: 'Save the body exactly as it was sent, and add `--body @<file>`. `curl -v` prints no body: it is the text of `-d`.',
    });
  }
}

/** Returns the error of a request that cannot be read, instead of throwing it: the others of the input are still read. */
export function catchUnreadable<Value = FoundRequest>(read: () => Value): Value | PvgError {
  try {
    return read();
  } catch (error) {
    if (error instanceof PvgError) return error;
    throw error;
  }
}

/** The place of a request in its file: its number, from 1, and how it is named, which is empty for a single request. */
interface EntryPlace {
  readonly label: string;
  readonly number: number;
}

/** Adds the place, and the interface if the request shows it. */
export function labelEntry(
  found: FoundRequest | PvgError,
  { label, number }: EntryPlace,
): InputEntry {
  if (found instanceof PvgError) return { ok: false, label, number, says: found.message };
  // Without a time of arrival the time of the service's answer is about the same.
  const { receivedAt = found.answer?.atS, body, ...parts } = found;
  const request = { ...parts, label, receivedAt };
  if (body instanceof PvgError) {
    return {
      ok: false,
      label,
      number,
      says: body.message,
      withoutBody: { ...request, body: new Uint8Array() },
    };
  }
  return { ok: true, number, request: withBody(request, body) };
}

export function withBody(request: Omit<InputRequest, 'body'>, body: Uint8Array): InputRequest {
  return {
    ...request,
    body,
    interface: request.interface ?? interfaceOfRequest({ ...request, body }),
  };
}

/** The bytes of a text with one character per byte. An error is returned as it is. */
export function bytesOfLatin1(latin1: string | PvgError): Uint8Array | PvgError {
  return typeof latin1 === 'string' ? Buffer.from(latin1, 'latin1') : latin1;
}

/** Labels each request with the noun and its number: `entry 1`. A single request gets no label. */
export function labelEntries(
  all: readonly (FoundRequest | PvgError)[],
  noun: string,
): InputEntry[] {
  return all.map((found, index) =>
    labelEntry(found, {
      label: all.length === 1 ? '' : `${noun} ${String(index + 1)}`,
      number: index + 1,
    }),
  );
}
