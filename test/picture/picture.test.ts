import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { pvg } from '../support/pvg.js';
import { terminalPicture } from './svg.js';

/** docs/terminal.svg: what the README's first two commands print on a terminal. `npm run docs` writes it. */

const columns = 80;
const body = '{"gameId": "demo", "username": "player-42"}';
const signature = '17a4ef8a228815466dfb8619dc6fdd8d72bb693a566dd4442c386ec5f94dac35';

const typed = [
  {
    line: [
      'pvg lookup --profile local --product-id gems_100 \\',
      '    --package com.example.game --receipt demo-purchased',
    ],
    words: 'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
  },
  {
    line: [
      'pvg diagnose --profile local --interface session --body @body.json \\',
      '    --signature 17a4ef8a…',
    ],
    words: `diagnose --profile local --interface session --body '${body}' --signature ${signature}`,
  },
];

describe('docs/terminal.svg', () => {
  it('is what a terminal shows: `npm run docs`', async () => {
    const home = temporaryFolder();
    const screens: string[] = [];
    for (const { line, words } of typed) {
      const { out, err } = await pvg(words, { home, terminal: true, columns, env: { FORCE_COLOR: '1' } });
      screens.push(`\u001b[2m$\u001b[22m ${line.join('\n')}\n${out}${err}`);
    }
    await expect(
      terminalPicture(
        screens.join('\n'),
        columns,
        'pvg looks up a purchase, then explains why a signature does not match',
      ),
    ).toMatchFileSnapshot(join('..', '..', 'docs', 'terminal.svg'));
  });
});
