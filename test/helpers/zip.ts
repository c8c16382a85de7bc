import { crc32, deflateRawSync } from 'node:zlib';

/** Zip files for tests, built from the .ZIP File Format Specification, 4.3. */

interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  /** The sizes stand behind the content, as programs write that do not know them before. */
  readonly hasSizesBehind?: boolean;
}

function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

export function zipOf(entries: readonly ZipEntry[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = entry.isStored === true ? content : deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const isBehind = entry.hasSizesBehind === true;
    const flags = (entry.isEncrypted === true ? 1 : 0) + (isBehind ? 8 : 0);
    const method = entry.isStored === true ? 0 : 8;
    const sizes = numbers([crc32(content), 4], [packed.length, 4], [content.length, 4]);
    const head = numbers([20, 2], [flags, 2], [method, 2], [0, 4]);
    const lengths = numbers([name.length, 2], [0, 2]);
    const part = Buffer.concat([
      numbers([0x04034b50, 4]),
      head,
      isBehind ? Buffer.alloc(12) : sizes,
      lengths,
      name,
      packed,
      isBehind ? Buffer.concat([numbers([0x08074b50, 4]), sizes]) : Buffer.alloc(0),
    ]);
    const where = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    list.push(
      Buffer.concat([numbers([0x02014b50, 4], [20, 2]), head, sizes, lengths, where, name]),
    );
    parts.push(part);
    offset += part.length;
  }
  const directory = Buffer.concat(list);
  const end = numbers(
    ...([
      [0x06054b50, 4],
      [0, 4],
      [entries.length, 2],
      [entries.length, 2],
      [directory.length, 4],
      [offset, 4],
      [comment.length, 2],
    ] as const),
  );
  return Buffer.concat([...parts, directory, end, Buffer.from(comment)]);
}
