import { records, type InterfaceRecord } from '../contract/interfaces.js';
import { sha256Hex } from '../signing/digest.js';
import { isComplete, signedMessage, sign, signs } from '../signing/scheme.js';
import type { HeaderValues, SearchedRequest, SenderSecrets } from './signing-steps.js';

/** What the sender's program had in hand at one step, as its developer gives it. */
export interface SenderValues {
  readonly bodyHash?: string | undefined;
  /** The message, its bytes in hex, or a line of a log with it. */
  readonly message?: Uint8Array | undefined;
}

/** The right value of each step, in the order of §5: a developer compares it with that of the sender's program. */
export type ExpectedSteps = readonly {
  readonly step: 'body_hash' | 'message' | 'signature';
  readonly expected: string;
  /** Whether the sender's value is the expected one; null if it is not known. */
  readonly same: boolean | null;
}[];
type Step = ExpectedSteps[number];

/** undefined if the interface does not have this step. */
export function expectedValue(steps: ExpectedSteps, wanted: Step['step']): string | undefined {
  return steps.find(({ step }) => step === wanted)?.expected;
}

/** undefined if a header that the message needs is missing. */
export function expectedSteps(
  { interface: interfaceName, body }: SearchedRequest,
  { own }: SenderSecrets,
  headers: HeaderValues,
  sender: SenderValues,
): ExpectedSteps | undefined {
  const scheme: InterfaceRecord = records[interfaceName];
  const values = { clientId: headers.clientId ?? own.clientId, timestamp: headers.timestamp, body };
  if (!isComplete(scheme, values)) return undefined;
  const message = signedMessage(scheme, values);
  const given =
    sender.message === undefined ? undefined : Buffer.from(sender.message).toString('utf8');
  const step = (name: Step['step'], expected: string, value: string | undefined): Step => ({
    step: name,
    expected,
    same: value === undefined ? null : value === expected,
  });
  return [
    ...(signs(scheme, 'bodyHash')
      ? [step('body_hash', sha256Hex(body), sender.bodyHash?.trim())]
      : []),
    ...(typeof message === 'string' ? [step('message', message, given)] : []),
    step('signature', sign(scheme, own.secret, values), headers.signature),
  ];
}
