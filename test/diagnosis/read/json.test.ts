import { describe, expect, it } from 'vitest';
import { notesOf, only, refusal, summary, text } from './reading.js';

describe('an envelope', () => {
  it('has its members as they stand', () => {
    expect(
      only(
        '{"interface":"session","method":"PUT","url":"/x","headers":{"X-Signature":["a","b"],"X-Timestamp":1700000000},"body":"é","received_at":1700000000.5,"other":{}}',
      ),
    ).toEqual({
      interface: 'session',
      label: '',
      method: 'PUT',
      url: '/x',
      headers: [
        ['X-Signature', 'a'],
        ['X-Signature', 'b'],
        ['X-Timestamp', '1700000000'],
      ],
      body: Buffer.from('é'),
      receivedAt: 1700000000.5,
    });
  });

  it.each<[string, string, string, string | undefined]>([
    ['base64', '{"headers":{},"body_base64":"AP8="}', '00ff', undefined],
    ['both, where base64 is exact', '{"headers":{},"body":"x","body_base64":"AP8="}', '00ff', undefined],
    ['neither', '{"headers":{}}', '', 'read as empty'],
    ['a lone surrogate', '{"headers":{},"body":"\\ud800"}', 'efbfbd', 'read as U+FFFD'],
    [
      'a time in milliseconds',
      '{"headers":{},"body":"","received_at":1700000000000}',
      '',
      '"received_at" must be Unix seconds',
    ],
    [
      'an interface that is none',
      '{"interface":"x","headers":{},"body":""}',
      '',
      '"interface" must be gateway or session',
    ],
    ['headers as a list', '{"headers":[{"name":"A","value":"b"},["C","d"]],"body":""}', '', undefined],
    [
      'a dry run of pvg around it',
      '{"schema":1,"interface":"session","answer":{"headers":{},"body":"a"},"error":null}',
      '61',
      undefined,
    ],
  ])('is read with %s', (_, input, hex, note) => {
    expect(Buffer.from(only(input).body).toString('hex')).toBe(hex);
    expect(notesOf(input).join(' ')).toContain(note ?? '');
    expect(notesOf(input)).toHaveLength(note === undefined ? 0 : 1);
  });

  it.each([
    ['{"headers":{"A":{}},"body":""}', 'Each header in "headers" must be text or a list of texts.'],
    ['{"headers":5,"body":""}', '"headers" must be an object or a list.'],
    ['{"headers":{},"body":{"a":1}}', '"body" must be a text'],
    ['{"headers":{},"body_base64":"*"}', '"body_base64" is not base64.'],
    ['{"a":1}', 'The JSON contains no request'],
    ['[1]', 'The JSON contains no request'],
    ['[]', 'an empty list'],
    ['{"schema":1,"answer":{"headers":{},"body_bytes":5}}', 'The JSON contains no request'],
    ['{"headers":{},\n"body":"tok', 'ends too early, at line 2, column 12. The file is probably cut.'],
    ['{"headers":{},\n"body" "tok"}', "cannot be read: ':' was expected, at line 2, column 8."],
  ])('is refused: %j', (input, says) => {
    const message = refusal(input);
    expect(message).toContain(says);
    expect(message).not.toContain('tok');
  });

  it('is one of several in a list', () => {
    expect(summary('[{"headers":{},"body":"a"}, 5, {"headers":{},"body":"b"}]')).toEqual([
      'entry 1: a',
      'entry 2! This is not a JSON object.',
      'entry 3: b',
    ]);
  });

  it('is one of several lines, and a broken line does not stop the others', () => {
    expect(
      summary(
        '{"headers":{},"body":"a"}\n\n{"headers":{},"body":\n[]\nx\n{"a":1}\n{"headers":{},"body":"b"}\r\n',
      ),
    ).toEqual([
      'line 1: a',
      'line 3! The JSON cannot be read: the text ends too early, at character 22.',
      'line 4! This is not a JSON object.',
      'line 5! This is not a JSON object.',
      'line 6! The object has no "headers", "body" or "body_base64".',
      'line 7: b',
    ]);
    expect(summary('x\n{"headers":{},"body":"a"}')).toEqual([
      'line 1! This is not a JSON object.',
      'line 2: a',
    ]);
  });

  it('is one of several lines, one of which is not UTF-8', () => {
    const input = Buffer.concat([
      Buffer.from('{"headers":{},"body":"a"}\n{"body":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    expect(summary(input)).toEqual(['line 1: a', 'line 2! The line is not UTF-8 text.']);
  });

  it('may follow another over several lines', () => {
    expect(summary('{\n"headers":{},"body":"a"}\n{\n"headers":{},"body":"b"}\n')).toEqual([
      'entry 1: a',
      'entry 2: b',
    ]);
  });

  it('is read from UTF-16, and between the fences of Markdown', () => {
    expect(only(Buffer.from('\ufeff{"headers":{},"body":"é"}', 'utf16le')).body).toEqual(Buffer.from('é'));
    expect(notesOf(Buffer.from('\ufeff{"headers":{},"body":"é"}', 'utf16le'))[0]).toContain('UTF-16');
    expect(text(only('```json\n{"headers":{},"body":"a"}\n```\n'))).toBe('a');
  });
});
