import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from './context.js';

/** The examples of the pages: what is typed, and what stands below. */

export const root = join(import.meta.dirname, '..', '..');
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path))
    .sort(),
];

/** A folder with the files that the examples name. */
export function exampleHome(): string {
  const home = temporaryFolder();
  const files = {
    'client-secret': 'my-secret',
    'demo-secret.txt': 'demo-client-secret',
    'new-secret': 'my-new-secret',
    'secret-key': 'my-key',
    'receipt.txt': 'demo-recorded',
    'purchase.json':
      '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-recorded"}',
    'purchases.csv':
      'receipt,product_id,package\ndemo-purchased,gems_100,com.example.game\ndemo-pending,gems_100,com.example.game\n',
    'lookups.ndjson':
      '{"line":1,"at":"2026-02-01T10:00:00.000Z","input":{"receipt":"demo-purchased","productId":"gems_100","package":"com.example.game"},"verdict":{"id":"paid-and-recorded"},"answer":{"order_id":"GPA.3312-7716-2810-50010"}}\n',
    'voided.json':
      '{"voidedPurchases":[{"kind":"androidpublisher#voidedPurchase","purchaseToken":"demo-other","purchaseTimeMillis":"1769900000000","voidedTimeMillis":"1769999000000","orderId":"GPA.3312-7716-2810-50011","voidedSource":1,"voidedReason":7}]}',
    'grants.csv':
      'order_id,granted_at,player\nGPA.3312-7716-2810-50010,2026-02-01T10:00:05Z,player-7\n',
    'game-dev.json': JSON.stringify({
      name: 'game-dev',
      environment: 'dev',
      readOnly: false,
      gateway: {
        baseUrl: 'https://gateway.example',
        clientId: 'my-client',
        clientSecret: 'my-secret',
      },
      session: {},
    }),
  };
  cpSync(join(root, 'docs', 'examples'), join(home, 'docs', 'examples'), { recursive: true });
  // The signer of the guide for CI.
  cpSync(join(root, 'docs', 'examples', 'ci', 'my_game'), join(home, 'my_game'), {
    recursive: true,
  });
  cpSync(join(root, 'docs', 'examples', 'ci', 'sign.py'), join(home, 'sign.py'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(home, name), text, { mode: 0o600 });
  return home;
}

/** Splits a line as a shell does that meets blanks, quotes and backslashes, and expands nothing. */
const shellWords = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s'"\\]|'[^']*'|"(?:[^"\\]|\\.)*"|\\.)+/g)].map(([word]) =>
    word.replaceAll(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
      (_all, single?: string, double?: string, one?: string) =>
        single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? one ?? '',
    ),
  );

/** A line of a page or a help, `[echo … |] pvg … [| anything] [> file]`, or the command inside `$(pvg …)`: its words, its input and the file of its output. */
export function typedIn(given: string) {
  const line = /\$\((pvg [^)]*)\)/.exec(given)?.[1] ?? given;
  const parts = line.split(/ \| (?=(?:[^']*'[^']*')*[^']*$)/).map((part) => shellWords(part));
  const at = parts.findIndex(([word]) => word === 'pvg');
  const [first = '', ...rest] = parts[at] ?? [];
  expect(first, `a command of pvg in: ${line}`).toBe('pvg');
  const [feeder = '', ...fed] = at > 0 ? (parts[at - 1] ?? []) : [];
  const stdin = feeder === 'echo' ? `${fed.join(' ')}\n` : fed.join(' ');
  const redirect = rest.indexOf('>');
  const [end, into] = redirect === -1 ? [rest.length] : [redirect, rest[redirect + 1]];
  return { typed: rest.slice(0, end), stdin, into };
}

/** What a person sees of a command whose output went into a file. */
export function redirected<Ended extends { readonly out: string }>(
  ended: Ended,
  home: string,
  into: string | undefined,
): Ended {
  if (into === undefined) return ended;
  writeFileSync(join(home, into), ended.out);
  return { ...ended, out: '' };
}

interface Example {
  readonly line: number;
  readonly command: string;
  readonly printed: readonly string[];
  readonly status: number;
}

interface Block {
  readonly language: string;
  readonly line: number;
  readonly lines: readonly string[];
}

export function blocksOf(page: string): Block[] {
  const text = read(page);
  return [...text.matchAll(/^```(\w*).*\n([^]*?)^```/gm)].map(
    ({ index, 1: language = '', 2: block = '' }) => ({
      language,
      line: text.slice(0, index).split('\n').length + 1,
      lines: block.split('\n').slice(0, -1),
    }),
  );
}

/** Every `$ …` line of a block with what stands under it. */
function examplesOf({ line, lines }: Block): Example[] {
  const starts = lines.flatMap((text, at) => (text.startsWith('$ ') ? [at] : []));
  return starts.map((start, number) => {
    const under = lines.slice(start + 1, starts[number + 1] ?? lines.length);
    const status = /^\[(\d+)\]$/.exec(under.at(-1) ?? '')?.[1];
    return {
      line: line + start,
      command: (lines[start] ?? '').slice(2).replace(/(^|\| )node bin\/pvg\.js /, '$1pvg '),
      printed: status === undefined ? under : under.slice(0, -1),
      status: Number(status ?? 0),
    };
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What is printed, as a pattern: a line `…` is any number of lines, `…` in a line any text. */
function pattern(printed: readonly string[]): RegExp {
  const lines = printed.map((line) => `${escaped(line.trimEnd()).replaceAll('…', '.*')}\n`);
  return new RegExp(`^${lines.join('').replaceAll(/^\s*\.\*\n/gm, '(?:.*\n)*')}$`);
}

const asLines = (text: string): string =>
  text === '' ? '' : text.replace(/[ \t]+$/gm, '').replace(/\n*$/, '\n');

const matches = (printed: readonly string[], { out, err }: { out: string; err: string }): boolean =>
  // People see both; which came first differs between notes and failures.
  [out + err, err + out].some((text) => pattern(printed).test(asLines(text)));

export interface CommandPage {
  readonly page: string;
  readonly examples: readonly Example[];
}

export const commandPages: readonly CommandPage[] = pages
  .map((page) => ({
    page,
    examples: blocksOf(page)
      .filter(({ language }) => language === 'console' || language === 'sh')
      .flatMap(examplesOf)
      .filter(({ command }) => /(^|\| )pvg /.test(command)),
  }))
  .filter(({ examples }) => examples.length > 0);

/** Expects of a command that has ended what stands under it on the page. */
export function expectPrinted(
  page: string,
  { line, command, printed, status }: Example,
  ended: { readonly status: number; readonly out: string; readonly err: string },
): void {
  const place = `${page}:${String(line)}: ${command}`;
  expect({ place, status: ended.status }).toEqual({ place, status });
  if (matches(printed, ended)) return;
  // The difference of the texts says more than a pattern that did not match.
  expect(asLines(ended.out + ended.err), place).toBe(printed.join('\n'));
  expect.fail(`${place}: prints something else`);
}
