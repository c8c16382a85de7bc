import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { PvgError } from '../../src/failure.js';
import { env, purchase } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

const reason = new PvgError('interrupted', 'Interrupted.');
const session = 'session --username player-42';

/** What `--json` says of a call that is interrupted while pvg waits for its answer. */
async function interruptedWhileWaiting(line: string) {
  const end = new AbortController();
  const send: Send = () => {
    end.abort(reason);
    return Promise.reject(reason);
  };
  return json(await pvg(`${line} --json`, { send, env: env(), interrupt: end.signal }));
}

describe('an interrupted call', () => {
  it.each([
    ['of a verify that was sent may have recorded the purchase', 'verify', '§3.1', 'check'],
    ['of a look-up has changed nothing', 'lookup', null, 'retry-later'],
  ])('%s', async (_says, command, section, advice) => {
    const ended = await interruptedWhileWaiting(`${command} ${purchase} --receipt a-receipt`);
    expect(ended).toMatchObject({ exit: 130, advice, error: { code: 'interrupted', section } });
  });

  it('of a session is like that of a look-up', async () => {
    const ended = await interruptedWhileWaiting(session);
    const advice = 'retry-later';
    expect(ended).toMatchObject({
      exit: 130,
      advice,
      error: { code: 'interrupted', section: null },
    });
  });

  it('of a verify that was not sent has recorded nothing', async () => {
    const send: Send = () => Promise.reject(new TypeError('nothing may be sent'));
    const line = `verify ${purchase} --receipt a-receipt --json`;
    const ended = await pvg(line, { send, env: env(), interrupt: AbortSignal.abort(reason) });
    const advice = 'retry-later';
    const error = { code: 'interrupted', section: null };
    expect(json(ended)).toMatchObject({ exit: 130, advice, error });
  });
});
