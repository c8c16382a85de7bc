import { describe, expect, it } from 'vitest';
import { sessionBody } from '../../src/service/requests.js';

describe('sessionBody', () => {
  it.each([
    [{ username: 'player-42', gameId: 'demo' }, '{"gameId":"demo","username":"player-42"}'],
    [
      { roleId: 'mage', serverId: 'eu-1', username: 'Zoë 🎮', gameId: 'demo' },
      '{"gameId":"demo","username":"Zoë 🎮","serverId":"eu-1","roleId":"mage"}',
    ],
    [
      { gameId: 'demo', username: '__proto__', serverId: undefined },
      '{"gameId":"demo","username":"__proto__"}',
    ],
  ])('of %j', (fields, body) => {
    expect(Buffer.from(sessionBody(fields)).toString('utf8')).toBe(body);
  });
});
