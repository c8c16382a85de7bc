import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createOwnPathRemover } from '../../src/mcp/own-paths.js';
import { testContext } from '../helpers/context.js';

const home = '/home/mai/work';
const context = testContext({ env: { PVG_JOURNAL_DIR: '/mnt/tickets' } });
const folders = { home, config: join(home, 'config'), state: join(home, 'state') };
const files = { ...context.files, foldersUpward: () => [home, '/home/mai', '/home', '/'] };
const hide = createOwnPathRemover({ folders, files, env: context.env });
const hidden = 'a file on this computer';

it.each([
  ['at the end of the text', `read ${home}/state/journal/agent@desk-7.ndjson`, `read ${hidden}`],
  ['the folder itself', home, hidden],
  ['in a sentence', `See ${home}/in.csv, then go on.`, `See ${hidden}, then go on.`],
  ['at the end of a sentence', `It is in ${home}/in.csv. Go on.`, `It is in ${hidden}. Go on.`],
  ['in quotes', `"${home}/in.csv"`, `"${hidden}"`],
  ['twice', `${home}/a and ${home}/b`, `${hidden} and ${hidden}`],
  ['in the folder of the journal', 'in /mnt/tickets/a.ndjson', `in ${hidden}`],
  ['elsewhere, which is not pvg’s', 'in /mnt/other/a.ndjson', 'in /mnt/other/a.ndjson'],
])('an assistant gets no path into pvg’s own folders: %s', (_where, text, expected) => {
  expect(hide(text)).toBe(expected);
});

it('no folder is left out where the working folder is the root', () => {
  const atRoot = { ...files, foldersUpward: () => ['/'] };
  expect(createOwnPathRemover({ folders, files: atRoot, env: {} })('GET /iap/lookup')).toBe(
    'GET /iap/lookup',
  );
});

it('a path of Windows is left out as it is and as JSON writes it', () => {
  const config = String.raw`C:\Users\mai\pvg`;
  const onWindows = createOwnPathRemover({ folders: { ...folders, config }, files, env: {} });
  const path = String.raw`C:\Users\mai\pvg\profiles\game.json`;
  expect(onWindows(`read ${path}`)).toBe(`read ${hidden}`);
  expect(onWindows(JSON.stringify({ path }))).toBe(JSON.stringify({ path: hidden }));
});
