import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context, Executed } from '../../src/context.js';
import { parseReplies } from '../../src/support/replies/texts.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * `--copy` gives the text to the program that the system has for its clipboard, and says which one took it. Without one the
 * text is printed all the same. A program that stays in the background keeps nobody waiting.
 */

const shipped = join(import.meta.dirname, '..', '..', 'src', 'shipped', 'replies');
const textOf = (language: string, name: string): string =>
  parseReplies(readFileSync(join(shipped, `${language}.txt`), 'utf8')).get(name) ?? 'none';

type Program = string;

interface Desk {
  readonly platform?: string;
  readonly env?: Record<string, string>;
  /** How each program ends; one that is not named is not installed. */
  readonly installed?: Readonly<Record<Program, Partial<Executed>>>;
}

const took: Partial<Executed> = { status: 0 };
const missing: Partial<Executed> = { status: null, failed: 'ENOENT' };

/** What a run printed, and what each program was given. */
async function copyOn({ platform = 'linux', env = {}, installed = {} }: Desk, more = '') {
  const given: { program: string; text: string; isOutputIgnored: boolean }[] = [];
  const execute: Context['execute'] = ([program = ''], { stdin, isOutputIgnored = false }) => {
    given.push({ program, text: Buffer.from(stdin).toString('utf8'), isOutputIgnored });
    const none = Buffer.alloc(0);
    return Promise.resolve({
      status: null,
      stdout: none,
      stderr: none,
      ...(installed[program] ?? missing),
    });
  };
  const ended = await pvg(`reply ko --for refund --copy ${more}`, { platform, env, execute });
  return { ...ended, given };
}

const x11 = { DISPLAY: ':0' };
const wayland = { WAYLAND_DISPLAY: 'wayland-0' };

describe('the program', () => {
  it.each<[string, Desk, Program]>([
    ['a Mac', { platform: 'darwin' }, 'pbcopy'],
    ['Windows', { platform: 'win32' }, 'powershell.exe'],
    ['Linux on Windows', { env: { ...x11, WSL_DISTRO_NAME: 'Ubuntu' } }, 'powershell.exe'],
    ['Wayland', { env: wayland }, 'wl-copy'],
    ['Wayland with X11 beside it', { env: { ...x11, ...wayland } }, 'wl-copy'],
    ['X11', { env: x11 }, 'xclip'],
    ['X11 over ssh', { env: { ...x11, SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } }, 'xclip'],
  ])('on %s', async (_, desk, program) => {
    const { status, out, err, given } = await copyOn({ ...desk, installed: { [program]: took } });
    const text = textOf('ko', 'refund');
    expect({ status, out }).toEqual({ status: 0, out: `${text}\n` });
    expect(given).toEqual([{ program, text, isOutputIgnored: true }]);
    expect(err).toContain(program);
  });

  it.each<[string, Record<string, string>, Program, readonly Program[]]>([
    ['not installed', { ...x11, ...wayland }, 'xsel', ['wl-copy', 'xclip', 'xsel']],
    ['not of this session', { ...x11, ...wayland }, 'xclip', ['wl-copy', 'xclip']],
  ])('after one that is %s', async (why, env, program, tried) => {
    const failing = why === 'not installed' ? {} : { 'wl-copy': { status: 1 } };
    const { status, err, given } = await copyOn({
      env,
      installed: { ...failing, [program]: took },
    });
    expect({ status, tried: given.map((each) => each.program) }).toEqual({ status: 0, tried });
    expect(err).toContain(program);
  });
});

describe('without a clipboard', () => {
  it.each<[string, Desk, RegExp]>([
    ['no display', {}, /DISPLAY/],
    ['ssh', { env: { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } }, /ssh/],
    ['nothing is installed', { env: { ...x11, ...wayland } }, /wl-clipboard/],
    ['no xclip', { env: x11 }, /apt install xclip/],
    ['no PowerShell', { platform: 'win32' }, /PATH/],
    ['a program that fails', { env: x11, installed: { xclip: { status: 1 } } }, /xclip .*status 1/],
    [
      'a program that never ends',
      { env: wayland, installed: { 'wl-copy': { status: null, failed: 'ETIMEDOUT' } } },
      /wl-copy .*10 seconds/,
    ],
    [
      'a program that is ended',
      { env: wayland, installed: { 'wl-copy': { status: null } } },
      /wl-copy .*signal/,
    ],
  ])('the text is printed, and why is said: %s', async (_, desk, why) => {
    const { status, out, err } = await copyOn(desk);
    expect({ status, out }).toEqual({ status: 14, out: `${textOf('ko', 'refund')}\n` });
    expect(err).toMatch(why);
  });

  it('a program reads it, too', async () => {
    const ended = await copyOn({}, '--json');
    expect(json(ended)).toMatchObject({
      ...{ ok: false, exit: 14, error: { code: 'output-unwritable' } },
      answer: { situation: 'refund', texts: { ko: textOf('ko', 'refund') } },
    });
    expect(ended.err).toMatch(/DISPLAY/);
  });

  it('nothing is printed for people with --quiet, but the error', async () => {
    expect((await copyOn({ env: x11, installed: { xclip: took } }, '--quiet')).err).toBe('');
    expect((await copyOn({}, '--quiet')).err).toMatch(/DISPLAY/);
  });
});

it('the whole text is copied in one line a paragraph, however narrow the terminal is', async () => {
  const texts: string[] = [];
  const execute: Context['execute'] = (_, { stdin }) => {
    texts.push(Buffer.from(stdin).toString('utf8'));
    return Promise.resolve({ status: 0, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) });
  };
  const place = { env: x11, execute, terminal: true, columns: 40 };
  const { out } = await pvg('reply ko en --for refund --copy', place);
  expect(texts).toEqual([`${textOf('ko', 'refund')}\n\n${textOf('en', 'refund')}`]);
  expect(out.split('\n').length).toBeGreaterThan(8);
});

it('nothing is copied when there is no text', async () => {
  // A program would be unexpected here.
  const env = x11;
  expect((await pvg('reply ko --for nothing-known --copy', { env })).status).toBe(2);
  expect((await pvg('reply --list --copy', { env })).status).toBe(2);
  expect((await pvg('reply ko --case T-0 --copy', { env })).status).toBe(2);
});

/** A program that keeps the text, as xclip does: it goes on in the background with all that it has inherited. */
const staysInBackground = (folder: string): string => `#!/bin/sh
cat > '${folder}/clipboard'
(sleep 600; rm -f '${folder}/still-there') &
echo $! > '${folder}/still-there'
`;

it.runIf(process.platform === 'linux')(
  'pvg ends while the program stays in the background, and does not end it',
  () => {
    const folder = temporaryFolder();
    const program = join(folder, 'xclip');
    writeFileSync(program, staysInBackground(folder));
    chmodSync(program, 0o755);
    const pvgFile = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');
    const words = [pvgFile, 'reply', 'ja', '--for', 'refund', '--copy'];
    const own = { PVG_STATE_DIR: join(folder, 'state'), PVG_CONFIG_DIR: join(folder, 'config') };
    const path = `${folder}:${process.env['PATH'] ?? ''}`;
    const env = { PATH: path, DISPLAY: ':0', ...own };
    const ended = spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 100_000 });
    expect({ status: ended.status, out: ended.stdout }).toEqual({
      status: 0,
      out: `${textOf('ja', 'refund')}\n`,
    });
    expect(readFileSync(join(folder, 'clipboard'), 'utf8')).toBe(textOf('ja', 'refund'));
    // The sleeping program removes this file at its end, and none if it was ended.
    expect(existsSync(join(folder, 'still-there'))).toBe(true);
    const background = Number(readFileSync(join(folder, 'still-there'), 'utf8'));
    expect(() => process.kill(background, 0)).not.toThrow();
    process.kill(background);
  },
  120_000,
);
