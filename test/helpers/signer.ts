import type { Context, Executed } from '../../src/context.js';
import { hmac, sha256 } from './observed.js';

export { hmac };

/** What `pvg conform` gives a signer. */
export interface Asked {
  readonly interface: string;
  readonly clientId: string;
  readonly timestamp: string;
  readonly secret: string;
  readonly body: Buffer;
}

const messageOf = ({ interface: id, clientId, timestamp, body }: Asked): string | Buffer =>
  id === 'session' ? body : `${clientId}.${timestamp}.${sha256(body)}`;

export const rightSignature = (asked: Asked): string => hmac(asked.secret, messageOf(asked));

export const ended = (stdout: string, { status = 0, stderr = '' } = {}): Executed => ({
  status,
  stdout: Buffer.from(stdout),
  stderr: Buffer.from(stderr),
});

/** A program that signs in this process. */
export const signerProgram =
  (signer: (asked: Asked) => Executed): Context['execute'] =>
  (_command, { stdin, env }) =>
    Promise.resolve(
      signer({
        interface: env['PVG_INTERFACE'] ?? '',
        clientId: env['PVG_CLIENT_ID'] ?? '',
        timestamp: env['PVG_TIMESTAMP'] ?? '',
        secret: env['PVG_SECRET'] ?? '',
        body: Buffer.from(stdin),
      }),
    );
