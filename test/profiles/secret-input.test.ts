import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOneStandardInput, readSecret } from '../../src/profiles/secret-input.js';
import { temporaryFolder, testContext } from '../support/context.js';

const request = { option: '--client-secret-file', label: 'client secret', ask: true };

describe('a secret from a file or standard input', () => {
  const read: readonly (readonly [
    what: string,
    content: string | Uint8Array,
    value: string,
    notes: number,
  ])[] = [
    ['as it is', 'my secret', 'my secret', 0],
    ['without its one final line end', 'secret\n', 'secret', 1],
    ['without its one final CRLF', 'secret\r\n', 'secret', 1],
    ['with all but the last line end, and says so', 'secret\n\n', 'secret\n', 2],
    ['with its spaces, and says so', ' secret', ' secret', 1],
    ['with its byte order mark', '\uFEFFsecret', '\uFEFFsecret', 1],
  ];
  for (const [what, content, value, notes] of read) {
    it(`is taken ${what}`, async () => {
      const folder = temporaryFolder();
      const file = join(folder, 'secret');
      writeFileSync(file, content, { mode: 0o600 });
      const context = testContext({ folder, stdin: content });
      for (const source of [file, '-']) {
        const secret = await readSecret(context, { ...request, file: source });
        expect([secret?.value, secret?.notes.length]).toEqual([value, notes]);
      }
      expect(context.secrets.redact(`<${value}>`)).not.toContain('secret');
    });
  }

  it.runIf(process.platform !== 'win32')('of a looser mode is said by its option, a pipe never', async () => {
    const file = join(temporaryFolder(), 'CANARY');
    writeFileSync(file, 'my secret', { mode: 0o644 });
    const notes = async (source: string) =>
      (await readSecret(testContext({ stdin: 'my secret' }), { ...request, file: source }))?.notes;
    expect((await notes(file))?.map(({ says }) => says)).toEqual([
      'The file given with --client-secret-file has mode 0644, looser than 0600: others may read it.',
    ]);
    expect(await notes('-')).toEqual([]);
  });

  const refused: readonly (readonly [what: string, content: string | Uint8Array])[] = [
    ['empty', ''],
    ['only a line end', '\n'],
    ['with a NUL', 'CANARY\0'],
    ['no UTF-8', Uint8Array.of(0x43, 0xff)],
    ['too large', 'CANARY'.repeat(11_000)],
  ];
  for (const [what, content] of refused) {
    it(`is refused when ${what}: the option is named, the content never`, async () => {
      const error: unknown = await readSecret(testContext({ stdin: content }), {
        ...request,
        file: '-',
      }).catch((e: unknown) => e);
      expect(error).toMatchObject({
        code: 'usage',
        message: expect.stringContaining('--client-secret-file') as string,
      });
      expect(JSON.stringify([String(error), error])).not.toContain('CANARY');
    });
  }

  it('does not repeat a path that does not exist: it may be the secret itself', async () => {
    const error: unknown = await readSecret(testContext(), { ...request, file: 'CANARY' }).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ code: 'input-unreadable', exit: 2 });
    expect(JSON.stringify([String(error), error])).not.toContain('CANARY');
  });

  it('cannot be two secrets at once', () => {
    expect(() =>
      checkOneStandardInput([
        ['--a', '-'],
        ['--b', '-'],
      ]),
    ).toThrow('--a and --b');
    expect(() =>
      checkOneStandardInput([
        ['--a', '-'],
        ['--b', 'file'],
      ]),
    ).not.toThrow();
  });
});

describe('a secret from a person', () => {
  const asked: readonly (readonly [terminal: boolean, ask: boolean, value: string | undefined])[] = [
    [true, true, 'typed'],
    [true, false, undefined],
    [false, true, undefined],
  ];
  for (const [terminal, ask, value] of asked) {
    it(`is ${value === undefined ? 'not asked for' : 'asked for'} with terminal ${String(terminal)} and asking ${String(ask)}`, async () => {
      const secret = await readSecret(testContext({ terminal, typed: ['typed'] }), { ...request, ask });
      expect(secret?.value).toBe(value);
    });
  }
});
