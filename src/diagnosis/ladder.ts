import type { InterfaceRecord } from '../contract/interfaces.js';
import type { Credential } from '../contract/credential.js';
import { sha256Hex } from '../signing/digest.js';
import { isComplete, messageOf, sign, signs, type MessagePart } from '../signing/scheme.js';
import { difference, type Difference } from './difference.js';
import type { ObservedRequest, ReadHeaders } from './observed-request.js';

/** What the sender's program had in hand at one step, as its developer gives it. */
export interface SenderValues {
  readonly bodyHash?: string | undefined;
  readonly message?: Uint8Array | undefined;
}

/** The right values of one request, step by step (§5): a developer compares them with those of the sender's program. */
export interface Ladder {
  readonly steps: readonly LadderStep[];
  /** The message with a mark after each of its parts; null if the body itself is the message. */
  readonly parts: readonly (readonly [part: MessagePart, value: string])[] | null;
}

export interface LadderStep {
  readonly step: 'body_hash' | 'message' | 'signature';
  readonly expected: string;
  /** Whether the sender's value is the expected one; null if it is not known. */
  readonly same: boolean | null;
  /** Between the expected value (`sent`) and the sender's (`signed`). */
  readonly difference: Difference | null;
}

export const messageBytes = ({ steps }: Ladder, { body }: ObservedRequest): Uint8Array => {
  const message = steps.find(({ step }) => step === 'message')?.expected;
  return message === undefined ? body : Buffer.from(message);
};

/** Whether X-Signature is right for the values that were found, under whichever names. */
export const isSigned = ({ steps }: Ladder): boolean => steps.at(-1)?.same === true;

export const partWords: Readonly<Record<MessagePart, string>> = {
  clientId: 'client id',
  timestamp: 'timestamp',
  bodyHash: 'body hash',
  body: 'body',
};

/** undefined if a header that the message needs, or the secret, is missing. */
export function ladderOf(
  { body }: ObservedRequest,
  scheme: InterfaceRecord,
  { headers, credential }: { readonly headers: ReadHeaders; readonly credential: Credential },
  sender: SenderValues = {},
): Ladder | undefined {
  const secret = credential[scheme.secret.member];
  const clientId = headers.clientId.value ?? credential.clientId;
  const timestamp = headers.timestamp.value;
  const values = { clientId, timestamp, body };
  if (secret === undefined || !isComplete(scheme, values)) return undefined;
  const message = Buffer.from(messageOf(scheme, values));
  const hash = sha256Hex(body);
  const hasHash = signs(scheme, 'bodyHash');
  const signature = sign(scheme, secret, values);
  const observed = headers.signature.value;
  return {
    steps: [
      ...(hasHash ? [compared('body_hash', Buffer.from(hash), textBytes(sender.bodyHash?.trim()))] : []),
      ...(signs(scheme, 'body') ? [] : [compared('message', message, sender.message)]),
      { ...compared('signature', Buffer.from(signature), textBytes(observed)), difference: null },
    ],
    parts: signs(scheme, 'body')
      ? null
      : scheme.message.map((part) => [part, part === 'bodyHash' ? hash : String(values[part])] as const),
  };
}

const textBytes = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : Buffer.from(text);

const compared = (
  step: LadderStep['step'],
  expected: Buffer,
  sender: Uint8Array | undefined,
): LadderStep => ({
  step,
  expected: expected.toString(),
  same: sender === undefined ? null : expected.equals(sender),
  difference: sender === undefined ? null : difference(expected, sender),
});
