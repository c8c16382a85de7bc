import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { WireRequest } from '../contract/wire.js';

/** What a server on this computer reads of a request. */

export const maxBodyBytes = 1024 * 1024;

/** The headers as they were sent: in their order and spelling, with repetitions. */
export function rawHeaders({ rawHeaders: flat }: IncomingMessage): WireRequest['headers'] {
  const headers: [string, string][] = [];
  for (let index = 0; index < flat.length; index += 2) {
    headers.push([flat[index] ?? '', flat[index + 1] ?? '']);
  }
  return headers;
}

/**
 * The body; undefined as soon as it is too large, and the rest is discarded. An async iterator would make an answer a
 * twentieth slower.
 */
export function readRequestBody(
  request: IncomingMessage,
  mostBytes = maxBodyBytes,
): Promise<Uint8Array | 'broken-off' | undefined> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > mostBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    // Without a listener, Node emits no error of a request.
    request.on('error', () => {
      resolve('broken-off');
    });
  });
}
