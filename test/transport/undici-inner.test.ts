import { Agent, buildConnector, Client } from 'undici';
import AgentInner from 'undici/lib/dispatcher/agent.js';
import ClientInner from 'undici/lib/dispatcher/client.js';
import connector from 'undici/lib/core/connect.js';
import { expect, it } from 'vitest';

it('finds the inner files of undici where the transport imports them', () => {
  expect([ClientInner, AgentInner, connector]).toEqual([Client, Agent, buildConnector]);
});
