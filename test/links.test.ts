import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../scripts/anchors.mjs';

const root = join(import.meta.dirname, '..');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/'))),
].sort();

const proseOf = (page: string): string =>
  readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a page's headings; of equal ones the second has `-1` at its end. */
function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>();
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const text = heading.replace(/`|\*\*|\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = anchorOf(text);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${String(before)}`;
  });
}

/** The links that lead to something in the repository. */
const linksOf = (page: string): string[] =>
  proseOf(page)
    .replace(/`[^`\n]*`/g, '')
    .match(/(?<=\]\()(?![a-z]+:)[^)\s]+(?=\))/g) ?? [];

function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(join(root, target))) return `${page}: nothing is at ${link}`;
  if (anchor === undefined || anchorsOf(target).includes(anchor)) return undefined;
  return `${page}: ${target} has no heading for #${anchor}`;
}

describe('the links of the pages', () => {
  it('lead to files and headings that are there', () => {
    const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
    expect(links.length).toBeGreaterThan(50);
    expect(links.flatMap(({ page, link }) => faultOf(page, link) ?? [])).toEqual([]);
  });

  it.each([
    ['Gateway (§7.1)', 'gateway-71'],
    ['4. Answer the player', '4-answer-the-player'],
    ['`pvg profile add <name>`', 'pvg-profile-add-name'],
    ['Đội ngũ: hỗ_trợ', 'đội-ngũ-hỗ_trợ'],
  ])('have the anchors of GitHub: %s', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor);
  });
});
