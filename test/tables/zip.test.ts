import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { unzip } from '../../src/tables/zip.js';
import { zipOf } from '../helpers/zip.js';

/** `x` or what is said of the file. */
async function read(archive: Uint8Array): Promise<Buffer | PvgError> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < archive.length; start += 1_000) {
      yield await Promise.resolve(archive.subarray(start, start + 1_000));
    }
  }
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of unzip(chunks(), { name: 'x', onNote: () => undefined })) {
      pieces.push(piece);
    }
  } catch (error) {
    // No byte of a file that is not whole is given.
    expect([error instanceof PvgError, pieces.length]).toEqual([true, 0]);
    return error as PvgError;
  }
  return Buffer.concat(pieces);
}

const entry = fc.record({
  name: fc.constantFrom('purchases.csv', 'a/b.csv', 'ä.txt', 'x'),
  content: fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ maxLength: 20 }).map((text) => Buffer.from(text.repeat(5_000))),
  ),
  isStored: fc.boolean(),
  hasSizesBehind: fc.boolean(),
});

describe('A zip file of one file', () => {
  it('gives its bytes, stored or deflated, with any comment', async () => {
    await fc.assert(
      fc.asyncProperty(entry, fc.string({ maxLength: 5 }), async (one, comment) => {
        const folder = { name: 'a/', content: '', isStored: true };
        const mac = { name: '__MACOSX/._x.csv', content: 'x' };
        const found = await read(zipOf([folder, one, mac], comment.replace(/[^a-z]/g, '')));
        expect(found).toEqual(Buffer.from(one.content));
      }),
      { numRuns: 100 },
    );
  });

  it('that was cut or changed gives the same bytes or none', async () => {
    const change = fc.record({
      share: fc.double({ min: 0, max: 0.9999, noNaN: true }),
      value: fc.integer({ min: 0, max: 255 }),
      isCut: fc.boolean(),
    });
    const seen = { same: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(entry, change, async (one, { share, value, isCut }) => {
        const archive = zipOf([one]);
        const index = Math.floor(share * archive.length);
        const changed = isCut ? archive.subarray(0, index) : Buffer.from(archive);
        if (!isCut) changed[index] = value;
        const found = await read(changed);
        if (found instanceof PvgError) {
          seen.refused += 1;
          expect(found.code).toBe('input-unreadable');
        } else {
          seen.same += 1;
          expect(found).toEqual(Buffer.from(one.content));
        }
      }),
      { numRuns: 300 },
    );
    expect([seen.same > 0, seen.refused > 100]).toEqual([true, true]);
  });
});

describe('A zip file is refused', () => {
  const csv = { name: 'a.csv', content: 'receipt\nt\n' };

  it('with a content that is not what was packed', async () => {
    const archive = zipOf([{ ...csv, isStored: true }]);
    archive[archive.indexOf('t\n')] = 'u'.charCodeAt(0);
    expect(await read(archive)).toMatchObject({ code: 'input-unreadable' });
  });

  it.each([
    ['less, but no archive', 256 * 1024 * 1024, /cut or damaged/],
    ['more', 256 * 1024 * 1024 + 1, /more than 256 MB/],
  ])('that is as large as it may be, or %s', async (_what, bytes, says) => {
    const piece = Buffer.alloc(1024 * 1024);
    let givenBytes = 0;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      while (givenBytes < bytes) {
        const next = piece.subarray(0, Math.min(piece.length, bytes - givenBytes));
        givenBytes += next.length;
        yield await Promise.resolve(next);
      }
    }
    const reading = unzip(chunks(), { name: 'x', onNote: () => undefined }).next();
    await expect(reading).rejects.toThrow(says);
  });

  it('of a form that keeps its numbers elsewhere', async () => {
    const archive = zipOf([csv]);
    const end = archive.lastIndexOf('PK\u0005\u0006');
    archive.writeUInt32LE(0xffffffff, end + 16);
    expect(((await read(archive)) as PvgError).message).toMatch(/does not read/);
  });

  it.each<[string, Buffer, RegExp]>([
    ['with two tables, by name', zipOf([csv, { ...csv, name: 'b.csv' }]), /a\.csv, b\.csv.*unzip/],
    ['without a file', zipOf([]), /without a file/],
    ['with a password', zipOf([{ ...csv, isEncrypted: true }]), /a password.*unzip/],
    ['as a workbook', zipOf([{ name: '[Content_Types].xml', content: '<a/>' }]), /a spreadsheet/],
    ['with a name that acts on a terminal', zipOf([csv, { ...csv, name: '\u001b[2J.csv' }]), /\\u/],
  ])('%s', async (_what, archive, says) => {
    const error = await read(archive);
    expect(error).toBeInstanceOf(PvgError);
    const { message, details } = error as PvgError;
    expect(`${message} ${details.hint ?? ''}`).toMatch(says);
  });

  it('where a member says that it is small and is not', async () => {
    const archive = zipOf([{ name: 'a.csv', content: 'x'.repeat(1_000_000) }]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(1_000_000);
    const place = archive.lastIndexOf(size);
    archive.writeUInt32LE(10, place);
    expect(await read(archive)).toMatchObject({ code: 'input-unreadable' });
  });

  it('but a text beside the table is not a second one', async () => {
    const found = await read(zipOf([csv, { name: 'read-me.pdf', content: '%PDF' }]));
    expect(String(found)).toBe(csv.content);
  });
});
