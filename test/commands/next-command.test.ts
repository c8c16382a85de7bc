import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg, words } from '../support/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';

const pending = '{"found":true,"transactions":[{"product_id":"gems_100","purchase_state":2}]}';

interface Kept {
  readonly command: string;
  readonly case: string | null;
  readonly profile: string | null;
  readonly request_sha256: string;
  readonly exit: number;
}

/** The calls of the journal, the newest first. */
const calls = async (home: string): Promise<Kept[]> =>
  (json(await pvg('journal list --json', { home }))['answer'] as { entries: Kept[] }).entries;

const nextIn = (text: string): string => /^Next: pvg (.+)$/m.exec(text)?.[1] ?? '';

describe('the next command that is printed', () => {
  it.each([
    ['a pending purchase', `lookup ${purchase} --receipt demo-pending`],
    [
      'a receipt that pvg warned of',
      'lookup --product-id gems_100 --package com.example.game --receipt demo-pending --force',
    ],
    ['a player who has not completed', 'session --username player-42 --check'],
    [
      'with everything a session may have',
      'session --username player-42 --server-id s-7 --role-id knight --check',
    ],
    ['of another game', 'session --username player-42 --game-id demo --check'],
    ['from a file', 'session --body @player.json --check'],
    ['a clock that is set right by hand', `lookup ${purchase} --receipt demo-pending --clock-offset 2`],
  ])('asks the same again, in the same case: %s', async (_, line) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'player.json'), '{"username":"player-43",  "gameId":"demo"}');
    const first = await pvg(`${line} --profile local --case TICKET-1`, { home });
    const second = await pvg(nextIn(first.out), { home });
    expect(second.status).toBe(0);
    const [again, before] = await calls(home);
    expect(again).toMatchObject({
      command: before?.command,
      case: 'TICKET-1',
      profile: 'local',
      request_sha256: before?.request_sha256,
    });
  });

  it.each([
    ['after a verify', `verify ${purchase} --receipt demo-purchased`],
    ['after a verify with fields of its own', `verify ${purchase} --receipt demo-purchased --player-id p-1`],
  ])('looks up what was verified, in the same case: %s', async (_, line) => {
    const home = temporaryFolder();
    const first = await pvg(`${line} --profile local --case 'TICKET 1'`, { home });
    const next = nextIn(first.out);
    expect(words(next)).toEqual(
      words(`lookup ${purchase} --receipt demo-purchased --profile local --case 'TICKET 1'`),
    );
    expect((await pvg(next, { home })).out).toContain('Paid at the store, and recorded by the gateway');
  });

  it('asks a kept answer anew, with all its words', async () => {
    const home = temporaryFolder();
    const line = 'session --username demo-completed --role-id knight --check --profile local --case T-2';
    await pvg(line, { home });
    const kept = await pvg(line, { home });
    expect(nextIn(kept.out)).toBe(
      'session --username demo-completed --role-id knight --check --fresh --profile local --case T-2',
    );
  });

  it('names the files of the secrets, but no pipe', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'secret'), 'demo-client-secret');
    const options = {
      home,
      send: () => Promise.resolve({ status: 200, headers: [], body: Buffer.from(pending) }),
      env: {
        PVG_GATEWAY_URL: 'https://gateway.example',
        PVG_CLIENT_ID: 'demo-client',
        PVG_ENVIRONMENT: 'dev',
      },
      stdin: 'demo-client-secret',
    };
    const line = `lookup ${purchase} --receipt demo-pending --client-secret-file`;
    expect(nextIn((await pvg(`${line} secret`, options)).out)).toContain(' --client-secret-file secret');
    expect(nextIn((await pvg(`${line} -`, options)).out)).not.toContain('--client-secret-file');
  });

  it('looks at the profile in question', async () => {
    const home = temporaryFolder();
    const add =
      'profile add shop --environment dev --gateway-url https://gateway.example --client-id c --client-secret-file -';
    await pvg(add, { home, stdin: 'a-long-secret' });
    const send = () => Promise.resolve({ status: 200, headers: [], body: Buffer.from('<html>') });
    const ended = await pvg(`lookup ${purchase} --receipt demo-pending --profile shop`, { home, send });
    expect(nextIn(ended.out + ended.err)).toBe('doctor --online --profile shop');
  });
});
