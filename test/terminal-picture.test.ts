import { expect, it } from 'vitest';
import { exampleHome, read } from './helpers/examples.js';
import { pvg } from './helpers/pvg.js';

/** The lines of text of a picture, from the top; each run of one look is a text of its own. */
function linesOf(svg: string): string[] {
  const lines = new Map<string, string>();
  for (const [, y = '', text = ''] of svg.matchAll(/<text [^>]*?y="([\d.]+)"[^>]*>([^<]*)</g)) {
    lines.set(y, (lines.get(y) ?? '') + text);
  }
  const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>' };
  return [...lines.values()].map((line) =>
    line
      .replaceAll(/&(quot|amp|lt|gt);/g, (_, name: string) => entities[name] ?? '')
      .replaceAll('&#39;', "'"),
  );
}

/** Without what differs from day to day: the age of the purchase, and the id of the call. */
const lasting = (line: string): string =>
  line.replace(/\(\d+ \w+ ago\)/, '(…)').replace(/--out \S+\.html/, '--out ….html');

it('docs/terminal.svg shows what its commands print now: `npm run picture`', async () => {
  const shown = linesOf(read('docs/terminal.svg'));
  const joined = shown.join('\n').replaceAll(/ \\\n\s+/g, ' ');
  const commands = [...joined.matchAll(/^\$ pvg (.*)$/gm)].map(([, line = '']) => line);
  expect(commands.length).toBeGreaterThan(1);
  const home = exampleHome();
  const printed: string[] = [];
  for (const line of commands) {
    const { out } = await pvg(`--no-color ${line}`, { home, folder: home, terminal: true });
    printed.push(`$ pvg ${line}`, ...out.split('\n'));
  }
  const whole = printed.join('\n').replaceAll(/ \\\n\s+/g, ' ');
  const expected = whole.split('\n').filter((line) => line !== '');
  expect(joined.split('\n').map(lasting)).toEqual(expected.map(lasting));
});
