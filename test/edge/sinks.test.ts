import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openSink, openSource } from '../../src/edge/sinks.js';
import { PvgError } from '../../src/failure.js';

const failing = (code: string): Error => Object.assign(new Error(code), { code });

describe('a sink', () => {
  /** A system that takes at most `most` bytes a call and now and then says `says`. */
  const grudging = (most: number, says: (call: number) => string | undefined) => {
    const taken: Uint8Array[] = [];
    let calls = 0;
    return {
      text: () => Buffer.concat(taken).toString(),
      write: (_: number, data: Uint8Array): number => {
        calls += 1;
        const code = says(calls);
        if (code !== undefined) throw failing(code);
        taken.push(Uint8Array.from(data.subarray(0, most)));
        return Math.min(most, data.length);
      },
    };
  };

  const open = (write: (descriptor: number, data: Uint8Array) => number) =>
    openSink({ descriptor: 1, name: 'Standard output', write });

  it('goes on after a short count, and waits where the reader is slow', async () => {
    const system = grudging(3, (call) => (call % 2 === 0 ? 'EAGAIN' : undefined));
    await open(system.write).write('bytes and ümlauts');
    expect(system.text()).toBe('bytes and ümlauts');
  });

  it('keeps the order of writes that nobody waits for', async () => {
    const system = grudging(2, (call) => (call % 3 === 0 ? 'EAGAIN' : undefined));
    const sink = open(system.write);
    await Promise.all(['one ', 'two ', Buffer.from('three')].map((data) => sink.write(data)));
    expect(system.text()).toBe('one two three');
  });

  it.each([
    ['EPIPE', 'pipe-closed', 141, /Standard output was closed by its reader/],
    ['ENOSPC', 'output-unwritable', 14, /Standard output could not be written: .*full/],
    ['EDQUOT', 'output-unwritable', 14, /quota/],
    ['ENXIO', 'output-unwritable', 14, /ENXIO/],
  ])('says %s as %s', async (code, failure, exit, message) => {
    const sink = open(grudging(2, (call) => (call === 3 ? code : undefined)).write);
    const error = await sink.write('more than four bytes').catch((it: unknown) => it);
    expect(error).toBeInstanceOf(PvgError);
    expect(error).toMatchObject({ code: failure, exit, message: expect.stringMatching(message) as string });
  });

  it('still writes after a failure', async () => {
    const system = grudging(99, (call) => (call === 1 ? 'EIO' : undefined));
    const sink = open(system.write);
    await expect(sink.write('lost')).rejects.toMatchObject({ code: 'output-unwritable' });
    await sink.write('kept');
    expect(system.text()).toBe('kept');
  });

  it('is no terminal and 80 columns wide unless told', () => {
    const descriptor = openSync('/dev/null', 'w');
    const sink = openSink({ descriptor, name: 'Standard output' });
    expect([sink.isTerminal, sink.columns]).toEqual([false, 80]);
    expect(openSink({ descriptor, name: 'Standard output', columns: () => 132 }).columns).toBe(132);
    expect(openSink({ descriptor, name: 'Standard output', columns: () => 0 }).columns).toBe(80);
    closeSync(descriptor);
  });

  it.runIf(existsSync('/dev/full'))('tells a full device', async () => {
    const descriptor = openSync('/dev/full', 'w');
    await expect(openSink({ descriptor, name: 'Standard output' }).write('x')).rejects.toMatchObject({
      exit: 14,
    });
    closeSync(descriptor);
  });

  it('writes 5 MB whole', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'pvg-sink-')), 'out');
    const descriptor = openSync(path, 'w');
    await openSink({ descriptor, name: 'Standard output' }).write('x'.repeat(5_000_000));
    closeSync(descriptor);
    expect(statSync(path).size).toBe(5_000_000);
  });
});

describe('a source', () => {
  const open = (stream: Readable, more: { interrupt?: () => AbortSignal; mostBytes?: number } = {}) =>
    openSource({ open: () => stream, isTerminal: () => false, ...more });

  it('reads to the end, bytes as they are', async () => {
    const parts = [Buffer.from([0, 255]), Buffer.from('ü'), Buffer.from([13, 10])];
    expect(Buffer.from(await open(Readable.from(parts)).readAll())).toEqual(Buffer.concat(parts));
    expect(await open(Readable.from([])).readAll()).toHaveLength(0);
  });

  it('is not opened before it is read', () => {
    openSource({ open: () => expect.fail('opened'), isTerminal: () => false });
  });

  it('tells an error of the stream', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.destroy(failing('EISDIR'));
    await expect(open(stream).readAll()).rejects.toMatchObject({
      code: 'input-unreadable',
      message: expect.stringContaining('EISDIR') as string,
    });
  });

  it('is read once', async () => {
    const source = open(Readable.from([Buffer.from('a')]));
    await source.readAll();
    await expect(source.readAll()).rejects.toMatchObject({ code: 'input-unreadable', exit: 2 });
  });

  it('stops at its cap', async () => {
    const endless = new Readable({
      read(size) {
        this.push(Buffer.alloc(size));
      },
    });
    await expect(open(endless, { mostBytes: 1_000_000 }).readAll()).rejects.toMatchObject({
      code: 'input-unreadable',
    });
    expect(endless.destroyed).toBe(true);
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

describe.runIf(existsSync('/bin/sh'))('a sink into a pipe', () => {
  /** A pipe that says EAGAIN when it is full, and the shell command that reads it. */
  const openPipe = (reader: (pipe: string) => string) => {
    const pipe = join(mkdtempSync(join(tmpdir(), 'pvg-sink-')), 'pipe');
    spawnSync('mkfifo', [pipe]);
    const child = spawn('/bin/sh', ['-c', reader(pipe)]);
    const descriptor = openSync(pipe, constants.O_WRONLY);
    // Opened a second time without blocking: with a reader there, that succeeds.
    const nonBlocking = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    closeSync(descriptor);
    return { descriptor: nonBlocking, ended: new Promise((resolve) => child.on('close', resolve)) };
  };

  it('that is read slowly brings every byte', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'pvg-sink-')), 'out');
    const { descriptor, ended } = openPipe((pipe) => `dd bs=512 if=${pipe} of=${out} 2> /dev/null`);
    await openSink({ descriptor, name: 'Standard output' }).write('x'.repeat(5_000_000));
    closeSync(descriptor);
    await ended;
    expect(statSync(out).size).toBe(5_000_000);
  });

  it('whose reader leaves says so', async () => {
    const { descriptor, ended } = openPipe((pipe) => `head -c 10 < ${pipe} > /dev/null`);
    const writing = openSink({ descriptor, name: 'Standard output' }).write('x'.repeat(5_000_000));
    await expect(writing).rejects.toMatchObject({ code: 'pipe-closed', exit: 141 });
    closeSync(descriptor);
    await ended;
  });
});
