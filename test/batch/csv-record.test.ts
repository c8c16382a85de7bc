import { describe, expect, it } from 'vitest';
import { readRecord } from '../../src/batch/csv-record.js';

const form = { delimiter: ',', newline: '\n' } as const;

describe('a record of a CSV', () => {
  it.each([
    ['plain cells', 'a,b,\nnext', ['a', 'b', ''], 1],
    ['CRLF', 'a,b\r\nnext', ['a', 'b'], 1],
    ['a quoted cell with all that quotes are for', '"a,""\nb\r\n",c\nnext', ['a,"\nb\r\n', 'c'], 3],
    ['blanks behind a quote', '"a" ,"b"\t\r\nnext', ['a', 'b'], 1],
    ['a quote within a cell', 'a"b"c,d\nnext', ['a"b"c', 'd'], 1],
    ['a CR in quotes at the end', '"a\r"\nnext', ['a\r'], 1],
    ['a CR behind a cell, of CRLF', 'x"y,b\r\nnext', ['x"y', 'b'], 1],
  ])('has its cells, its end and its lines: %s', (_, text, cells, lines) => {
    expect(readRecord(text, 0, form)).toEqual({ cells, end: text.indexOf('next'), lines });
  });

  it.each([
    ['a,b', 'cut'],
    ['"a"', 'cut'],
    ['"a",b', 'cut'],
    ['', 'cut'],
    ['"a,b\nc', 'open'],
    ['a,"b""\n', 'open'],
    ['"a"x,b\n', 'broken'],
    ['"a" "b",c\n', 'broken'],
  ])('%j is %s', (text, expected) => {
    expect(readRecord(text, 0, form)).toBe(expected);
  });

  it('begins where it is told to, by any separator and line end', () => {
    expect(readRecord('x\r1;"2;\n"\r', 2, { delimiter: ';', newline: '\r' })).toEqual({
      cells: ['1', '2;\n'],
      end: 10,
      lines: 1,
    });
  });
});
