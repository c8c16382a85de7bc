import { describe, expect, it } from 'vitest';
import { formatHelp } from '../../src/output/help-layout.js';

const onTerminal = (columns: number) => ({ columns, isTerminal: true });
const inFile = { columns: 80, isTerminal: false };

describe('a help text', () => {
  it('shows the commands with their prompt', () => {
    const text = 'Examples:\n  $ pvg lookup --help\n\n  $ pvg doctor';
    expect(formatHelp(text, onTerminal(80))).toBe(text);
    expect(formatHelp(text, inFile)).toBe(text);
  });

  it('breaks a long command for a shell, under its beginning, on a terminal only', () => {
    const command = `pvg lookup ${'--product-id gems '.repeat(4).trim()}`;
    const lines = formatHelp(`  $ ${command}`, onTerminal(40)).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toMatch(/^ {2}\$ pvg lookup .* \\$/);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {6}--product-id/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
    const joined = lines.map((line) =>
      line
        .replace(/^ *\$? */, '')
        .replace(/\\$/, '')
        .trim(),
    );
    expect(joined.join(' ')).toBe(command);
    expect(formatHelp(`  $ ${command}`, inFile)).toBe(`  $ ${command}`);
  });

  it('has lines of at most 100 columns, however wide the terminal is', () => {
    const words = 'word '.repeat(60).trim();
    const widest = (columns: number): number =>
      Math.max(
        ...formatHelp(`${words}\n  $ ${words}\n  name  ${words}`, onTerminal(columns))
          .split('\n')
          .map(({ length }) => length),
      );
    expect(widest(200)).toBeLessThanOrEqual(100);
    expect(widest(60)).toBeLessThanOrEqual(60);
  });

  it.each([
    [100, 1],
    [101, 2],
  ])('keeps a sentence of %s columns on as few lines as that: %s', (length, lines) => {
    const sentence = `${'a'.repeat(50)} ${'b'.repeat(length - 51)}`;
    expect(formatHelp(sentence, onTerminal(200)).split('\n')).toHaveLength(lines);
  });

  it('joins the lines of a paragraph, and nothing else', () => {
    const text = 'One\ntwo.\n\nThree.\n  name  what it is';
    expect(formatHelp(text, onTerminal(80))).toBe('One two.\n\nThree.\n  name  what it is');
  });

  it('begins each line of an entry where its text begins', () => {
    const lines = formatHelp(`  name  ${'word '.repeat(12)}`.trimEnd(), onTerminal(40)).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toMatch(/^ {2}name {2}word/);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {8}word/);
  });
});
