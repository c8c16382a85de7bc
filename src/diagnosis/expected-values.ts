import { type InterfaceRecord, interfaceRecords } from '../contract/interfaces.js';
import { sha256Hex } from '../signing/digest.js';
import { isComplete, signedMessage, sign, signs } from '../signing/scheme.js';
import { isSameMessage } from './search/sender-readings.js';
import type { HeaderValues, SearchedRequest, SenderSecrets } from './signing-steps.js';

/** Values that the developer printed in the sender's program, to compare them with the expected ones. */
export interface SenderValues {
  readonly bodyHash?: string | undefined;
  /** The message, its bytes in hex, or a line of a log with it. */
  readonly message?: Uint8Array | undefined;
}

/** The right value of each step, in the contract's order (§5). */
export type ExpectedSteps = readonly {
  readonly step: 'body_hash' | 'message' | 'signature';
  readonly expected: string;
  /** Whether the sender's value is the expected one; null if it is not known. */
  readonly same: boolean | null;
}[];
type ExpectedStep = ExpectedSteps[number];

/** The expected value of one step; undefined if the interface does not have this step. */
export function expectedValue(
  steps: ExpectedSteps,
  wanted: ExpectedStep['step'],
): string | undefined {
  return steps.find(({ step }) => step === wanted)?.expected;
}

interface ExpectedInput {
  readonly request: SearchedRequest;
  readonly secrets: SenderSecrets;
  readonly headers: HeaderValues;
  readonly sender: SenderValues;
}

/** The steps of the interface; undefined if a header that the message needs is missing. */
export function expectedSteps(input: ExpectedInput): ExpectedSteps | undefined {
  const { request, secrets, headers, sender } = input;
  const { body } = request;
  const { own } = secrets;
  const scheme: InterfaceRecord = interfaceRecords[request.interface];
  const values = { clientId: headers.clientId ?? own.clientId, timestamp: headers.timestamp, body };
  if (!isComplete(scheme, values)) return undefined;
  const steps: ExpectedStep[] = [];
  if (signs(scheme, 'bodyHash')) {
    steps.push(expectedStep('body_hash', sha256Hex(body), sender.bodyHash?.trim()));
  }
  const message = signedMessage(scheme, values);
  if (typeof message === 'string') {
    const same = sender.message && isSameMessage(sender.message, Buffer.from(message));
    steps.push({ step: 'message', expected: message, same: same ?? null });
  }
  const signature = sign(scheme, own.secret, values);
  return [...steps, expectedStep('signature', signature, headers.signature)];
}

function expectedStep(
  step: ExpectedStep['step'],
  expected: string,
  sent: string | undefined,
): ExpectedStep {
  return { step, expected, same: sent === undefined ? null : sent === expected };
}
