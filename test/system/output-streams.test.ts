import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openOutputStream, openInputStream } from '../../src/system/output-streams.js';
import { PvgError } from '../../src/failure.js';
import { temporaryFolder } from '../helpers/context.js';

const failing = (code: string): Error => Object.assign(new Error(code), { code });

describe('a sink', () => {
  /** Into a system that takes at most `most` bytes a call and now and then says `says`. */
  const grudging = (most: number, says: (call: number) => string | undefined) => {
    const taken: Uint8Array[] = [];
    let calls = 0;
    const writePart = (_: number, data: Uint8Array): number => {
      calls += 1;
      const code = says(calls);
      if (code !== undefined) throw failing(code);
      taken.push(Uint8Array.from(data.subarray(0, most)));
      return Math.min(most, data.length);
    };
    const sink = openOutputStream({ descriptor: 1, writePart });
    return { sink, text: () => Buffer.concat(taken).toString() };
  };

  it('goes on after a short count, waits for a slow reader, and keeps the order of writes', async () => {
    const { sink, text } = grudging(2, (call) => (call % 3 === 0 ? 'EAGAIN' : undefined));
    await Promise.all(['one ', 'twö ', Buffer.from('three')].map((data) => sink.write(data)));
    expect(text()).toBe('one twö three');
  });

  it.each([
    ['EPIPE', 'pipe-closed', 141, /Standard output was closed by its reader/],
    ['ENOSPC', 'output-unwritable', 14, /Standard output could not be written: .*full/],
    ['EDQUOT', 'output-unwritable', 14, /quota/],
    ['ENXIO', 'output-unwritable', 14, /ENXIO/],
  ])('says %s as %s, and still writes after it', async (code, failure, exit, message) => {
    const { sink, text } = grudging(2, (call) => (call === 2 ? code : undefined));
    const error = await sink.write('lost').catch((it: unknown) => it);
    expect(error).toBeInstanceOf(PvgError);
    expect(error).toMatchObject({
      code: failure,
      exit,
      message: expect.stringMatching(message) as string,
    });
    await sink.write('kept');
    expect(text()).toBe('lokept');
  });

  it('is no terminal and 80 columns wide unless told', () => {
    const descriptor = openSync('/dev/null', 'w');
    const wide = [undefined, 132, 0].map((columns) =>
      openOutputStream({ descriptor, columns: () => columns }),
    );
    expect(wide.map(({ isTerminal }) => isTerminal)).toEqual([false, false, false]);
    expect(wide.map(({ columns }) => columns)).toEqual([80, 132, 80]);
    closeSync(descriptor);
  });

  it.runIf(existsSync('/bin/sh'))(
    'brings every byte into a full pipe that is read slowly',
    async () => {
      const [pipe, out] = ['pipe', 'out'].map((name) => join(temporaryFolder(), name)) as [
        string,
        string,
      ];
      spawnSync('mkfifo', [pipe]);
      const child = spawn('/bin/sh', ['-c', `dd bs=512 if=${pipe} of=${out} 2> /dev/null`]);
      const blocking = openSync(pipe, constants.O_WRONLY);
      // Opened a second time without blocking: with a reader there, that succeeds, and a full pipe says EAGAIN.
      const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      closeSync(blocking);
      await openOutputStream({ descriptor }).write('x'.repeat(5_000_000));
      closeSync(descriptor);
      await new Promise((resolve) => child.on('close', resolve));
      expect(statSync(out).size).toBe(5_000_000);
    },
  );
});

describe('a source', () => {
  const open = (stream: Readable, more: { interrupt?: () => AbortSignal } = {}) =>
    openInputStream({ open: () => stream, isTerminal: () => false, ...more });

  it('reads to the end, bytes as they are, and only once', async () => {
    const parts = [Buffer.from([0, 255]), Buffer.from('ü'), Buffer.from([13, 10])];
    const source = open(Readable.from(parts));
    expect(Buffer.from(await source.readAll())).toEqual(Buffer.concat(parts));
    await expect(source.readAll()).rejects.toMatchObject({ code: 'input-unreadable', exit: 2 });
  });

  it('tells an error of the stream', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.destroy(failing('EISDIR'));
    await expect(open(stream).readAll()).rejects.toMatchObject({
      code: 'input-unreadable',
      message: expect.stringContaining('EISDIR') as string,
    });
  });

  it('stops at its cap', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    let read = 0;
    const counted = endless.map((piece: Buffer) => {
      read += piece.length;
      return piece;
    });
    const reading = open(counted).readAll({ mostBytes: 1_000_000 });
    await expect(reading).rejects.toMatchObject({ code: 'input-unreadable' });
    expect(counted.destroyed).toBe(true);
    expect(read).toBeLessThan(3_000_000);
  });

  it('ends with the reason of an interruption', async () => {
    const controller = new AbortController();
    const reason = new PvgError('interrupted', 'by the user');
    const stream = new Readable({ read: () => undefined });
    const reading = open(stream, { interrupt: () => controller.signal }).readAll();
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(stream.destroyed).toBe(true);
  });
});
