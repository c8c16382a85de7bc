import { expect, it, vi } from 'vitest';
import { diagnoseInTime } from '../../src/diagnosis/diagnose.js';
import { send, startListener } from '../helpers/listener.js';
import { sessionCall } from '../helpers/signed.js';

vi.mock(import('../../src/diagnosis/diagnose.js'), async (original) => {
  const module = await original();
  return { ...module, diagnoseInTime: vi.fn(module.diagnoseInTime) };
});

const player = { gameId: 'demo', username: 'player-1' };

it('a request that cannot be judged at once is searched, and ends nothing', async () => {
  const { url, objects } = await startListener('--profile local --json');
  vi.mocked(diagnoseInTime).mockImplementationOnce(() => {
    throw new RangeError('a fault of the test');
  });
  const call = sessionCall(player, { base: url });
  expect((await send(call)).status).toBe(200);
  expect((await send(call)).status).toBe(200);
  expect(await objects(2)).toMatchObject([{ match: true }, { match: true }]);
});
