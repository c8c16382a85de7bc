import { expect, it } from 'vitest';
import { toolResult } from '../../src/mcp/tool-result.js';

const few = { command: 'lookup', answer: 'x' };
const many = { command: 'lookup', answer: 'x'.repeat(60_000) };

it.each([
  ['neither', 'short', few, { lines: 2, cut: undefined }],
  ['the text', 'x'.repeat(60_000), few, { lines: 3, cut: undefined }],
  ['the members', 'short', many, { lines: 3, cut: true }],
  ['both', 'x'.repeat(60_000), many, { lines: 4, cut: true }],
])('what is too large is cut, and nothing else: %s', (_, shown, members, expected) => {
  const { content, structuredContent } = toolResult(shown, members, false);
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  const { cut, answer } = structuredContent as { cut?: true; answer?: string };
  expect(text.split('\n')).toHaveLength(expected.lines);
  expect({ cut, answer }).toEqual({
    cut: expected.cut,
    answer: expected.cut === undefined ? 'x' : undefined,
  });
});

it('a character is not cut in two', () => {
  const { content } = toolResult(`x${'🎁'.repeat(30_000)}`, few, false);
  expect(JSON.stringify(content)).not.toContain(String.raw`\ud83c`);
});
