import { describe, expect, it } from 'vitest';
import { explainBodyOf } from '../../src/diagnosis/explain/body.js';

const explain = (sent: string, signed: string | Uint8Array) =>
  explainBodyOf('gateway', Buffer.from(sent), Buffer.from(signed));

describe('white space after a text of the data', () => {
  const sent = '{"a":"é","b":2}';

  it('is called a line break only if it is one', () => {
    const [line, blanks] = ['\n', '\t \t'].map((end) => explain(sent, `a=é&b=2${end}`));
    expect(line?.ids).toEqual(['body-query-sorted', 'body-trailing-newline']);
    expect(blanks?.ids).toEqual(line?.ids);
    expect(blanks?.says).not.toEqual(line?.says);
  });

  it('is not seen where a byte is broken', () => {
    const broken = Buffer.concat([Buffer.from('a=é'), Buffer.from([0xff])]);
    expect(explain('{"a":"é\ufffd"}', broken).ids).not.toContain('body-trailing-newline');
  });
});

describe('a JSON text', () => {
  it.each([
    ['"x/y"', '"x\\/y"', ['body-slashes-escaped']],
    ['"é"', '"\\u00e9"', ['body-json-ascii']],
    ['"x/y"', '"x\\/y"\n', ['body-slashes-escaped', 'body-trailing-newline']],
  ])('%s that was signed as %s is explained like a member', (sent, signed, ids) => {
    expect([...explain(sent, signed).ids].sort()).toEqual(ids);
  });
});
