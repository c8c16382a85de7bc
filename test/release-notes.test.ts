import { describe, expect, it } from 'vitest';
import { releaseNotes } from '../scripts/release-notes.mjs';

const changelog = `# Changelog

## Unreleased

- later

## 1.1.0, 2026-12-01

- new

### Fixed

- old fault

## 1.0.0

- first
`;

describe('the notes of a release', () => {
  it.each([
    ['v1.1.0', '- new\n\n### Fixed\n\n- old fault\n'],
    ['1.0.0', '- first\n'],
  ])('of %s are what stands below its heading', (tag, notes) => {
    expect(releaseNotes(changelog, tag)).toBe(notes);
  });

  it.each(['v1.1', 'v2.0.0', 'v1.1.0-beta'])('of %s are refused: it has none', (tag) => {
    expect(() => releaseNotes(changelog, tag)).toThrow(/CHANGELOG\.md has nothing/);
  });
});
