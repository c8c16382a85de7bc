import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { connectionOptions, openConnection, readEarlierCalls } from '../../src/calls/connection.js';
import type { Context } from '../../src/context.js';
import { InputReader } from '../../src/input/bytes.js';
import { globalOptions } from '../../src/input/options.js';
import { fingerprint } from '../../src/signing/digest.js';
import type { JournalEntry } from '../../src/support/journal/entry.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { address, entryOf, env, writeJournal } from '../helpers/journal.js';

/** As when none is typed. */
const globals = globalOptions(new Command());

describe('the next command', () => {
  it.each<[file: string, isNamed: boolean]>([
    ['secret.txt', true],
    ['/home/mai/dev/secret', true],
    ['/devices/secret', true],
    ['/process/secret', true],
    ['-', false],
    ['/dev/stdin', false],
    ['/dev/fd/63', false],
    ['/proc/self/fd/11', false],
  ])('names a file of a secret only if it can be read again: %s: %s', (file, isNamed) => {
    const options = { clientSecretFile: file, secretKeyFile: file };
    const expected = [
      ['--client-secret-file', file],
      ['--secret-key-file', file],
    ];
    expect(connectionOptions(options, globals, undefined)).toEqual(isNamed ? expected : []);
  });

  it.each<[clockOffset: string, isNamed: boolean]>([
    ['0', false],
    ['-0', false],
    ['300', true],
    ['-1', true],
  ])('names an offset of the clock unless it is none: %s: %s', (clockOffset, isNamed) => {
    const expected = isNamed ? [['--clock-offset', clockOffset]] : [];
    expect(connectionOptions({ clockOffset }, globals, undefined)).toEqual(expected);
  });

  it('names the profile only if one was typed', () => {
    const typed = { ...globals, profile: 'game' };
    expect(connectionOptions({}, typed, 'game-dev')).toEqual([['--profile', 'game-dev']]);
    expect(connectionOptions({}, globals, 'game-dev')).toEqual([]);
  });
});

describe('the earlier calls about a receipt', () => {
  const receipt = 'a-receipt';
  const here = { receipt: fingerprint(receipt), origin: address, environment: 'dev' } as const;
  const entryAt = (minute: number, more: Partial<JournalEntry>): JournalEntry =>
    entryOf({ ...here, id: `20260921T1413${20 + minute}Z-000001`, profile: 'game-dev', ...more });
  const journal = [
    entryAt(0, {}),
    entryAt(1, { receipt: fingerprint('another-receipt') }),
    entryAt(2, { environment: 'prod', profile: 'game-prod' }),
    entryAt(3, { origin: 'https://other.example', exit: 6 }),
  ];

  async function readThrough(assistant?: Context['assistant']) {
    const home = temporaryFolder();
    writeJournal(home, journal);
    const context = { ...testContext({ home, env: env() }), ...(assistant && { assistant }) };
    const connection = await openConnection(context, {
      command: 'lookup',
      interface: 'gateway',
      input: new InputReader(context),
      globals,
      options: {},
    });
    return readEarlierCalls(context, connection, receipt);
  }
  const searches = { run: () => Promise.reject(new TypeError('nothing is searched')) };

  it('are those at the same address, whatever environment their profile names', async () => {
    const ids = [journal[0]?.id, journal[2]?.id];
    expect((await readThrough()).calls.map(({ id }) => id)).toEqual(ids);
  });

  it.each<[who: string, profiles: readonly string[] | undefined, isShown: boolean]>([
    ['a person', undefined, true],
    ['an assistant that has its profile', ['game-dev', 'game-prod'], true],
    ['an assistant that does not have its profile', ['game-dev'], false],
  ])('show what was confirmed at another place: %s: %s', async (_who, profiles, isShown) => {
    const { elsewhere } = await readThrough(profiles && { profiles, searches });
    expect(elsewhere?.id).toBe(isShown ? journal[2]?.id : undefined);
  });
});
