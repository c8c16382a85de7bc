import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { page, pageAnswer } from '../../src/listen/page.js';
import { pageScript } from '../../src/listen/page-script.js';

describe('the page', () => {
  it('has one script and one style, both named by the policy', () => {
    const policy = pageAnswer().headers.find(([name]) => name === 'content-security-policy')?.[1];
    for (const tag of ['script', 'style']) {
      const found = [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))];
      expect(found).toHaveLength(1);
      const hash = createHash('sha256')
        .update(found[0]?.[1] ?? '')
        .digest('base64');
      expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
    }
  });

  it('has nothing from elsewhere, no inline handler and no inline style', () => {
    expect(page).not.toMatch(/https?:|\/\/[a-z]|\son\w+=|\sstyle=|@import|url\(/);
  });

  it('has a script that parses and puts nothing in as markup', () => {
    expect(() => new Script(pageScript)).not.toThrow();
    expect(pageScript).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(/);
  });
});
