import { records } from '../contract/interfaces.js';
import { counted } from '../text/counted.js';
import type { LintFinding } from './lint.js';
import type { ObservedRequest, ReadHeaders } from './observed-request.js';

/** What is too large to search: it is said, and only the commonest mistakes are tried, or none. */

const mostBodyBytes = 2 ** 20;
/** No digest, timestamp or client id is as long in any form that pvg knows. */
export const longestHeader = 4_096;

export const isHugeBody = (body: Uint8Array): boolean => body.byteLength > mostBodyBytes;

const longOf = (headers: ReadHeaders): (keyof ReadHeaders)[] =>
  (['signature', 'timestamp', 'clientId'] as const).filter(
    (part) => (headers[part].value?.length ?? 0) > longestHeader,
  );

export const isTooLong = (headers: ReadHeaders): boolean => longOf(headers).length > 0;

/** Told if no finding explains the signature. */
export function tooLarge({ body }: ObservedRequest, headers: ReadHeaders): LintFinding[] {
  const [long] = longOf(headers);
  const says =
    long !== undefined
      ? `${records.gateway.headers[long]} has ${counted(headers[long].value?.length ?? 0, 'character')}. pvg searches for no mistake in a request with more than ${counted(longestHeader, 'character')} there.`
      : isHugeBody(body)
        ? `The body has ${counted(body.byteLength, 'byte')}. Of a body over 1 MB pvg tries only the commonest mistakes.`
        : undefined;
  const fix = 'Diagnose a smaller request of the same program.';
  return says === undefined ? [] : [{ id: 'request-too-large', says, fix, effect: 'unclear' }];
}
