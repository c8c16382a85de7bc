import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { answering } from '../helpers/exchange.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { pvg, words } from '../helpers/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';
const verified =
  '{"success":true,"transaction_id":"GPA.1","product_id":"gems_100","receipt_info":{}}';

const nextIn = (text: string): string => /^Next: pvg (.+)$/m.exec(text)?.[1] ?? '';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  writeFileSync(join(home, 'player.json'), '{"username":"player-43",  "gameId":"demo"}');
});

describe('the next command that is printed', () => {
  const everything = 'session --username player-42 --game-id demo --server-id s-7 --role-id knight';
  const completed = 'session --username demo-completed --role-id knight --check';
  it.each([
    [
      'is not the one that was just typed: a look-up',
      `lookup ${purchase} --receipt demo-pending`,
      'report --case T-1 --out T-1.html',
    ],
    ['is not the one that was just typed: a check', completed, 'report --case T-1 --out T-1.html'],
    [
      'looks up what was verified',
      `verify ${purchase} --receipt demo-purchased --player-id p-1`,
      `lookup ${purchase} --receipt demo-purchased --profile local --case T-1`,
    ],
    [
      'keeps what was needed once',
      `verify ${purchase} --receipt demo-purchased --force --clock-offset 2`,
      `lookup ${purchase} --receipt demo-purchased --force --profile local --clock-offset 2 --case T-1`,
    ],
  ])('%s, for the same ticket', async (_, line, next) => {
    const ended = await pvg(`${line} --profile local --case T-1`, { home });
    expect(words(nextIn(ended.out))).toEqual(words(next));
    expect((await pvg(next, { home })).status).toBe(0);
  });

  it.each([
    ['checks the same player', everything, `${everything} --check --profile local`],
    [
      'checks the player of a file',
      'session --body @player.json',
      'session --body @player.json --check --profile local',
    ],
  ])('%s', async (_, line, next) => {
    const ended = await pvg(`${line} --profile local`, { home });
    expect(words(nextIn(ended.out))).toEqual(words(next));
    expect((await pvg(next, { home })).status).toBe(0);
  });

  it('answers the player of a ticket, whose verification is not recorded', async () => {
    const ended = await pvg(`${everything} --profile local --case T-1`, { home });
    const next = nextIn(ended.out);
    expect(next).toBe('reply "$REPLY_LANGUAGE" --for verification-not-recorded --case T-1');
    const filled = next.replace('"$REPLY_LANGUAGE"', 'en');
    expect((await pvg(filled, { home })).status).toBe(0);
  });

  it('asks again for a kept answer, with all its words', async () => {
    await pvg(`${completed} --profile local --case T-2`, { home });
    const kept = await pvg(`${completed} --profile local --case T-2`, { home });
    expect(nextIn(kept.out)).toBe(`${completed} --fresh --profile local --case T-2`);
  });

  it('is not a report of a call that the journal does not have', async () => {
    const line = 'session --username player-42 --check --profile local';
    const ended = await pvg(line, { home, env: { PVG_NO_JOURNAL: '1' } });
    expect(nextIn(ended.out)).toBe('session --username player-42 --check --json --profile local');
  });

  it('names the files of the secrets, but no pipe', async () => {
    writeFileSync(join(home, 'secret'), 'demo-client-secret');
    const { PVG_GATEWAY_URL, PVG_CLIENT_ID, PVG_ENVIRONMENT } =
      serviceEnv('https://gateway.example');
    const env = { PVG_GATEWAY_URL, PVG_CLIENT_ID, PVG_ENVIRONMENT };
    const options = { home, send: answering(200, verified), env, stdin: 'demo-client-secret' };
    const line = `verify ${purchase} --receipt demo-purchased --client-secret-file`;
    expect(nextIn((await pvg(`${line} secret`, options)).out)).toContain(
      ' --client-secret-file secret',
    );
    expect(nextIn((await pvg(`${line} -`, options)).out)).not.toContain('--client-secret-file');
  });

  it('looks at the profile in question', async () => {
    const add =
      'profile add shop --environment dev --gateway-url https://gateway.example --client-id c --client-secret-file -';
    await pvg(add, { home, stdin: 'a-long-secret' });
    const send = answering(200, '<html>');
    const ended = await pvg(`lookup ${purchase} --receipt demo-pending --profile shop`, {
      home,
      send,
    });
    expect(nextIn(ended.out + ended.err)).toBe('doctor --online --profile shop');
  });
});
