import { describe, expect, it } from 'vitest';
import { LineReader } from '../../src/mcp/line-reader.js';
import { readMessage } from '../../src/mcp/message.js';

describe('lines', () => {
  const linesOf = (mostBytes: number, ...chunks: readonly string[]) => {
    const reader = new LineReader(mostBytes);
    const lines = chunks.flatMap((chunk) => [...reader.read(Buffer.from(chunk))]);
    return [...lines, ...reader.lastLine()].map((line) =>
      Buffer.isBuffer(line) ? line.toString() : line,
    );
  };

  it.each<[chunks: string[], lines: string[]]>([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b\n', 'c'],
      ['ab', 'c'],
    ],
    [['a\n\nb'], ['a', '', 'b']],
    [['\n'], ['']],
    [[], []],
    [['a\n', ''], ['a']],
  ])('are cut where they end, however they come: %j', (chunks, lines) => {
    expect(linesOf(10, ...chunks)).toEqual(lines);
  });

  it('keep only the ends of one that is too long, and the next is whole', () => {
    const long = `${'a'.repeat(3_000)}${'b'.repeat(3_000)}`;
    const tooLong = { head: 'a'.repeat(1_024), tail: 'b'.repeat(1_024) };
    expect(linesOf(5_999, `${long}\nnext`)).toEqual([tooLong, 'next']);
    const pieces = long.match(/.{1,100}/g) ?? [];
    expect(linesOf(1_500, ...pieces, '\nnext\n')).toEqual([tooLong, 'next']);
    expect(linesOf(6_000, `${long}\n`)).toEqual([long]);
  });
});

describe('a line that is no message', () => {
  const refused = (line: string | Uint8Array) => {
    const read = readMessage(Buffer.from(line));
    return read !== undefined && 'refusal' in read ? read.refusal : undefined;
  };

  it.each<[line: string | Uint8Array, code: number, id: string | number | null]>([
    ['{', -32_700, null],
    [Uint8Array.of(0x7b, 0xff, 0x7d), -32_700, null],
    ['[]', -32_600, null],
    ['1', -32_600, null],
    ['null', -32_600, null],
    ['{"id":7}', -32_600, 7],
    ['{"id":"a","method":1}', -32_600, 'a'],
    ['{"id":{}}', -32_600, null],
  ])('is refused with the id that can be read: %s', (line, code, id) => {
    expect(refused(line)).toMatchObject({ code, id });
  });

  it.each<[head: string, tail: string, id: string | number | null]>([
    ['{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"', '"}}', 1],
    ['{"method":"tools/call","id":"a-1","params":{"a":"', '"}}', 'a-1'],
    ['{"method":"x","params":{"a":"', '"},"id":2}', 2],
    ['{"method":"x","params":{"a":"', '"},"id":-3,"jsonrpc":"2.0"}', -3],
    ['{"method":"x","params":{"id":4,"a":"', '"}}', null],
    ['{"method":"x","params":{"a":"', '","id":5}}', null],
    ['{"id":007,"params":{"a":"', '"}}', null],
    ['{"id":"a\u0001b","params":{"a":"', '"}}', null],
    ['{"params":{"a":"', '"},"id":-01}', null],
  ])('because it is too long is refused with the id at its ends: %s…%s', (head, tail, id) => {
    const read = readMessage({ head, tail });
    expect(read).toMatchObject({ refusal: { code: -32_600, id } });
  });
});

it('an empty line is nothing, and a mark of the byte order before a message is left out', () => {
  for (const line of ['', ' ', '\t\r', '\ufeff'])
    expect(readMessage(Buffer.from(line))).toBeUndefined();
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect(readMessage(Buffer.from(`\ufeff${JSON.stringify(message)}`))).toEqual({ message });
});
