import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answering } from '../support/exchange.js';
import { serviceEnv, temporaryFolder } from '../support/context.js';
import { json, pvg, words } from '../support/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';

const verified = '{"success":true,"transaction_id":"GPA.1","product_id":"gems_100","receipt_info":{}}';

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
    ['a player who has not completed', 'session --username player-42'],
    ['with everything a session may have', 'session --username player-42 --server-id s-7 --role-id knight'],
    ['of another game', 'session --username player-42 --game-id demo'],
    ['from a file', 'session --body @player.json'],
  ])('checks the same player, in the same case: %s', async (_, line) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'player.json'), '{"username":"player-43",  "gameId":"demo"}');
    const first = await pvg(`${line} --profile local --case TICKET-1`, { home });
    expect(nextIn(first.out)).toContain(' --check');
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
    ['a pending purchase', `lookup ${purchase} --receipt demo-pending`],
    ['a player who has not completed', 'session --username player-42 --check'],
    ['a player who has completed', 'session --username demo-completed --check'],
  ])('is not the one that was just typed: %s', async (_, line) => {
    const ended = await pvg(`${line} --profile local --case T-1`, { home: temporaryFolder() });
    expect(nextIn(ended.out)).toBe('report --case T-1 --out T-1.html');
  });

  it('is not a report of a call that the journal does not have', async () => {
    const env = { PVG_NO_JOURNAL: '1' };
    const line = 'session --username player-42 --check --profile local';
    const ended = await pvg(line, { home: temporaryFolder(), env });
    expect(nextIn(ended.out)).toBe('session --username player-42 --check --json --profile local');
  });

  it.each([
    ['after a verify', '', '', ''],
    ['after a verify with fields of its own', ' --player-id p-1', '', ''],
    ['a receipt that pvg warned of', ' --force', ' --force', ''],
    ['a clock that is set right by hand', ' --clock-offset 2', '', ' --clock-offset 2'],
  ])('looks up what was verified, in the same case: %s', async (_, given, kept, place) => {
    const home = temporaryFolder();
    const line = `verify ${purchase} --receipt demo-purchased${given}`;
    const first = await pvg(`${line} --profile local --case 'TICKET 1'`, { home });
    const next = nextIn(first.out);
    expect(words(next)).toEqual(
      words(`lookup ${purchase} --receipt demo-purchased${kept} --profile local${place} --case 'TICKET 1'`),
    );
    expect((await pvg(next, { home })).out).toContain('Paid at the store, and recorded by the gateway');
  });

  it('asks again for a kept answer, with all its words', async () => {
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
    const { PVG_GATEWAY_URL, PVG_CLIENT_ID, PVG_ENVIRONMENT } = serviceEnv('https://gateway.example');
    const env = { PVG_GATEWAY_URL, PVG_CLIENT_ID, PVG_ENVIRONMENT };
    const options = { home, send: answering(200, verified), env, stdin: 'demo-client-secret' };
    const line = `verify ${purchase} --receipt demo-purchased --client-secret-file`;
    expect(nextIn((await pvg(`${line} secret`, options)).out)).toContain(' --client-secret-file secret');
    expect(nextIn((await pvg(`${line} -`, options)).out)).not.toContain('--client-secret-file');
  });

  it('looks at the profile in question', async () => {
    const home = temporaryFolder();
    const add =
      'profile add shop --environment dev --gateway-url https://gateway.example --client-id c --client-secret-file -';
    await pvg(add, { home, stdin: 'a-long-secret' });
    const send = answering(200, '<html>');
    const ended = await pvg(`lookup ${purchase} --receipt demo-pending --profile shop`, { home, send });
    expect(nextIn(ended.out + ended.err)).toBe('doctor --online --profile shop');
  });
});
