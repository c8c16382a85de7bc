// Loading only these files of undici takes 20 ms, the complete package 80 ms (measured on Node 20.20.2), and a look-up
// is a single call. undici has no `exports` field; test/transport/undici-inner.test.ts fails when they move.

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export = Client;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';
  /** The published types say that the connector returns nothing; it returns the socket before it is connected. */
  function build(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
  export = build;
}
