import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as system from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFiles } from '../../src/edge/files.js';
import type { FileSystem } from '../../src/edge/system.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-files-'));
});

const at = (name: string): string => join(folder, name);

describe('whichever call of the system fails', () => {
  /** A file system of which the call number `failing` fails; writes are short, as on a disk that fills. */
  function brittle(failing: number, code: string): { system: FileSystem; calls: () => string[] } {
    const calls: string[] = [];
    const counted = async <Result>(name: string, operation: () => Promise<Result>): Promise<Result> => {
      calls.push(name);
      if (calls.length === failing) throw Object.assign(new Error(code), { code });
      return operation();
    };
    const open: FileSystem['open'] = async (...parameters) => {
      const handle = await counted('open', () => system.open(...parameters));
      return new Proxy(handle, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          const call = value.bind(target) as (...values: unknown[]) => Promise<unknown>;
          if (name === 'write') {
            return (data: Uint8Array) => counted('write', () => call(data, 0, Math.min(data.length, 4)));
          }
          if (name === 'sync' || name === 'stat') return () => counted(name, () => call());
          return call;
        },
      });
    };
    return {
      calls: () => calls,
      system: {
        open,
        rename: (from, to) => counted('rename', () => system.rename(from, to)),
        access: system.access,
        link: system.link,
        unlink: system.unlink,
        chmod: system.chmod,
        stat: ((path) => counted('stat', () => system.stat(path))) as FileSystem['stat'],
        mkdir: system.mkdir,
        readdir: system.readdir,
        lstat: system.lstat,
        utimes: system.utimes,
      },
    };
  }

  it('replace goes through these calls', async () => {
    const { system: all, calls } = brittle(0, '');
    await openFiles(folder, { system: all }).replace('f', 'new text');
    expect(calls()).toEqual(['stat', 'open', 'write', 'write', 'sync', 'stat', 'rename', 'open', 'sync']);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'number %i: the file is whole, old or new, and nothing is beside it',
    async (number) => {
      writeFileSync(at('f'), 'old text');
      const { system: failing } = brittle(number, 'ENOSPC');
      await expect(openFiles(folder, { system: failing }).replace('f', 'new text')).rejects.toMatchObject({
        name: 'FileError',
        code: 'ENOSPC',
        path: 'f',
      });
      expect(readFileSync(at('f'), 'utf8')).toBe(number < 8 ? 'old text' : 'new text');
      expect(readdirSync(folder)).toEqual(['f']);
    },
  );

  it.each([1, 2, 3, 4, 5])('number %i: create leaves no part of a file', async (number) => {
    const { system: failing } = brittle(number, 'ENOSPC');
    await expect(openFiles(folder, { system: failing }).create('f', 'new text')).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a folder that cannot be synced is no failure', async () => {
    const { system: failing } = brittle(9, 'EINVAL');
    await openFiles(folder, { system: failing }).replace('f', 'new text');
    expect(readFileSync(at('f'), 'utf8')).toBe('new text');
  });

  it('a rename that a scanner holds up is tried again', async () => {
    const { system: failing, calls } = brittle(7, 'EPERM');
    await openFiles(folder, { system: failing }).replace('f', 'new text');
    expect(readFileSync(at('f'), 'utf8')).toBe('new text');
    expect(calls().filter((name) => name === 'rename')).toHaveLength(2);
  });

  it('a size that is not what was written is a failure', async () => {
    const short: FileSystem = {
      ...system,
      open: async (...parameters) => {
        const handle = await system.open(...parameters);
        return new Proxy(handle, {
          get: (target, name) => {
            if (name === 'stat') return () => Promise.resolve({ size: 1 });
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
      },
    };
    writeFileSync(at('f'), 'old');
    await expect(openFiles(folder, { system: short }).replace('f', 'new')).rejects.toMatchObject({
      code: 'EIO',
    });
    expect(readFileSync(at('f'), 'utf8')).toBe('old');
  });
});
