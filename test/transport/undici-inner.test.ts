import { buildConnector, Client } from 'undici';
import ClientInner from 'undici/lib/dispatcher/client.js';
import connector from 'undici/lib/core/connect.js';
import { expect, it } from 'vitest';

it('finds the inner files of undici where the transport imports them', () => {
  expect([ClientInner, connector]).toEqual([Client, buildConnector]);
});
