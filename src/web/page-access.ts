import { randomBytes } from 'node:crypto';
import { headerValue, type WireRequest } from '../contract/wire.js';
import { equalText } from '../signing/digest.js';
import { isFromOwnPage } from './request-guard.js';

/**
 * Who may use a page of pvg. Its address ends with a code that works once: other users of the computer see command lines,
 * such as the one that starts the browser. The page exchanges the code for the key of this run, which it sends in a header
 * and keeps in its tab.
 */
export class PageAccess {
  readonly #key = randomText();
  readonly #unusedCodes = new Set<string>();

  /** A new address for one more tab. */
  addressWithCode(port: number): string {
    const code = randomText();
    this.#unusedCodes.add(code);
    return `http://127.0.0.1:${port}/#${code}`;
  }

  /** The key, if the request comes from the page and has an unused code. */
  exchange(headers: WireRequest['headers']): string | undefined {
    if (!isFromOwnPage(headers)) return undefined;
    const wasUnused = this.#unusedCodes.delete(headerValue(headers, 'x-pvg-code') ?? '');
    return wasUnused ? this.#key : undefined;
  }

  admits(headers: WireRequest['headers']): boolean {
    return equalText(headerValue(headers, 'x-pvg-key') ?? '', this.#key);
  }
}

const randomText = (): string => randomBytes(16).toString('base64url');
