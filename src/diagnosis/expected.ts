import { records, type InterfaceRecord } from '../contract/interfaces.js';
import { sha256Hex } from '../signing/digest.js';
import { isComplete, messageOf, sign, signs, type MessagePart } from '../signing/scheme.js';
import type { HeaderValues, Observed, Owned } from './steps.js';

/** What the sender's program had in hand at one step, as its developer gives it. */
export interface SenderValues {
  readonly bodyHash?: string | undefined;
  /** The message, its bytes in hex, or a line of a log with it. */
  readonly message?: Uint8Array | undefined;
}

/** The right values of one request, step by step (§5): a developer compares them with those of the sender's program. */
export interface Expected {
  readonly steps: readonly ExpectedStep[];
  /** The parts of the message; null if the body itself is the message. */
  readonly parts: readonly (readonly [part: MessagePart, value: string])[] | null;
}

export interface ExpectedStep {
  readonly step: 'body_hash' | 'message' | 'signature';
  readonly expected: string;
  /** Whether the sender's value is the expected one; null if it is not known. */
  readonly same: boolean | null;
}

export const partWords: Readonly<Record<MessagePart, string>> = {
  clientId: 'client id',
  timestamp: 'timestamp',
  bodyHash: 'body hash',
  body: 'body',
};

/** undefined if a header that the message needs is missing. */
export function expectedOf(
  { interface: of, body }: Observed,
  { own }: Owned,
  headers: HeaderValues,
  sender: SenderValues = {},
): Expected | undefined {
  const scheme: InterfaceRecord = records[of];
  const values = { clientId: headers.clientId ?? own.clientId, timestamp: headers.timestamp, body };
  if (!isComplete(scheme, values)) return undefined;
  const message = messageOf(scheme, values);
  const hash = sha256Hex(body);
  const given = sender.message === undefined ? undefined : Buffer.from(sender.message).toString('utf8');
  const step = (name: ExpectedStep['step'], expected: string, value: string | undefined): ExpectedStep => ({
    step: name,
    expected,
    same: value === undefined ? null : value === expected,
  });
  return {
    steps: [
      ...(signs(scheme, 'bodyHash') ? [step('body_hash', hash, sender.bodyHash?.trim())] : []),
      ...(typeof message === 'string' ? [step('message', message, given)] : []),
      step('signature', sign(scheme, own.secret, values), headers.signature),
    ],
    parts: signs(scheme, 'body')
      ? null
      : scheme.message.map((part) => [part, part === 'bodyHash' ? hash : String(values[part])]),
  };
}
